/** What packages may do to the plugins of the host: who may be replaced, and what he leaves behind. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { problem } from "#contract";
import type { KernelState } from "#kernel/state";
import type { Grants } from "./grants/index.ts";
import { PLUGINS_MAX } from "./limits.ts";
import type { PluginSlots } from "./packages/index.ts";
import { detachSettings, settingKey } from "./plugin-settings.ts";
import { isReservedName } from "./sources.ts";
import type { Supervisor } from "./supervisor.ts";

/** The part of the host that is needed. */
export interface SlotsHost {
  readonly state: KernelState;
  readonly supervisors: Map<string, Supervisor>;
  readonly grants: Grants;
  /** Aborts when the host stops. */
  readonly signal: AbortSignal;
  /** Finds an installed plugin by name; undefined where there is none. */
  takeUp(name: string): Supervisor | undefined;
  /** Does something whose changed settings need no answer of the host. */
  quietly(work: () => void): void;
}

/** Makes the slots of a host. */
export function createInstalledSlots(host: SlotsHost): PluginSlots {
  const { state, supervisors } = host;
  const statusOf = (name: string) => supervisors.get(name)?.status();
  return {
    status: statusOf,
    announce: (status) => state.events.emit("plugin_state", status),
    requireInstallable(name) {
      const there = statusOf(name);
      if (isReservedName(name) || (there && there.source !== "installed")) throw comesWithHub(name);
      if (there || supervisors.size < PLUGINS_MAX) return;
      throw problem("CONFLICT", `there are ${PLUGINS_MAX} plugins already`, {
        hint: "remove one that is not needed",
      });
    },
    requireRemovable(name) {
      const there = host.takeUp(name)?.status();
      if (!there) {
        throw problem("PLUGIN_UNKNOWN", `there is no plugin "${name}"`, {
          hint: "waiter plugins lists all",
        });
      }
      if (there.source !== "installed") throw comesWithHub(name);
    },
    async replace(name, swap) {
      const known = supervisors.get(name);
      if (known) {
        const { changed } = await known.replace(swap, host.signal);
        return { status: known.status(), changed };
      }
      await swap();
      const added = host.takeUp(name);
      if (!added) throw problem("PLUGIN_UNKNOWN", `the plugin "${name}" is gone again`);
      await added.boot(host.signal);
      return { status: added.status(), changed: true };
    },
    async retire(name, takeOut) {
      const forgotten = async () => {
        // First: what is put under its name later is another, and was granted nothing.
        host.grants.forget(name);
        await takeOut();
      };
      await supervisors.get(name)?.retire(forgotten);
      supervisors.delete(name);
      detachSettings(state.config, name);
    },
    async wipe(name) {
      host.quietly(() => state.config.forget(settingKey(name, "")));
      for (const device of state.house.snapshot().devices) {
        if (device.plugin === name) state.house.forget(device.id);
      }
      await rm(join(state.paths.pluginData, name), { recursive: true, force: true });
    },
  };
}

function comesWithHub(name: string) {
  return problem("CONFLICT", `"${name}" is the name of something that comes with the hub`, {
    hint: `waiter plugin disable ${name} switches it off`,
  });
}
