/**
 * `bun run bench:ring [--json] [--events N]`: events through the ring to 1, 4 and 8 processes (how
 * many arrive, what one costs its writer, what is lost), how soon an idle reader wakes and what
 * waiting costs it, and the same events as JSON lines over stdio in the same run.
 */
import { parseArgs } from "node:util";
import { EVENT_TYPES } from "#contract";
import { startLineChild } from "../../test/support/line-child.ts";
import { quantile, tell } from "./figures.ts";
import { runLines, runNothing, runReader } from "./ring/children.ts";
import { lineStretch, openBenchRing, ringStretch, startReader } from "./ring/throughput.ts";
import { processMs, sharedNs } from "./ring/time.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    events: { type: "string", default: "1000000" },
    mode: { type: "string" },
  },
});
const events = Number(values.events);
const WAKE_SAMPLES = 1000;
/** More often than this a reader is not idle, and its wake-ups are held together. */
const WAKE_PERIOD_MS = 5;
const IDLE_MS = 2000;
const IDLE_WINDOWS = 3;
/** The runtime's own threads are still at work for a while after a busy stretch. */
const SETTLE_MS = 4000;

/**
 * Stretches with so many readers: one to warm up, one in which the writer waits for the slowest, so
 * that nothing is lost, and one in which it waits for nobody, as the kernel does. Answers what an
 * event then costs it.
 */
async function measureReaders(count: number): Promise<number> {
  using ring = openBenchRing();
  await using stack = new AsyncDisposableStack();
  const readers = [];
  for (let index = 0; index < count; index += 1) readers.push(stack.use(await startReader(ring)));
  await ringStretch(ring, readers, events, true);
  const paced = await ringStretch(ring, readers, events, true);
  const free = await ringStretch(ring, readers, events, false);
  const name = `readers_${count}`;
  tell("ring", `${name}_delivered`, paced.deliveredPerSecond, "1/s");
  tell("ring", `${name}_lost`, paced.lostShare * 100, "%");
  tell("ring", `${name}_paced_writer_cost`, paced.writerNs, "ns");
  tell("ring", `${name}_unpaced_written`, free.writtenPerSecond, "1/s");
  tell("ring", `${name}_unpaced_lost`, free.lostShare * 100, "%");
  tell("ring", `${name}_writer_cost`, free.writerNs, "ns");
  return free.writerNs;
}

/** How soon a reader that waits hears an event, and what two seconds of waiting cost it. */
async function measureWaiting(): Promise<void> {
  using ring = openBenchRing();
  await using reader = await startReader(ring);
  for (let sample = 0; sample < WAKE_SAMPLES; sample += 1) {
    await Bun.sleep(WAKE_PERIOD_MS);
    ring.write(EVENT_TYPES.system, String(sharedNs()));
    ring.flush();
  }
  ring.write(EVENT_TYPES.log, "{}");
  const { p50, p99 } = await reader.child.next<{ p50: number; p99: number }>();
  tell("ring", "wake_p50", p50, "us");
  tell("ring", "wake_p99", p99, "us");
  await using other = startLineChild(import.meta.path, ["--mode", "nothing"]);
  await other.next();
  const both = [reader.child.process.pid, other.process.pid];
  await Bun.sleep(SETTLE_MS);
  const windows: number[][] = [[], []];
  for (let count = 0; count < IDLE_WINDOWS; count += 1) {
    const before = both.map(processMs);
    await Bun.sleep(IDLE_MS);
    both.forEach((pid, index) => void windows[index]?.push(processMs(pid) - (before[index] ?? 0)));
  }
  const [waiting = 0, idle = 0] = windows.map((used) => quantile(used, 0.5));
  tell("ring", "idle_reader_cpu", waiting, "ms in 2 s");
  // What the runtime itself does now and then, in a process that has nothing to do at all.
  tell("ring", "idle_runtime_cpu", idle, "ms in 2 s");
}

if (values.mode === "reader") await runReader();
else if (values.mode === "lines") await runLines();
else if (values.mode === "nothing") runNothing();
else {
  const costs = new Map<number, number>();
  for (const count of [1, 4, 8]) costs.set(count, await measureReaders(count));
  tell("ring", "writer_cost_8_to_1", (costs.get(8) ?? 0) / (costs.get(1) ?? 1), "x");
  await measureWaiting();
  for (const count of [1, 8]) {
    const lines = await lineStretch(count, events);
    tell("ring", `json_lines_${count}_delivered`, lines.deliveredPerSecond, "1/s");
    tell("ring", `json_lines_${count}_writer_cost`, lines.writerNs, "ns");
  }
}
