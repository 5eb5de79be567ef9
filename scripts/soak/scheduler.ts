/**
 * `soak:scheduler`: random interleavings of inputs, stops, pre-emptions and hang-ups against the real
 * agent. `--seed N --steps N`; prints the seed first, so that what it finds can be had again.
 */
import { parseArgs } from "node:util";
import { simulate } from "./scheduler/simulation.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    steps: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const steps = Number(values.steps);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(steps) || steps < 1) {
  console.error("usage: bun run soak:scheduler [--seed N] [--steps N] [--json]");
  process.exit(2);
}

if (!values.json) console.log(`scheduler  seed ${seed}, ${steps} steps`);
const begin = performance.now();
try {
  const report = await simulate(seed, steps);
  const stepsPerSecond = Math.round(steps / ((performance.now() - begin) / 1000));
  if (values.json)
    console.log(JSON.stringify({ soak: "scheduler", seed, stepsPerSecond, ...report }));
  else console.log(`scheduler  all invariants held, ${stepsPerSecond} steps/s`, report);
} catch (error) {
  console.error(`scheduler  seed ${seed}: ${error instanceof Error ? error.message : error}`);
  console.error(`to have it again: bun run soak:scheduler --seed ${seed} --steps ${steps}`);
  process.exit(1);
}
