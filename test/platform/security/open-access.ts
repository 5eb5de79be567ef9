/** Accounts over a real file, under a clock that the test moves. */
import { join } from "node:path";
import { EventBus, runIds, silentLogger } from "#base";
import type { KernelEvents } from "#contract";
import { CORE_OWNER, coreDefinitions, createConfig, type HubConfig } from "#platform/config";
import { createAccess, type HubAccess } from "#platform/security";
import { openStore } from "#platform/store";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";

/** Opened accounts. Disposing closes the file, as a stop of the hub does. */
export interface OpenAccess extends Disposable {
  readonly access: HubAccess;
  readonly config: HubConfig;
  readonly clock: ManualClock;
  /** Hashes of `token_revoked` events. */
  readonly revoked: string[];
}

/** Opens the accounts of `dir`. */
export function openAccess(dir: string, clock: ManualClock = createManualClock()): OpenAccess {
  const log = silentLogger;
  const store = openStore(join(dir, "hub.db"), { clock, log });
  const revoked: string[] = [];
  const events = new EventBus<KernelEvents>((error) => {
    throw error;
  });
  events.on("token_revoked", ({ tokenHash }) => revoked.push(tokenHash));
  const config = createConfig({ store, log, events });
  config.define(CORE_OWNER, coreDefinitions);
  const access = createAccess({ store, clock, log, ids: runIds(), events, config });
  return {
    access,
    config,
    clock,
    revoked,
    [Symbol.dispose]() {
      access[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}
