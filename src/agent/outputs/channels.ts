/** Output channels: "sent" is said only when the channel said so (F04). */
import { type Clock, deadline, type Logger, messageOf } from "#base";
import { problem } from "#contract";
import type { OutputChannel, Outputs, OutputWatcher } from "#kernel/state";
import { OUTPUT_TIMEOUT_MS } from "../limits.ts";

/** Leaves room for `output_send__` before it and `_help` behind it in a tool's 64 characters. */
const NAME = /^[A-Za-z0-9_-]{1,46}$/;

type Entry = OutputChannel & { readonly owner: string };

/** Makes an empty set of channels. */
export function createOutputs(clock: Clock, log: Logger): Outputs {
  const channels = new Map<string, Entry>();
  const watchers = new Set<OutputWatcher>();
  const remove = (entry: Entry) => {
    if (channels.get(entry.name) !== entry) return;
    channels.delete(entry.name);
    for (const watcher of watchers) watcher.removed(entry.name);
  };
  return {
    register(owner, channel) {
      const { name } = channel;
      if (!NAME.test(name)) {
        throw problem("INVALID_PARAMS", `channel name "${name}" is not [A-Za-z0-9_-]{1,46}`);
      }
      const known = channels.get(name);
      if (known) throw problem("CONFLICT", `channel "${name}" belongs to "${known.owner}"`);
      const entry = { ...channel, owner };
      channels.set(name, entry);
      for (const watcher of watchers) watcher.added(described(entry));
      return { [Symbol.dispose]: () => remove(entry) };
    },
    list: () => [...channels.values()].map(described),
    watch(watcher) {
      watchers.add(watcher);
      for (const entry of channels.values()) watcher.added(described(entry));
      return { [Symbol.dispose]: () => void watchers.delete(watcher) };
    },
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
      for (const entry of [...channels.values()]) if (entry.owner === owner) remove(entry);
    },
  };
}

/** A channel as others may see it: without the way to send past the checks. */
function described({ send: _send, ...channel }: Entry) {
  return channel;
}
