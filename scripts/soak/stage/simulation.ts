/**
 * `soak:stage` without its command line: five real processes change one context under the lock, some
 * of them are killed while they hold it, and nothing that was done may be lost.
 */
import { openSync } from "node:fs";
import { type Random, seededRandom, systemClock } from "#base";
import { createStageSegment, type StageRun, type StageSegment } from "#wire/shared";
import { openSharedMemory } from "../../../src/wire/shared/shared-memory.ts";
import { FRAME_WORD, frameBytes } from "../../../src/wire/shared/stage/layout.ts";
import { tokenOf } from "../../../src/wire/shared/stage/owner.ts";
import { NOTE_EVERY, SOAK_SIZE } from "./order.ts";
import { Worker } from "./workers.ts";

const NAMES = ["a", "b", "c", "d", "e"];
/** Rounds of each process in one run of a stage. */
const RUN_ROUNDS = 100;
const KILLS_PER_RUN = 0.6;
/** How often the lock is looked at for the victim's name before it is killed all the same. */
const LOOKS_MAX = 20_000;

/** What a soak did. */
export interface StageReport {
  readonly runs: number;
  /** Reads, changes and writes under the lock. */
  readonly changes: number;
  readonly kills: number;
  /** Kills that met the owner of the lock. */
  readonly killedWithLock: number;
}

/** Runs `rounds` rounds of each process. Throws when something was lost. */
export async function soakStage(seed: number, rounds: number): Promise<StageReport> {
  const random = seededRandom(seed);
  await using segment = createStageSegment({ clock: systemClock, size: SOAK_SIZE });
  const workers = NAMES.map((name) => new Worker(name, segment, random));
  const report = { runs: 0, changes: 0, kills: 0, killedWithLock: 0 };
  using words = openWords(segment);
  try {
    for (const worker of workers) await worker.start();
    for (let done = 0; done < rounds; done += RUN_ROUNDS) {
      const goal = Math.min(RUN_ROUNDS, rounds - done);
      await oneRun(segment, words, workers, goal, random, report);
      report.runs += 1;
      report.changes += goal * workers.length;
    }
  } finally {
    for (const worker of workers) await worker.end();
  }
  return report;
}

type Words = ReturnType<typeof openWords>;

/** A mapping of our own, to see who has the lock; the segment itself does not tell. */
function openWords(segment: StageSegment) {
  const memory = openSharedMemory(openSync(`/proc/self/fd/${segment.descriptor}`, "r+"), "write");
  const words = new Int32Array(memory.buffer);
  const word = (frame: number, index: number) =>
    Atomics.load(words, (frame * frameBytes(SOAK_SIZE)) / 4 + index);
  return {
    lockToken: (frame: number) => tokenOf(word(frame, FRAME_WORD.lock)),
    [Symbol.dispose]: () => memory[Symbol.dispose](),
  };
}

async function oneRun(
  segment: StageSegment,
  words: Words,
  workers: readonly Worker[],
  goal: number,
  random: Random,
  report: { -readonly [Name in keyof StageReport]: StageReport[Name] },
): Promise<void> {
  using run = segment.begin(emptyContext());
  const { ticket } = run;
  for (const worker of workers) worker.told = 0;
  const working = workers.map((worker) => worker.run({ ticket, rounds: goal }, goal));
  const killed = new Map<string, number>();
  for (let kills = 0; random.next() < KILLS_PER_RUN && kills < 5; kills += 1) {
    const index = Math.floor(random.next() * workers.length);
    const victim = workers[index];
    if (!victim) continue;
    // Half of them at any moment, also while they compact or wait.
    const told = Math.floor(random.next() * goal);
    if (random.next() < 0.5) await untilLocked(words, ticket.frame, victim, goal);
    else await untilTold(victim, told);
    const hadLock = words.lockToken(ticket.frame) === victim.owner.token;
    const wasFreed = await victim.kill();
    report.kills += 1;
    if (hadLock && wasFreed) report.killedWithLock += 1;
    killed.set(victim.name, (killed.get(victim.name) ?? 0) + 1);
    await working[index];
    await victim.start();
    // It goes on from what stands in the context, not from what it had told.
    const count = countsOf(run)[victim.name] ?? 0;
    if (count < victim.told)
      throw new Error(`${victim.name} told ${victim.told}, but ${count} stand`);
    victim.told = count;
    working[index] = victim.run({ ticket, rounds: goal - count }, goal);
  }
  await Promise.all(working);
  checkRun(run, workers, goal, killed);
}

/** Waits until the victim has had the lock for a whole turn of the event loop, as it sometimes does. */
async function untilLocked(
  words: Words,
  frame: number,
  victim: Worker,
  goal: number,
): Promise<void> {
  let turnsHeld = 0;
  for (let looks = 0; looks < LOOKS_MAX && victim.told < goal; looks += 1) {
    turnsHeld = words.lockToken(frame) === victim.owner.token ? turnsHeld + 1 : 0;
    if (turnsHeld === 2) return;
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

/** Waits until the victim has told so many rounds. */
async function untilTold(victim: Worker, told: number): Promise<void> {
  while (victim.told < told) await new Promise((resolve) => void setImmediate(resolve));
}

function countsOf(run: StageRun): Record<string, number> {
  using context = run.open();
  return JSON.parse(context.finalText);
}

function checkRun(
  run: StageRun,
  workers: readonly Worker[],
  goal: number,
  killed: ReadonlyMap<string, number>,
): void {
  const { changes, errors } = run.end();
  if (errors.length > 0) throw new Error(errors.join("; "));
  const counts = JSON.parse(changes.finalText ?? "{}") as Record<string, number>;
  const kills = [...killed.values()].reduce((sum, count) => sum + count, 0);
  for (const { name } of workers) {
    if (counts[name] !== goal)
      throw new Error(`${name} did ${goal} rounds, but ${counts[name]} stand`);
    const noted = (changes.notes ?? []).filter((note) => note.startsWith(`${name}:`));
    const missing = Math.floor(goal / NOTE_EVERY) - new Set(noted).size;
    // Whoever is killed between its count and its note never writes that note.
    if (missing > (killed.get(name) ?? 0)) throw new Error(`${missing} notes of ${name} are lost`);
  }
  const total = Number(changes.llmText);
  const short = goal * workers.length - total;
  // The same between the count and the total.
  if (short < 0 || short > kills) throw new Error(`the total is ${total}, with ${kills} kills`);
}

function emptyContext() {
  return {
    turnId: "t_1",
    phase: "on_input",
    rawMessage: "把客厅灯调到三成",
    userId: "owner",
    channel: "cli",
    llmText: "0",
    reasoningContent: "",
    tokenUsage: null,
    toolCall: null,
    deny: null,
    toolResults: [],
    notes: [],
    finalText: "{}",
    response: null,
    noMemory: false,
    errors: [],
  } satisfies Parameters<StageSegment["begin"]>[0];
}
