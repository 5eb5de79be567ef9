/** `hub.outputs` and `hub.inputs`: channels on which the hub speaks and is spoken to. */
import { isCanceled, messageOf, OperationalError } from "#base";
import type { OutputInvoke } from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { CallTracker } from "../open-call.ts";
import type { HubInputs, HubOutputs } from "../types.ts";

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
    async inject(channel, text, options = {}) {
      const params = { channel, text, ...options, ...within() };
      await link.call("io.injectText", params, link.signal);
    },
    async interrupt(channel, text, options = {}) {
      const params = { channel, text, ...options, ...within() };
      await link.call("io.injectInterrupt", params, link.signal);
    },
    async ask(channel, text, signal, options = {}) {
      const params = { channel, text, ...options, ...within() };
      const patience = { timeoutMs: ASK_TIMEOUT_MS };
      return (await link.call("io.injectInputSync", params, signal, patience)).reply;
    },
  };
}
