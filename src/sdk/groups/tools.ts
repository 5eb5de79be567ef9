/** `hub.tools`: offering tools, running their calls and cleaning their results. */
import { isCanceled, messageOf, OperationalError } from "#base";
import type {
  CleanerInvoke,
  CleanerInvokeReply,
  ToolDefinition,
  ToolInvoke,
  ToolInvokeReply,
  ToolResult,
} from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { CallTracker } from "../open-call.ts";
import { type MediaInput, sendMedia } from "./media.ts";

/** Answers the text for the model. Throwing tells the model why it failed. */
export type PluginToolHandler = (
  args: unknown,
  context: { readonly callId: string; readonly channel: string },
  signal: AbortSignal,
) => Promise<string> | string;

export interface HubTools {
  /** `cleaner` runs here, in the plugin, on results of this tool that are to be remembered. */
  register(definition: ToolDefinition, handler: PluginToolHandler): Promise<void>;
  /**
   * Calls a tool of the hub or of another plugin. Within a tool's handler it may do what its caller
   * may; outside what a member may. Never rejects for how the tool ended: that is the outcome.
   */
  invoke(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult>;
  /** Attaches media to the result of the call that is worked on; a second time replaces the first. */
  attach(media: readonly MediaInput[]): Promise<void>;
  /** Publishes one of this plugin's tools to others, who find it in `hub.plugins.list()`. */
  publish(api: {
    readonly name: string;
    readonly description: string;
    readonly tool: string;
  }): Promise<void>;
}

/** The hub itself ends a call sooner. */
const CALL_TIMEOUT_MS = 10 * 60_000;

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
      async invoke(name, args, signal) {
        const within = calls.current();
        const params = { name, arguments: args, ...(within === undefined ? {} : { within }) };
        return await link.call("tool.invoke", params, signal, { timeoutMs: CALL_TIMEOUT_MS });
      },
      async attach(media) {
        const within = calls.current();
        if (!within) throw new OperationalError("CONFLICT", "no tool call is being worked on");
        await sendMedia(link, media, (blocks) =>
          link.call("io.setToolBlocks", { within, media: blocks }, link.signal),
        );
      },
      async publish(api) {
        await link.call("api.register", { ...api }, link.signal);
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
        if (!(error instanceof OperationalError)) link.failed(`tool ${name}`, error);
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
