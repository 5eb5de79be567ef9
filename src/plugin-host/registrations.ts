/** What each plugin has put into the hub, by owner; one call takes all of it out again (F42). */
import { problem } from "#contract";
import type { KernelState } from "#kernel/state";
import type { Floods } from "./floods.ts";
import {
  CHANNELS_PER_PLUGIN_MAX,
  REGISTRATIONS_BURST,
  REGISTRATIONS_PER_SECOND,
} from "./limits.ts";
import { createLineLimit, type LineLimit } from "./rate-limit.ts";

/** The registrations of all plugins. */
export interface Registrations {
  /** Holds `made` under a key; what the owner had under it before is disposed first. */
  replace(owner: string, key: string, make: () => Disposable, max: number): void;
  /** Disposes what the owner has under a key. */
  remove(owner: string, key: string): void;
  /** Takes an input channel. Throws `CONFLICT` when another plugin has it. */
  takeInput(owner: string, channel: string): void;
  hasInput(owner: string, channel: string): boolean;
  /** Removes everything of an owner: tools, channels, devices, sections, stages, subscriptions. */
  detach(owner: string): void;
}

/** Makes an empty set. The kernel's registries are read when they are needed, not before. */
export function createRegistrations(state: KernelState, floods: Floods): Registrations {
  const held = new Map<string, Map<string, Disposable>>();
  const inputs = new Map<string, string>();
  const limits = new Map<string, LineLimit>();
  /** A plugin that registers without end would keep every list of the hub in motion. */
  const requireCalm = (owner: string) => {
    const limit =
      limits.get(owner) ??
      createLineLimit(state.clock, REGISTRATIONS_PER_SECOND, REGISTRATIONS_BURST, () =>
        floods.note(owner, "registrations"),
      );
    limits.set(owner, limit);
    if (limit.take()) return;
    throw problem("BUSY", "a plugin may not register that often");
  };
  const remove = (owner: string, key: string) => {
    const entry = held.get(owner)?.get(key);
    held.get(owner)?.delete(key);
    entry?.[Symbol.dispose]();
  };
  return {
    replace(owner, key, make, max) {
      requireCalm(owner);
      const own = held.get(owner) ?? new Map<string, Disposable>();
      held.set(owner, own);
      const [kind] = key.split(":", 1);
      const count = [...own.keys()].filter((other) => other.startsWith(`${kind}:`)).length;
      if (!own.has(key) && count >= max) {
        throw problem("BUSY", `a plugin may register at most ${max} of "${kind}"`);
      }
      remove(owner, key);
      own.set(key, make());
    },
    remove,
    takeInput(owner, channel) {
      requireCalm(owner);
      const holder = inputs.get(channel);
      if (holder !== undefined && holder !== owner) {
        throw problem("CONFLICT", `input channel "${channel}" belongs to "${holder}"`);
      }
      const count = [...inputs.values()].filter((other) => other === owner).length;
      if (holder === undefined && count >= CHANNELS_PER_PLUGIN_MAX) {
        throw problem("BUSY", `a plugin may register at most ${CHANNELS_PER_PLUGIN_MAX} channels`);
      }
      inputs.set(channel, owner);
    },
    hasInput: (owner, channel) => inputs.get(channel) === owner,
    detach(owner) {
      const own = held.get(owner);
      held.delete(owner);
      limits.delete(owner);
      for (const entry of own?.values() ?? []) entry[Symbol.dispose]();
      for (const [channel, holder] of inputs) if (holder === owner) inputs.delete(channel);
      state.tools.detach(owner);
      state.outputs.detach(owner);
      state.stages.detach(owner);
      state.promptSections.detach(owner);
      state.house.detach(owner);
    },
  };
}
