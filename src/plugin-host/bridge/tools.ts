/** `tool.*`: tools of a plugin, in the hub's one registry. */
import { CanceledError, messageOf } from "#base";
import {
  cleanerInvokeReply,
  type MethodParams,
  problem,
  requireToolSchema,
  type ToolContext,
  type ToolDefinition,
  type ToolInvoke,
  type ToolResult,
  toolInvokeReply,
} from "#contract";
import type { KernelState } from "#kernel/state";
import {
  CLEANER_TIMEOUT_MS,
  PLUGINS_IN_CHAIN_MAX,
  TOOL_CALLS_MAX,
  TOOL_TIMEOUT_MS,
  TOOLS_PER_PLUGIN_MAX,
} from "../limits.ts";
import type { OpenCall } from "../open-calls.ts";
import type { PluginLink } from "../plugin-link.ts";
import { keepMedia } from "./media-blocks.ts";
import { callOf, principalOf } from "./speaker.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function toolHandlers({
  state,
  registrations,
}: GroupDeps): HandlerGroup<"tool.register" | "tool.invoke" | "io.setToolBlocks"> {
  const running = new WeakMap<PluginLink, number>();
  const count = (plugin: PluginLink, change: number) => {
    running.set(plugin, (running.get(plugin) ?? 0) + change);
  };
  return {
    "tool.invoke": async ({ name, arguments: args, within }, { plugin, signal }) => {
      const call = callOf(plugin, within);
      if ((running.get(plugin) ?? 0) >= TOOL_CALLS_MAX) {
        throw problem("BUSY", `${TOOL_CALLS_MAX} tools that this plugin called are running`);
      }
      // Nobody is left to hear the result when the call that it is for has been given up.
      const until = call ? AbortSignal.any([signal, call.signal]) : signal;
      count(plugin, 1);
      try {
        return await state.tools.invoke(name, args, contextOf(state, plugin, call), until);
      } finally {
        count(plugin, -1);
      }
    },
    "io.setToolBlocks": async ({ within, media }, { plugin }) => {
      const call = plugin.calls.require(within);
      call.media = await keepMedia(state, plugin, media);
      return null;
    },
    "tool.register": (declared, { plugin }) => {
      const definition = definitionOf(plugin, declared);
      const { name } = definition;
      registrations.replace(
        plugin.name,
        `tool:${name}`,
        () =>
          state.tools.register(plugin.name, definition, (args, context, signal) =>
            invoke(plugin, name, args, context, signal),
          ),
        TOOLS_PER_PLUGIN_MAX,
      );
      return null;
    },
  };
}

/** In whose name a plugin calls: as in what it injects, with no more than its caller's caller has. */
function contextOf(
  { ids }: KernelState,
  plugin: PluginLink,
  call: OpenCall | undefined,
): ToolContext {
  const { turnId = ids.next("t"), cause = [], channel = plugin.name } = call?.context ?? {};
  const chain = cause.filter(({ kind }) => kind === "plugin").length;
  if (chain >= PLUGINS_IN_CHAIN_MAX) {
    throw problem("BUSY", `${chain} plugins call one another's tools already`);
  }
  const callId = ids.next("c");
  const { agent, allowedOutputs } = call?.context ?? {};
  return {
    turnId,
    callId,
    principal: principalOf(plugin, call),
    channel,
    origin: "plugin",
    ...(agent === undefined ? {} : { agent }),
    ...(allowedOutputs === undefined ? {} : { allowedOutputs }),
    cause: [...cause, { kind: "plugin", id: plugin.name }, { kind: "tool", id: callId }],
  };
}

/** Field by field: what else came over the wire is nothing that the hub knows. */
function definitionOf(plugin: PluginLink, declared: MethodParams<"tool.register">): ToolDefinition {
  const { name, description, parameters } = declared;
  requireToolSchema(name, parameters);
  const { parallelSafe, serial, channel, noMemory, cleaner, role, agents } = declared;
  return {
    name,
    description,
    parameters,
    ...(parallelSafe === undefined ? {} : { parallelSafe }),
    ...(serial === undefined ? {} : { serial }),
    ...(channel === undefined ? {} : { channel }),
    ...(noMemory === undefined ? {} : { noMemory }),
    ...(role === undefined ? {} : { role }),
    ...(agents === undefined ? {} : { agents }),
    ...(cleaner === true
      ? { cleaner: (content, signal) => clean(plugin, name, content, signal) }
      : {}),
  };
}

/** Every way to end is an outcome; the model reads why. */
async function invoke(
  plugin: PluginLink,
  name: string,
  args: unknown,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { turnId, callId, channel } = context;
  const params: ToolInvoke = { name, arguments: args, turnId, callId, channel };
  using open = plugin.calls.begin(context, signal);
  try {
    const answer = await plugin.request("tool.invoke", params, signal, TOOL_TIMEOUT_MS);
    const { content, isError } = toolInvokeReply.require(answer, "tool reply", "PLUGIN_FAILED");
    const { media } = open;
    return {
      outcome: isError === true ? "failed" : "ok",
      content,
      ...(media.length === 0 ? {} : { media }),
    };
  } catch (error) {
    if (!(error instanceof CanceledError)) return { outcome: "failed", content: messageOf(error) };
    const outcome = error.reason === "deadline" ? "timeout" : "aborted";
    return { outcome, content: error.message };
  }
}

/** Rejects when the plugin gives no text: then nothing is derived from the result (F10). */
async function clean(
  plugin: PluginLink,
  name: string,
  content: string,
  signal: AbortSignal,
): Promise<string> {
  const answer = await plugin.request(
    "cleaner.invoke",
    { name, content },
    signal,
    CLEANER_TIMEOUT_MS,
  );
  return cleanerInvokeReply.require(answer, "cleaner reply", "PLUGIN_FAILED").content;
}
