/**
 * `soak:stage`: five real processes read, change and write one context under the lock, some are
 * killed with -9 while they hold it. `--seed N --rounds N`; prints the seed first.
 */
import { parseArgs } from "node:util";
import { soakStage } from "./stage/simulation.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    rounds: { type: "string", default: "10000" },
    json: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error("usage: bun run soak:stage [--seed N] [--rounds N] [--json]");
  process.exit(2);
}

if (!values.json) console.log(`stage  seed ${seed}, ${rounds} rounds of five processes`);
const begin = performance.now();
try {
  const report = await soakStage(seed, rounds);
  const seconds = (performance.now() - begin) / 1000;
  const changesPerSecond = Math.round(report.changes / seconds);
  if (values.json)
    console.log(JSON.stringify({ soak: "stage", seed, changesPerSecond, ...report }));
  else console.log(`stage  nothing lost, ${changesPerSecond} changes/s`, report);
} catch (error) {
  console.error(`stage  seed ${seed}: ${error instanceof Error ? error.message : error}`);
  console.error(`to have it again: bun run soak:stage --seed ${seed} --rounds ${rounds}`);
  process.exit(1);
}
