/** `hub.tools`: offering tools, running their calls and cleaning their results. */
import { isCanceled, messageOf, OperationalError } from "#base";
import type {
  CleanerInvoke,
  CleanerInvokeReply,
  ToolDefinition,
  ToolInvoke,
  ToolInvokeReply,
} from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { CallTracker } from "../open-call.ts";
import type { HubTools, PluginToolHandler } from "../types.ts";

interface Offered {
  readonly handler: PluginToolHandler;
  readonly cleaner: ToolDefinition["cleaner"];
}

/** The group and the ways in for calls. */
export function createTools(
  link: HubLink,
  calls: CallTracker,
): {
  readonly api: HubTools;
  invoke(call: ToolInvoke, signal: AbortSignal): Promise<ToolInvokeReply>;
  clean(result: CleanerInvoke, signal: AbortSignal): Promise<CleanerInvokeReply>;
} {
  const offered = new Map<string, Offered>();
  const find = (name: string): Offered => {
    const tool = offered.get(name);
    if (tool) return tool;
    throw new OperationalError("NOT_FOUND", `this plugin has no tool "${name}"`);
  };
  return {
    api: {
      async register({ cleaner, ...definition }, handler) {
        const before = offered.get(definition.name);
        offered.set(definition.name, { handler, cleaner });
        // A function stays here; the hub learns that there is one.
        const wire = cleaner === undefined ? definition : { ...definition, cleaner: true };
        try {
          await link.call("tool.register", wire as never, link.signal);
        } catch (error) {
          if (before) offered.set(definition.name, before);
          else offered.delete(definition.name);
          throw error;
        }
      },
    },
    async invoke(call, signal) {
      const { name, arguments: args, callId, channel } = call;
      const { handler } = find(name);
      try {
        const content = await calls.run(call, async () =>
          handler(args, { callId, channel }, signal),
        );
        return { content };
      } catch (error) {
        if (isCanceled(error)) throw error;
        // The model reads why it failed and may try otherwise.
        return { content: messageOf(error), isError: true };
      }
    },
    async clean({ name, content }, signal) {
      const { cleaner } = find(name);
      if (!cleaner) throw new OperationalError("NOT_FOUND", `tool "${name}" has no cleaner`);
      return { content: await cleaner(content, signal) };
    },
  };
}
