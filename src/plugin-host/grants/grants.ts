/** What every plugin may use: the one place that sets what was asked against what was granted. */
import type { Clock, Logger } from "#base";
import {
  type Capabilities,
  type GrantDecision,
  type Manifest,
  type PluginConsent,
  problem,
} from "#contract";
import type { Store } from "#platform/store";
import { bare, beyond, hashOf, isWithin, within } from "./capability-sets.ts";
import { type GrantRecord, GrantRecords } from "./grant-records.ts";

/** Where a plugin stands; one that its author linked works with what its manifest says. */
export type GrantOrigin = "shipped" | "installed" | "linked";

/** What a plugin may use now. */
export interface Standing {
  readonly consent: PluginConsent;
  /** Nothing unless it may run. */
  readonly grants: Capabilities;
  /** Names of what it waits for. */
  readonly waitsFor: readonly string[];
}

/** What the owner granted. */
export interface Grants {
  /** How a plugin stands. Must not throw: whoever cannot tell grants nothing. */
  standing(manifest: Manifest, origin: GrantOrigin): Standing;
  /** Keeps the owner's decision. Throws `INVALID_PARAMS` for more than is asked, or `CONFLICT`. */
  decide(manifest: Manifest, origin: GrantOrigin, decision: GrantDecision): void;
  /** Forgets a plugin that was removed. */
  forget(name: string): void;
}

/** What the grants stand on. */
export interface GrantsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Opens the book in `hub.db`. */
export function createGrants({ store, clock, log }: GrantsParts): Grants {
  const records = new GrantRecords(store, clock);
  return {
    standing(manifest, origin) {
      try {
        const standing = standingOf(manifest, origin, records.newest(manifest.name, origin));
        if (origin !== "installed") noteGiven(records, manifest, origin, log);
        return standing;
      } catch (error) {
        log.error("plugin.grants_unreadable", { plugin: manifest.name, error });
        return waiting(manifest);
      }
    },
    decide(manifest, origin, { capabilities, revision }) {
      const { name, version, capabilities: asks = {} } = manifest;
      if (revision !== undefined && revision !== hashOf(asks)) {
        throw problem("CONFLICT", `"${name}" asks for something else by now`, {
          hint: "look again at what it asks for, then decide",
        });
      }
      if (capabilities !== null && !isWithin(capabilities, asks)) {
        const more = beyond(capabilities, asks).join(", ");
        throw problem("INVALID_PARAMS", `"${name}" does not ask for this: ${more}`, {
          hint: "grant what it asks for, or less",
        });
      }
      const granted = capabilities === null ? null : bare(capabilities);
      records.add({
        plugin: name,
        origin,
        version,
        asked: bare(asks),
        granted,
        decidedBy: "owner",
      });
      log.info("plugin.grants_decided", { plugin: name, version, granted });
    },
    forget: (name) => records.forget(name),
  };
}

/** For a hub without a book: what comes with it is granted, nothing else is. */
export const noGrants: Grants = {
  standing: (manifest, origin) => standingOf(manifest, origin, undefined),
  decide: () => {
    throw problem("NOT_AVAILABLE", "this hub keeps no grants");
  },
  forget: () => undefined,
};

function standingOf(
  manifest: Manifest,
  origin: GrantOrigin,
  newest: GrantRecord | undefined,
): Standing {
  const asks = manifest.capabilities ?? {};
  if (newest?.decidedBy !== "owner") {
    if (origin === "shipped") return { consent: "shipped", grants: bare(asks), waitsFor: [] };
    if (origin === "linked" || isWithin(asks, {})) return all(asks);
    return waiting(manifest);
  }
  const { asked, granted } = newest;
  // Only the newest decision counts: with an older one, what was taken back would return.
  if (granted === null) {
    if (hashOf(asks) === hashOf(asked)) return { consent: "refused", grants: {}, waitsFor: [] };
    return waiting(manifest);
  }
  // He saw all of it and said what of it may be. What he left out stays out, unasked.
  if (!isWithin(asks, asked)) return waiting(manifest, asked);
  if (isWithin(asks, granted)) return all(asks);
  return { consent: "narrowed", grants: within(asks, granted), waitsFor: [] };
}

function all(asks: Capabilities): Standing {
  return { consent: "granted", grants: bare(asks), waitsFor: [] };
}

function waiting({ capabilities = {} }: Manifest, seen: Capabilities = {}): Standing {
  return { consent: "waiting", grants: {}, waitsFor: beyond(capabilities, seen) };
}

/** Writes down what came without the owner's word, once for each version of what is asked. */
function noteGiven(
  records: GrantRecords,
  { name: plugin, version, capabilities = {} }: Manifest,
  origin: "shipped" | "linked",
  log: Logger,
): void {
  const asked = bare(capabilities);
  try {
    const newest = records.newest(plugin, origin);
    if (newest?.decidedBy === "owner") return;
    if (newest?.version === version && hashOf(newest.asked) === hashOf(asked)) return;
    records.add({ plugin, origin, version, asked, granted: asked, decidedBy: origin });
  } catch (error) {
    // It is granted by where it comes from; the line in the book only tells of it.
    log.warn("plugin.grants_unwritten", { plugin, error });
  }
}
