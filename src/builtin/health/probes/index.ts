/** All probes, in the order in which they run: what is only looked at first, what is timed last. */
import type { Clock } from "#base";
import type { Probe } from "../probe.ts";
import { kernelProbes } from "./kernel.ts";
import { memoryProbes } from "./memory.ts";
import { perfProbes } from "./perf.ts";
import { pluginProbes } from "./plugins.ts";
import { toolProbes } from "./tools.ts";

/** The hub's own probes. */
export function hubProbes(clock: Clock): readonly Probe[] {
  return [...pluginProbes, ...toolProbes, ...memoryProbes, ...kernelProbes, ...perfProbes(clock)];
}
