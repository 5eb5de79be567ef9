/** `tool.*`: tools of a plugin, in the hub's one registry. */
import { CanceledError, messageOf } from "#base";
import {
  cleanerInvokeReply,
  type MethodParams,
  type ToolContext,
  type ToolDefinition,
  type ToolInvoke,
  type ToolResult,
  toolInvokeReply,
} from "#contract";
import { CLEANER_TIMEOUT_MS, TOOL_TIMEOUT_MS, TOOLS_PER_PLUGIN_MAX } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function toolHandlers({ state, registrations }: GroupDeps): HandlerGroup<"tool.register"> {
  return {
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

/** Field by field: what else came over the wire is nothing that the hub knows. */
function definitionOf(plugin: PluginLink, declared: MethodParams<"tool.register">): ToolDefinition {
  const { name, description, parameters } = declared;
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
  using _open = plugin.calls.begin(context, signal);
  try {
    const answer = await plugin.request("tool.invoke", params, signal, TOOL_TIMEOUT_MS);
    const { content, isError } = toolInvokeReply.require(answer, "tool reply", "PLUGIN_FAILED");
    return { outcome: isError === true ? "failed" : "ok", content };
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
