/**
 * `bun run bench:stage [--json]`: a stage through one and through five plugins in their own, held
 * processes, by the size of its context: carried inside the calls, in shared memory, and as shipped
 * (by size). The handler reads the large fields and writes a small one.
 */
import { silentLogger, systemClock } from "#base";
import { createSharedStages, type SharedStages } from "#plugin-host";
import { openEvery } from "../../test/support/every-hub.ts";
import { freshContext } from "../../test/wire/shared/stage-hand.ts";
import { quantile, tell } from "./figures.ts";

const SIZES = [
  ["100 B", 100],
  ["4 KB", 4_000],
  ["16 KB", 16_000],
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
  for (const [where, charsMin] of CARRIED) {
    await using stack = new AsyncDisposableStack();
    const clock = systemClock;
    const options = { clock, log: silentLogger, ...(charsMin !== undefined && { charsMin }) };
    const shared = stack.use(createSharedStages(options));
    await using hub = await openHub(shared, NAMES.slice(0, count));
    for (const [label, bytes] of SIZES) {
      const p50 = await measure(hub, bytes);
      tell("stage", `${count} plugin${count > 1 ? "s" : ""} ${label} ${where}`, p50, "µs p50");
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

async function measure(hub: Awaited<ReturnType<typeof openHub>>, bytes: number): Promise<number> {
  // Half of it one text, half of it results, as a turn with tools has them.
  const content = "结果".repeat(Math.ceil(bytes / 80));
  const toolResults = Array.from({ length: 10 }, () => ({
    name: "device_query",
    arguments: { id: "light" },
    outcome: "ok" as const,
    content,
  }));
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const context = freshContext({
      rawMessage: "x".repeat(bytes / 2),
      toolResults: bytes < 1000 ? [] : structuredClone(toolResults),
    });
    const begin = performance.now();
    await hub.state.stages.run("pre_action", context, never);
    if (round >= WARM_UP) samples.push((performance.now() - begin) * 1000);
    if (context.errors.length > 0) throw new Error(context.errors.join("; "));
  }
  return quantile(samples, 0.5);
}
