/**
 * One of the five processes of `soak:stage`: on each order it reads, changes and writes the shared
 * counters under the lock, and tells each round that is done. It may be killed at any moment.
 */
import { createInterface } from "node:readline";
import { seededRandom, systemClock } from "#base";
import { openStageMember, type SharedStageContext, type StageMember } from "#wire/shared";
import { NOTE_EVERY, SOAK_SIZE, type StageOrder } from "./stage/order.ts";

const [name = "", seed = "0"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const { signal } = new AbortController();

/** Own count + 1, then the total + 1: fields that belong together. */
async function oneRound(context: SharedStageContext): Promise<number> {
  using _locked = await context.lock(signal);
  const counts = JSON.parse(context.finalText) as Record<string, number>;
  const count = (counts[name] ?? 0) + 1;
  // Garbage of changing size, so that the frame has to be compacted again and again.
  context.reasoningContent = name.repeat(Math.floor(random.next() * 400));
  context.finalText = JSON.stringify({ ...counts, [name]: count });
  // Sometimes the lock is held across a wait, which is where it is most often killed.
  if (random.next() < 0.03) await Bun.sleep(3);
  context.llmText = String(Number(context.llmText) + 1);
  return count;
}

let member: StageMember | undefined;
process.stdout.write("0\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { owner, ticket, rounds } = JSON.parse(line) as StageOrder;
  member ??= openStageMember({ descriptor: 3, owner, clock: systemClock, size: SOAK_SIZE });
  using context = member.open(ticket);
  for (let round = 0; round < rounds; round += 1) {
    const count = await oneRound(context);
    // A push needs no lock. What is told below has happened and must never be lost.
    if (count % NOTE_EVERY === 0) context.notes.push(`${name}:${count}`);
    process.stdout.write(`${count}\n`);
  }
}
