/** Output channels: "sent" is said only when the channel said so (F04). */
import { type Clock, deadline, type Logger, messageOf } from "#base";
import { problem } from "#contract";
import type { OutputChannel, Outputs } from "#kernel/state";
import { OUTPUT_TIMEOUT_MS } from "./limits.ts";

const NAME = /^[A-Za-z0-9_-]{1,51}$/;

/** Makes an empty set of channels. */
export function createOutputs(clock: Clock, log: Logger): Outputs {
  const channels = new Map<string, OutputChannel & { readonly owner: string }>();
  return {
    register(owner, channel) {
      if (!NAME.test(channel.name)) {
        throw problem(
          "INVALID_PARAMS",
          `channel name "${channel.name}" is not [A-Za-z0-9_-]{1,51}`,
        );
      }
      const known = channels.get(channel.name);
      if (known) throw problem("CONFLICT", `channel "${channel.name}" belongs to "${known.owner}"`);
      const entry = { ...channel, owner };
      channels.set(channel.name, entry);
      return {
        [Symbol.dispose]() {
          if (channels.get(channel.name) === entry) channels.delete(channel.name);
        },
      };
    },
    list: () =>
      [...channels.values()].map(({ name, caps, description, owner }) => ({
        name,
        caps,
        description,
        owner,
      })),
    async send(name, message, signal) {
      const channel = channels.get(name);
      if (!channel) return { outcome: "error", reason: `there is no channel "${name}"` };
      using limit = deadline(clock, OUTPUT_TIMEOUT_MS, signal);
      const late = Promise.withResolvers<never>();
      limit.signal.addEventListener("abort", () => late.reject(limit.signal.reason), {
        once: true,
      });
      try {
        await Promise.race([channel.send(message, limit.signal), late.promise]);
        return { outcome: "sent" };
      } catch (error) {
        if (limit.signal.aborted)
          return { outcome: "unconfirmed", reason: messageOf(limit.signal.reason) };
        log.warn("output.failed", { channel: name, owner: channel.owner, error });
        return { outcome: "error", reason: messageOf(error) };
      }
    },
    detach(owner) {
      for (const [name, channel] of channels) if (channel.owner === owner) channels.delete(name);
    },
  };
}
