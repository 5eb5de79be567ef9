/** First values, given once each: a version marker decides, never whether some table is empty. */
import { assert } from "#base";
import type { HubConfig } from "./config.ts";

/** The marker: the version of the newest step that was taken here. */
export const SEED_VERSION_KEY = "core.internal.seed_version";

/** What an installation gets once. */
export interface SeedStep {
  /** Positive, rising, never used again. */
  readonly version: number;
  /** Values for keys that nobody set yet. */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  /** Whatever else the step does. Must be harmless to repeat: a crash before the marker does. */
  readonly apply?: () => void;
}

/** Takes the steps that this installation has not had; answers their versions. */
export function seed(config: HubConfig, steps: readonly SeedStep[]): readonly number[] {
  const reached = Number(config.get(SEED_VERSION_KEY));
  const taken: number[] = [];
  let last = 0;
  for (const { version, values, apply } of steps) {
    assert(Number.isSafeInteger(version) && version > last, `seed step ${version} is out of order`);
    last = version;
    if (version <= reached) continue;
    for (const [key, value] of Object.entries(values ?? {})) {
      if (!config.isSet(key)) config.set(key, value);
    }
    apply?.();
    config.set(SEED_VERSION_KEY, version);
    taken.push(version);
  }
  return taken;
}
