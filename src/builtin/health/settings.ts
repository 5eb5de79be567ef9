/** The setting of the self-check, and how it is read. */
import type { Config, ConfigDefinition } from "#kernel/state";

/** Whose definition this is. */
export const HEALTH_OWNER = "core.health";
const INTERVAL = "core.health.interval";
const MINUTE_MS = 60_000;

/** What `config` has to know before the self-check reads it. */
export const healthDefinitions: readonly ConfigDefinition[] = [
  {
    key: INTERVAL,
    type: "duration",
    default: "30m",
    min: MINUTE_MS,
    max: 7 * 24 * 60 * MINUTE_MS,
    description: "多久自检一次 · How often the hub checks itself",
  },
];

/** How long from one check to the next, and who hears that it changed. */
export interface HealthInterval {
  readonly read: () => number;
  readonly onChange: (listener: () => void) => Disposable;
}

/** The setting as the owner has it, at each moment. */
export function healthInterval(config: Config): HealthInterval {
  return {
    read: () => Number(config.get(INTERVAL)),
    onChange: (listener) => config.onChange(INTERVAL, listener),
  };
}
