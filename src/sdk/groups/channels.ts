/** `hub.outputs` and `hub.inputs`: channels on which the hub speaks and is spoken to. */
import { isCanceled, messageOf, OperationalError } from "#base";
import type { OutputInvoke } from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { CallTracker } from "../open-call.ts";
import { type MediaInput, sendMedia } from "./media.ts";

export interface HubOutputs {
  register(
    channel: {
      readonly name: string;
      /** text 1, file 2, image 4, audio 8, structured 16 */
      readonly caps: number;
      readonly description: string;
      /** What `meta` may hold, for a model that asks. */
      readonly help?: string;
      /** Longest text of one message in characters, 64 to 65 536; longer ones come in parts. */
      readonly textMax?: number;
    },
    send: (
      message: { readonly payload: string; readonly type: string; readonly meta?: unknown },
      signal: AbortSignal,
    ) => Promise<void>,
  ): Promise<void>;
}

/** How a text is to be treated. */
export interface InjectOptions {
  /** 1 background, 2 message (the default), 3 interactive. 4 is the hub's own and counts as 3. */
  readonly priority?: 1 | 2 | 3 | 4;
  /** Nothing is derived from it: no vector, no keyword, no fact. The conversation keeps it. */
  readonly noMemory?: boolean;
  /** Your own id of the message. Without it the same text within 10 s is taken for the same message. */
  readonly messageId?: string;
  /** Pictures, sounds or files that belong to the text; then it may be empty. */
  readonly media?: readonly MediaInput[];
}

export interface HubInputs {
  register(channel: { readonly name: string; readonly description: string }): Promise<void>;
  /**
   * Queues a text as if it had been said on the channel; resolves when it has its place in the queue.
   * The reply comes on the output channel of the same name, if this plugin has one. `interrupt` tells
   * it to the turn of that conversation that is under way: before its next model call (`inject`), or
   * at once by calling off the one that runs (`cancel`).
   */
  inject(
    channel: string,
    text: string,
    options?: InjectOptions & { readonly interrupt?: "cancel" | "inject" },
  ): Promise<void>;
  /** Barges in: `inject` with `interrupt: "cancel"`. */
  interrupt(channel: string, text: string, options?: InjectOptions): Promise<void>;
  /**
   * Injects and waits for the reply. Asked by a tool's handler it runs within the turn that waits for
   * the tool, so that neither waits for the other.
   */
  ask(channel: string, text: string, signal: AbortSignal, options?: InjectOptions): Promise<string>;
}

export type { MediaInput } from "./media.ts";

/** A turn with a slow model and several tools may take this long. */
const ASK_TIMEOUT_MS = 10 * 60_000;

type SendHandler = Parameters<HubOutputs["register"]>[1];

/** The group and the way in for messages. */
export function createOutputs(link: HubLink): {
  readonly api: HubOutputs;
  invoke(message: OutputInvoke, signal: AbortSignal): Promise<null>;
} {
  const handlers = new Map<string, SendHandler>();
  return {
    api: {
      async register(channel, send) {
        const before = handlers.get(channel.name);
        handlers.set(channel.name, send);
        try {
          await link.call("output.register", { ...channel }, link.signal);
        } catch (error) {
          if (before) handlers.set(channel.name, before);
          else handlers.delete(channel.name);
          throw error;
        }
      },
    },
    async invoke({ channel, payload, type, meta }, signal) {
      const send = handlers.get(channel);
      if (!send) throw new OperationalError("NOT_FOUND", `this plugin has no channel "${channel}"`);
      try {
        await send({ payload, type, ...(meta === undefined ? {} : { meta }) }, signal);
        return null;
      } catch (error) {
        if (isCanceled(error) || error instanceof OperationalError) throw error;
        link.failed(`channel ${channel}`, error);
        throw new OperationalError("PLUGIN_FAILED", messageOf(error), { cause: error });
      }
    },
  };
}

/** The group for input channels. What is said within a tool call tells the hub so by itself. */
export function createInputs(link: HubLink, calls: CallTracker): HubInputs {
  const within = () => {
    const call = calls.current();
    return call === undefined ? {} : { within: call };
  };
  return {
    async register(channel) {
      await link.call("input.register", { ...channel }, link.signal);
    },
    async inject(channel, text, { media, ...options } = {}) {
      const params = { channel, text, ...options, ...within() };
      await (media === undefined
        ? link.call("io.injectText", params, link.signal)
        : sendMedia(link, media, (blocks) =>
            link.call("io.injectMedia", { ...params, media: blocks }, link.signal),
          ));
    },
    async interrupt(channel, text, { media, ...options } = {}) {
      const params = { channel, text, ...options, ...within() };
      await (media === undefined
        ? link.call("io.injectInterrupt", params, link.signal)
        : sendMedia(link, media, (blocks) =>
            link.call("io.injectInterruptMedia", { ...params, media: blocks }, link.signal),
          ));
    },
    async ask(channel, text, signal, { media, ...options } = {}) {
      const params = { channel, text, ...options, ...within() };
      const patience = { timeoutMs: ASK_TIMEOUT_MS };
      const answer = await (media === undefined
        ? link.call("io.injectInputSync", params, signal, patience)
        : sendMedia(link, media, (blocks) =>
            link.call("io.injectMediaSync", { ...params, media: blocks }, signal, patience),
          ));
      return answer.reply;
    },
  };
}
