/** `hub.tools`: offering tools and running their calls. */
import { isCanceled, messageOf, OperationalError } from "#base";
import type { ToolInvoke, ToolInvokeReply } from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { HubTools, PluginToolHandler } from "../types.ts";

/** The group and the way in for calls. */
export function createTools(link: HubLink): {
  readonly api: HubTools;
  invoke(call: ToolInvoke, signal: AbortSignal): Promise<ToolInvokeReply>;
} {
  const handlers = new Map<string, PluginToolHandler>();
  return {
    api: {
      async register(definition, handler) {
        const before = handlers.get(definition.name);
        handlers.set(definition.name, handler);
        try {
          await link.call("tool.register", definition as never, link.signal);
        } catch (error) {
          if (before) handlers.set(definition.name, before);
          else handlers.delete(definition.name);
          throw error;
        }
      },
    },
    async invoke({ name, arguments: args, callId, channel }, signal) {
      const handler = handlers.get(name);
      if (!handler) throw new OperationalError("NOT_FOUND", `this plugin has no tool "${name}"`);
      try {
        return { content: await handler(args, { callId, channel }, signal) };
      } catch (error) {
        if (isCanceled(error)) throw error;
        // The model reads why it failed and may try otherwise.
        return { content: messageOf(error), isError: true };
      }
    },
  };
}
