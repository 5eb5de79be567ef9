/** `bench:start`: from spawn to ready (kernel, admin and sim), compiled; first start and later ones. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quantile, tell } from "./figures.ts";
import { startMeasuredHub } from "./hub.ts";

const RUNS = 15;

const folder = mkdtempSync(join(tmpdir(), "homeagent-bench-"));
const later: number[] = [];
for (let run = 0; run <= RUNS; run += 1) {
  await using hub = await startMeasuredHub(folder);
  if (run === 0) tell("start", "first (empty data folder)", hub.readyMs, "ms");
  else later.push(hub.readyMs);
}
rmSync(folder, { recursive: true, force: true });
tell("start", "p50", quantile(later, 0.5), "ms");
tell("start", "min", quantile(later, 0), "ms");
tell("start", "max", quantile(later, 1), "ms");
