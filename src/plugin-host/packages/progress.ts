/** Tells how far an installation is, as events of the plugin's state: few, whatever its size. */
import type { PluginStatus } from "#contract";
import { PROGRESS_STEP_PERCENT } from "./limits.ts";
import type { PluginSlots } from "./plugin-slots.ts";
import type { PluginPackage } from "./read-package.ts";

/** The progress of one installation. */
export interface Progress {
  /** So many bytes more are unpacked. */
  add(bytes: number): void;
  /** It failed: what is told now is what there was before. */
  giveUp(): void;
}

/** Begins to tell. */
export function createProgress(
  slots: Pick<PluginSlots, "announce" | "status">,
  { manifest: { name, version }, unpackedBytes }: PluginPackage,
  sha256: string,
): Progress {
  let done = 0;
  let told = -PROGRESS_STEP_PERCENT;
  const status: PluginStatus = {
    name,
    version,
    state: "installing",
    sandbox: "none",
    restarts: 0,
    reason: null,
    source: "installed",
    sha256,
  };
  const tell = (percent: number) => {
    const step = percent - (percent % PROGRESS_STEP_PERCENT);
    if (step <= told) return;
    told = step;
    slots.announce({ ...status, reason: `unpacking, ${step} %` });
  };
  tell(0);
  return {
    add(bytes) {
      done += bytes;
      tell(Math.floor((done * 100) / Math.max(unpackedBytes, 1)));
    },
    giveUp() {
      slots.announce(slots.status(name) ?? { ...status, state: "removed" });
    },
  };
}
