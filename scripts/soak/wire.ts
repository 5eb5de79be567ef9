/** `soak:wire`: mutated frames into both sides of the wire. `--seed N --frames N`; prints the seed first. */
import { parseArgs } from "node:util";
import { type Direction, soakWire } from "./wire/simulation.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    frames: { type: "string", default: "200000" },
    json: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const frames = Number(values.frames);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(frames) || frames < 1) {
  console.error("usage: bun run soak:wire [--seed N] [--frames N] [--json]");
  process.exit(2);
}
if (!values.json) console.log(`wire  seed ${seed}, ${frames} frames in each direction`);
for (const direction of ["to the hub", "to the plugin"] satisfies Direction[]) {
  const begin = performance.now();
  try {
    const report = await soakWire(direction, seed, frames);
    const framesPerSecond = Math.round(frames / ((performance.now() - begin) / 1000));
    if (values.json)
      console.log(JSON.stringify({ soak: "wire", direction, seed, framesPerSecond, ...report }));
    else
      console.log(
        `wire  ${direction}: every good call answered once, ${framesPerSecond} frames/s`,
        report,
      );
  } catch (error) {
    console.error(`wire  ${error instanceof Error ? error.message : error}`);
    console.error(`to have it again: bun run soak:wire --seed ${seed} --frames ${frames}`);
    process.exit(1);
  }
}
process.exit(0);
