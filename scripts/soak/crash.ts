/** `soak:crash`: five plugins under load, killed at random moments. `--seed N --kills N`; prints the seed first. */
import { parseArgs } from "node:util";
import { soakCrash } from "./crash/simulation.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    kills: { type: "string", default: "1000" },
    json: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(kills) || kills < 1) {
  console.error("usage: bun run soak:crash [--seed N] [--kills N] [--json]");
  process.exit(2);
}
if (!values.json) console.log(`crash  seed ${seed}, ${kills} kills`);
try {
  const report = await soakCrash(seed, kills);
  if (values.json) console.log(JSON.stringify({ soak: "crash", seed, ...report }));
  else console.log("crash  every call ended, nothing is left behind", report);
  process.exit(0);
} catch (error) {
  console.error(`crash  seed ${seed}: ${error instanceof Error ? error.message : error}`);
  console.error(`to have it again: bun run soak:crash --seed ${seed} --kills ${kills}`);
  process.exit(1);
}
