/** `tool.*`: tools of a plugin, in the hub's one registry. */
import { CanceledError, messageOf } from "#base";
import { type ToolContext, type ToolInvoke, type ToolResult, toolInvokeReply } from "#contract";
import { TOOL_TIMEOUT_MS, TOOLS_PER_PLUGIN_MAX } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function toolHandlers({ state, registrations }: GroupDeps): HandlerGroup<"tool.register"> {
  return {
    "tool.register": ({ name, description, parameters, parallelSafe, noMemory }, { plugin }) => {
      const definition = {
        name,
        description,
        parameters,
        ...(parallelSafe === undefined ? {} : { parallelSafe }),
        ...(noMemory === undefined ? {} : { noMemory }),
      };
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

/** Every way to end is an outcome; the model reads why. */
async function invoke(
  plugin: PluginLink,
  name: string,
  args: unknown,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { callId, channel } = context;
  const params: ToolInvoke = { name, arguments: args, callId, channel };
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
