/** `io.*`: what a plugin says to the hub, with no more rights than whom it speaks for. */
import { type InputLevel, type MediaReference, type MethodParams, problem } from "#contract";
import type { Input } from "#kernel/state";
import type { BridgeCall } from "../gate.ts";
import { INJECTIONS_MAX } from "../limits.ts";
import type { OpenCall } from "../open-calls.ts";
import type { PluginLink } from "../plugin-link.ts";
import { keepMedia, type MediaBlocks } from "./media-blocks.ts";
import { callOf, principalOf } from "./speaker.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names =
  | "io.injectText"
  | "io.injectTextNoMem"
  | "io.injectInterrupt"
  | "io.injectInputSync"
  | "io.injectMedia"
  | "io.injectMediaSync"
  | "io.injectInterruptMedia";

/** What all injections have; `priority` is the scheduler's to clamp. */
type Injection = Omit<MethodParams<"io.injectInterrupt">, "text"> & {
  readonly text?: string;
  readonly media?: MediaBlocks;
};

/** How an input differs from a plain one of its plugin. */
type Treatment = Pick<Input, "interrupt" | "noMemory" | "deliver" | "awaitedBy" | "onQueued">;

/** Handlers of the group. */
export function injectionHandlers({
  state,
  registrations,
  floods,
}: GroupDeps): HandlerGroup<Names> {
  const waiting = new WeakMap<PluginLink, number>();
  const submit = async (
    params: Injection,
    call: OpenCall | undefined,
    how: Treatment,
    plugin: PluginLink,
    signal: AbortSignal,
  ) => {
    waiting.set(plugin, (waiting.get(plugin) ?? 0) + 1);
    try {
      // Counted from here on: what is kept for a text that waits is a part of it.
      const media = params.media && (await keepMedia(state, plugin, params.media));
      return await state.io.submit(inputOf(plugin, params, media, call, how), signal);
    } finally {
      waiting.set(plugin, (waiting.get(plugin) ?? 1) - 1);
    }
  };
  /** One plugin must not fill the queue that people wait in. */
  const requireInput = (plugin: PluginLink, channel: string) => {
    if (!registrations.hasInput(plugin.name, channel)) {
      throw problem("NOT_FOUND", `"${channel}" is no input channel of this plugin`, {
        hint: "register it with input.register first",
      });
    }
    if ((waiting.get(plugin) ?? 0) < INJECTIONS_MAX) return;
    floods.note(plugin.name, "injected texts");
    throw problem("BUSY", `${INJECTIONS_MAX} texts of this plugin wait for their turn`);
  };
  /** Where nobody waits for a reply it goes out on the channel; not on one of another plugin. */
  const delivery = ({ name }: PluginLink, channel: string): Treatment => {
    const isOwn = state.outputs.list().some((out) => out.name === channel && out.owner === name);
    return isOwn ? { deliver: "channel" } : {};
  };
  /**
   * Answered when the text has its place in the queue, so that a plugin is slowed down instead of
   * refused; giving up before that takes the text back.
   */
  const inject = async (
    { plugin, signal }: BridgeCall,
    params: Injection,
    treatment: Treatment,
  ): Promise<null> => {
    requireInput(plugin, params.channel);
    const call = callOf(plugin, params.within);
    const queued = Promise.withResolvers<null>();
    let hasPlace = false;
    const onQueued = () => {
      hasPlace = true;
      queued.resolve(null);
    };
    const how = { ...delivery(plugin, params.channel), ...treatment, onQueued };
    const until = AbortSignal.any([plugin.tasks.signal, signal]);
    // Begun here and not in the task: the next text of the same breath must find it counted.
    const submitted = submit(params, call, how, plugin, until);
    plugin.tasks.run(async () => {
      try {
        await submitted;
        onQueued();
      } catch (error) {
        // Later on nobody but the log is left to hear why.
        if (hasPlace) throw error;
        queued.reject(error);
      }
    });
    return await queued.promise;
  };
  const ask = async ({ plugin, signal }: BridgeCall, params: Injection) => {
    requireInput(plugin, params.channel);
    const call = callOf(plugin, params.within);
    const how = {
      noMemory: params.noMemory === true,
      ...(call === undefined ? {} : { awaitedBy: call.context.turnId }),
    };
    // Nobody is left to hear it when the call that it is for has been given up.
    const until = call ? AbortSignal.any([signal, call.signal]) : signal;
    return { reply: (await submit(params, call, how, plugin, until)).reply };
  };
  const said = (call: BridgeCall, params: Injection, interrupt: Input["interrupt"]) =>
    inject(call, params, { ...interruptOf(interrupt), noMemory: params.noMemory === true });
  return {
    "io.injectText": (params, call) => said(call, params, params.interrupt),
    "io.injectTextNoMem": (params, call) =>
      inject(call, params, { ...interruptOf(params.interrupt), noMemory: true }),
    "io.injectInterrupt": (params, call) => said(call, params, "cancel"),
    "io.injectInputSync": (params, call) => ask(call, params),
    "io.injectMedia": (params, call) => said(call, params, params.interrupt),
    "io.injectInterruptMedia": (params, call) => said(call, params, "cancel"),
    "io.injectMediaSync": (params, call) => ask(call, params),
  };
}

const interruptOf = (interrupt: Input["interrupt"]): Treatment =>
  interrupt === undefined ? {} : { interrupt };

function inputOf(
  plugin: PluginLink,
  { channel, text = "", priority, messageId }: Injection,
  media: readonly MediaReference[] | undefined,
  call: OpenCall | undefined,
  how: Treatment,
): Input {
  return {
    text,
    ...(media === undefined ? {} : { media }),
    channel,
    principal: principalOf(plugin, call),
    origin: "plugin",
    // What a timer began stays of a timer, whoever speaks in between (F16).
    cause: [...(call?.context.cause ?? []), { kind: "plugin", id: plugin.name }],
    ...(messageId === undefined ? {} : { messageId }),
    ...standing(priority, call),
    ...how,
  };
}

/** One of the agents that were sent has no more tools through a plugin than by itself, nor a say in levels. */
function standing(
  priority: number | undefined,
  call: OpenCall | undefined,
): Pick<Input, "agent" | "level"> {
  const agent = call?.context.agent;
  if (agent !== undefined && agent.kind !== "root") return { agent };
  return priority === undefined ? {} : { level: priority as InputLevel };
}
