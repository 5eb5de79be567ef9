/** The boot module of the self-check: what it looks at, and the isolated hub in which it tries things. */
import { statfsSync } from "node:fs";
import {
  createSelfCheck,
  HEALTH_OWNER,
  healthDefinitions,
  healthInterval,
  registerHealthTools,
} from "#builtin";
import type { BootModule } from "#kernel/boot";
import type { HubRun } from "./hub.ts";
import { checkElsewhere } from "./isolated-check.ts";
import { openIsolatedHub, removeLeftovers } from "./isolated-hub.ts";

/** Checks the hub now and then; `isolated` are the modules of the hub in which it may write. */
export function healthModule(isolated: readonly BootModule<HubRun>[]): BootModule<HubRun> {
  return {
    name: "health",
    needs: ["agent", "access", "plugins"],
    async start({ state }) {
      const { clock, config, health, paths } = state;
      const log = state.log.scope("health");
      try {
        removeLeftovers(paths.root);
      } catch (error) {
        // A folder that cannot be read is what the first check will say more of.
        log.warn("health.leftovers", { error });
      }
      config.define(HEALTH_OWNER, healthDefinitions);
      const resources = new AsyncDisposableStack();
      const selfCheck = resources.use(
        createSelfCheck({
          live: state,
          machine: {
            freeBytes: () => freeBytesAt(paths.root),
            memoryBytes: () => process.memoryUsage.rss(),
          },
          openIsolated: (signal) => openIsolatedHub(isolated, paths.root, signal),
          elsewhere: (names, signal) => checkElsewhere(paths.root, names, signal),
          health,
          clock,
          log,
          interval: healthInterval(config),
        }),
      );
      resources.use(registerHealthTools(state.tools, selfCheck));
      selfCheck.start();
      return resources;
    },
  };
}

/** What the hub's user may still write; the system keeps some for itself. */
function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
