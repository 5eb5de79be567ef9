/** What a script may ask of the hub while it waits: by the SDK, so that a call within a tool stays within it. */
import { type Static, type TSchema, Type } from "typebox";
import { OperationalError } from "#base";
import { checker } from "#contract";
import type { Hub } from "#sdk";

type Ask = (hub: Hub, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

const Text = Type.String();
const OptionalRecord = Type.Union([Type.Null(), Type.Record(Text, Type.Unknown())]);
const none: TSchema = Type.Null();

/** Checks the positional arguments; what a script left out is null. */
function define<Schemas extends readonly TSchema[]>(
  schemas: readonly [...Schemas],
  run: (
    hub: Hub,
    args: { readonly [Index in keyof Schemas]: Static<Schemas[Index]> },
    signal: AbortSignal,
  ) => Promise<unknown>,
): { readonly schemas: readonly TSchema[]; readonly run: Ask } {
  return { schemas, run: run as unknown as Ask };
}

const asks = {
  call: define([Text, OptionalRecord], (hub, [method, params], signal) =>
    // The hub checks the method, the capability and the params, as for every plugin.
    hub.call(method as never, (params ?? {}) as never, signal),
  ),
  inject: define([Text, Text, OptionalRecord], async (hub, [channel, text, options]) => {
    await hub.inputs.inject(channel, text, options ?? {});
    return true;
  }),
  ask: define([Text, Text, OptionalRecord], (hub, [channel, text, options], signal) =>
    hub.inputs.ask(channel, text, signal, options ?? {}),
  ),
  tool_invoke: define([Text, OptionalRecord], (hub, [name, args], signal) =>
    hub.tools.invoke(name, args ?? {}, signal),
  ),
  timer_set: define([Type.Record(Text, Type.Unknown())], (hub, [timer]) =>
    hub.timers.set(timer as never),
  ),
  timer_cancel: define([Text], (hub, [timerId]) => hub.timers.cancel(timerId)),
  timer_list: define([none], (hub) => hub.timers.list()),
};

const checks = new Map(
  Object.entries(asks).map(([name, { schemas, run }]) => [
    name,
    { checks: schemas.map((schema) => checker(schema)), run },
  ]),
);

/** Carries out one call. Rejects with what the script is told. */
export async function askHub(
  hub: Hub,
  name: string,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const known = checks.get(name);
  if (!known) throw new OperationalError("METHOD_UNKNOWN", `there is no sdk.${name}`);
  const given = known.checks.map((check, index) =>
    check.require(args[index] ?? null, `sdk.${name}: argument ${index + 1}`),
  );
  return await known.run(hub, given, signal);
}
