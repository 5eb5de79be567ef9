/** Plugins that send more than the hub takes: named in the list of what works less well while it lasts. */
import type { Clock } from "#base";
import type { Health, Reported } from "#kernel/state";
import { FLOOD_QUIET_MS } from "./limits.ts";

/** What there can be too much of. */
export type FloodKind =
  | "calls"
  | "bytes"
  | "log lines"
  | "lines on stderr"
  | "refused calls"
  | "settings"
  | "registrations"
  | "injected texts";

/** The floods of all plugins. */
export interface Floods {
  /** Something of a plugin was held back or dropped. */
  note(plugin: string, kind: FloodKind): void;
  /** The plugin is gone, and its floods with it. */
  end(plugin: string): void;
}

interface Flood {
  readonly kinds: Set<FloodKind>;
  readonly shown: Reported;
  notedAt: number;
  timer: Disposable;
}

/** Makes the list; it is told in `health`, which logs the begin and the end of each entry once. */
export function createFloods(clock: Clock, health: Health): Floods {
  const floods = new Map<string, Flood>();
  const end = (plugin: string) => {
    const flood = floods.get(plugin);
    floods.delete(plugin);
    flood?.timer[Symbol.dispose]();
    flood?.shown[Symbol.dispose]();
  };
  const look = (plugin: string, flood: Flood) => {
    const quietMs = clock.monotonic() - flood.notedAt;
    if (quietMs >= FLOOD_QUIET_MS) return end(plugin);
    flood.timer = clock.after(FLOOD_QUIET_MS - quietMs, () => look(plugin, flood));
  };
  return {
    note(plugin, kind) {
      const flood = floods.get(plugin);
      if (!flood) {
        const kinds = new Set([kind]);
        const begun: Flood = {
          kinds,
          shown: health.degrade(`plugin.${plugin}`, reasonOf(kinds)),
          notedAt: clock.monotonic(),
          timer: clock.after(FLOOD_QUIET_MS, () => look(plugin, begun)),
        };
        floods.set(plugin, begun);
        return;
      }
      flood.notedAt = clock.monotonic();
      if (flood.kinds.has(kind)) return;
      flood.kinds.add(kind);
      flood.shown.update(reasonOf(flood.kinds));
    },
    end,
  };
}

const reasonOf = (kinds: ReadonlySet<FloodKind>): string =>
  `sends too much and is held back: ${[...kinds].join(", ")}`;
