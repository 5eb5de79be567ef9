/**
 * `bun run bench:stage [--json]`: a stage through one and through five plugins in their own, held
 * processes, by the size of its context: carried inside the calls, in shared memory, and as shipped
 * (by size). The handler reads the large fields and writes a small one.
 */
import { silentLogger, systemClock } from "#base";
import type { StageContext } from "#contract";
import { createSharedStages, type SharedStages } from "#plugin-host";
import { type EveryHub, openEvery } from "../../test/support/every-hub.ts";
import { freshContext } from "../../test/wire/shared/stage-hand.ts";
import { quantile, tell } from "./figures.ts";

const SIZES = [
  ["100 B", 100],
  ["4 KB", 4_000],
  ["16 KB", 16_000],
  ["32 KB", 32_000],
  ["64 KB", 64_000],
  ["256 KB", 256_000],
] as const;
const CARRIED = [
  ["inside the calls", Number.POSITIVE_INFINITY],
  ["shared", 0],
  ["as shipped", undefined],
] as const;
const ROUNDS = 300;
const WARM_UP = 50;
const NAMES = ["one", "two", "three", "four", "five"];
const never = new AbortController().signal;

for (const count of [1, 5]) {
  await using stack = new AsyncDisposableStack();
  const hubs: EveryHub[] = [];
  for (const [, charsMin] of CARRIED) {
    const options = { clock: systemClock, log: silentLogger };
    const shared = stack.use(
      createSharedStages({ ...options, ...(charsMin !== undefined && { charsMin }) }),
    );
    hubs.push(stack.use(await openHub(shared, NAMES.slice(0, count))));
  }
  for (const [label, bytes] of SIZES) {
    const samples = await measure(hubs, bytes);
    for (const [index, [where]] of CARRIED.entries()) {
      const name = `${count} plugin${count > 1 ? "s" : ""} ${label} ${where}`;
      tell("stage", name, quantile(samples[index] ?? [], 0.5), "µs p50");
    }
  }
}

async function openHub(shared: SharedStages, names: readonly string[]) {
  const copies = Object.fromEntries(names.map((name) => [name, {}]));
  const hub = await openEvery({ host: { stageTransport: shared } }, copies);
  hub.state.stages.carry(shared);
  for (const name of names) {
    await hub.tool(`${name}_hook`, { stage: "pre_action", does: "weigh" });
  }
  return hub;
}

/** One after the other in each round, so that whatever else the machine does slows all of them. */
async function measure(hubs: readonly EveryHub[], bytes: number): Promise<number[][]> {
  const samples = hubs.map((): number[] => []);
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const [index, hub] of hubs.entries()) {
      const context = contextOf(bytes);
      const begin = performance.now();
      await hub.state.stages.run("pre_action", context, never);
      if (round >= WARM_UP) samples[index]?.push((performance.now() - begin) * 1000);
      if (context.errors.length > 0) throw new Error(context.errors.join("; "));
    }
  }
  return samples;
}

/** Half of it one text, half of it results, as a turn with tools has them. */
function contextOf(bytes: number): StageContext {
  const content = "结果".repeat(Math.ceil(bytes / 80));
  const toolResults = Array.from({ length: 10 }, () => ({
    name: "device_query",
    arguments: { id: "light" },
    outcome: "ok" as const,
    content,
  }));
  return freshContext({
    rawMessage: "x".repeat(bytes / 2),
    toolResults: bytes < 1000 ? [] : toolResults,
  });
}
