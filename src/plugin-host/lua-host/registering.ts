/** Tells the hub what a script staged, all of it or nothing, and runs the script's functions for it. */
import { OperationalError } from "#base";
import type { StageContext } from "#contract";
import { STAGE_FIELDS, type StageField } from "#contract";
import type { LuaReference } from "#platform/lua";
import type { DeviceHandle, Hub } from "#sdk";
import type { Staged } from "./staging.ts";

/** Runs a function of the script, which may wait for the hub meanwhile. */
export type RunFunction = (
  target: LuaReference,
  args: readonly unknown[],
  signal: AbortSignal,
) => Promise<unknown>;

/** Registers one thing. The hub checks the declaration: it is as the script wrote it. */
export async function register(
  hub: Hub,
  { kind, declaration, handler }: Staged,
  run: RunFunction,
  devices: Map<string, DeviceHandle>,
): Promise<void> {
  switch (kind) {
    case "tool":
      return await hub.tools.register(declaration as never, async (args, call, signal) =>
        textOf(
          await run(
            needed(handler),
            [args, { call_id: call.callId, channel: call.channel }],
            signal,
          ),
        ),
      );
    case "output":
      return await hub.outputs.register(declaration as never, async (message, signal) => {
        await run(needed(handler), [message], signal);
      });
    case "input":
      return await hub.inputs.register(declaration as never);
    case "stage":
      return await registerStage(hub, declaration, needed(handler), run);
    case "device": {
      const onCommand = handler && commandHandler(handler, run);
      const device = await hub.devices.register(declaration as never, onCommand);
      devices.set(device.id, device);
      return;
    }
  }
}

function commandHandler(handler: LuaReference, run: RunFunction) {
  return async (
    { commandId, capability, value }: { commandId: string; capability: string; value: unknown },
    signal: AbortSignal,
  ) => {
    const state = await run(handler, [{ command_id: commandId, capability, value }], signal);
    if (state === null) return undefined;
    if (typeof state === "object" && !Array.isArray(state)) return state as never;
    throw new OperationalError("VALUE_INVALID", "on_command must answer a table of states, or nil");
  };
}

/** A stage's function gets a copy of the context and answers the fields that it wants changed. */
async function registerStage(
  hub: Hub,
  { stage, scope, fields }: Readonly<Record<string, unknown>>,
  handler: LuaReference,
  run: RunFunction,
): Promise<void> {
  const known = Array.isArray(fields) ? (fields as StageField[]) : STAGE_FIELDS;
  const options = {
    ...(scope === undefined ? {} : { scope: scope as never }),
    ...(fields === undefined ? {} : { fields: fields as never }),
  };
  await hub.stages.register(
    stage as never,
    async (context: StageContext, signal) => {
      const copy = Object.fromEntries(known.map((field) => [field, context[field]]));
      const changes = await run(handler, [copy], signal);
      if (changes === null) return;
      if (typeof changes !== "object" || Array.isArray(changes)) {
        throw new OperationalError("VALUE_INVALID", "a stage's handler answers a table, or nil");
      }
      for (const [field, value] of Object.entries(changes)) {
        if (!(STAGE_FIELDS as readonly string[]).includes(field)) {
          throw new OperationalError("VALUE_INVALID", `the context has no field "${field}"`);
        }
        (context as unknown as Record<string, unknown>)[field] = value;
      }
    },
    options,
  );
}

/** What a tool answered, as the model reads it. */
function textOf(value: unknown): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function needed(handler: LuaReference | undefined): LuaReference {
  if (handler) return handler;
  throw new OperationalError("INTERNAL", "a registration without its function");
}
