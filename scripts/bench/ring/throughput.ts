/** Many events at once: over the ring to several readers, and as lines to one child after another. */
import { join } from "node:path";
import { systemClock } from "#base";
import { EVENT_TYPES } from "#contract";
import { createEventRing, type EventRing, type RingSeat } from "#wire/shared";
import { type LineChild, startLineChild } from "../../../test/support/line-child.ts";
import type { Stretch } from "./children.ts";
import { threadNs } from "./time.ts";

const SCRIPT = join(import.meta.dirname, "../ring.ts");
const BURST = 256;
/** The writer of the paced stretch pauses when a reader is so far behind; the kernel never does. */
const BEHIND_MAX = 6000;
const PAYLOAD = JSON.stringify({
  turnId: "t_3f2a9c_17",
  text: "客厅灯已经调到百分之三十",
  at: 123_456,
});
const END = JSON.stringify({ end: true });
const { content_delta } = EVENT_TYPES;

/** A reader in a process of its own. */
export interface BenchReader extends AsyncDisposable {
  readonly seat: RingSeat;
  readonly child: LineChild;
}

/** Starts a reader. */
export async function startReader(ring: EventRing): Promise<BenchReader> {
  const seat = ring.addReader();
  const { page, wake } = seat.descriptors;
  const child = startLineChild(SCRIPT, ["--mode", "reader"], [ring.descriptor, page, wake]);
  seat.handedDown();
  await child.next();
  return {
    seat,
    child,
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      seat[Symbol.dispose]();
    },
  };
}

/** One stretch over the ring. */
export interface RingStretch {
  /** Events a second that the slowest reader got. */
  readonly deliveredPerSecond: number;
  /** Of all events for all readers, 0–1. */
  readonly lostShare: number;
  readonly writtenPerSecond: number;
  /** Processor time of the writer's thread, wake-ups included, for each event. */
  readonly writerNs: number;
}

/** Writes `events` events; `paced` waits for readers that fall behind, so that none is lost. */
export async function ringStretch(
  ring: EventRing,
  readers: readonly BenchReader[],
  events: number,
  paced: boolean,
): Promise<RingStretch> {
  const begin = performance.now();
  const base = ring.figures.written;
  let writerNs = 0;
  for (let written = 0; written < events; ) {
    const beforeNs = threadNs();
    for (let count = 0; count < BURST; count += 1) ring.write(content_delta, PAYLOAD);
    writerNs += threadNs() - beforeNs;
    written += BURST;
    const isBehind = ({ seat }: BenchReader) => ((base + written - seat.cursor) | 0) > BEHIND_MAX;
    // Asleep, not spinning: a reader may need this very core.
    while (paced && readers.some(isBehind)) await Bun.sleep(1);
  }
  const seconds = (performance.now() - begin) / 1000;
  ring.write(content_delta, END);
  ring.flush();
  const heard = await Promise.all(readers.map(({ child }) => child.next<Stretch>()));
  const lost = heard.reduce((sum, stretch) => sum + stretch.lost, 0);
  return {
    deliveredPerSecond: Math.min(...heard.map((stretch) => stretch.heard / stretch.seconds)),
    lostShare: readers.length === 0 ? 0 : lost / (events * readers.length),
    writtenPerSecond: events / seconds,
    writerNs: writerNs / events,
  };
}

/** The same events as JSON lines, each written to every child. */
export async function lineStretch(children: number, events: number) {
  await using stack = new AsyncDisposableStack();
  const all: LineChild[] = [];
  for (let count = 0; count < children; count += 1) {
    const child = stack.use(startLineChild(SCRIPT, ["--mode", "lines"]));
    await child.next();
    all.push(child);
  }
  const burst = `${PAYLOAD}\n`.repeat(BURST);
  let writerNs = 0;
  for (let written = 0; written < events; written += BURST) {
    const beforeNs = threadNs();
    const waits = all.map(({ process }) => process.write(burst));
    writerNs += threadNs() - beforeNs;
    await Promise.all(waits);
  }
  for (const child of all) child.say(END);
  const heard = await Promise.all(all.map((child) => child.next<Stretch>()));
  return {
    deliveredPerSecond: Math.min(...heard.map((stretch) => stretch.heard / stretch.seconds)),
    writerNs: writerNs / events,
  };
}

/** A ring of the usual size. */
export function openBenchRing(): EventRing {
  return createEventRing({ clock: systemClock });
}
