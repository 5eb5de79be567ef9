/** The invariants of the scheduler, looked at from outside: each throws a {@link Violation}. */
import type { CompletionRequest, Message } from "#contract";
import { CALLS_CUT_MAX, PROMOTE_AFTER_MS, TURNS_RUNNING_MAX } from "../../../src/agent/limits.ts";
import { baseLevel, isPlain, require, type Submission, type WatchedTurn } from "./books.ts";

/** After this long nobody who came later is higher than one who waits. */
const AGED_MS = 3 * PROMOTE_AFTER_MS;

/** A request is valid for every API: behind each call exactly its result, and nothing lost. */
export function checkRequest({ messages }: CompletionRequest, turn: WatchedTurn): void {
  const results = new Set<string>();
  for (const [position, message] of messages.entries()) {
    if (message.role === "tool") results.add(message.callId);
    if (message.role !== "assistant") continue;
    const wanted = message.toolCalls.map(({ id }) => id).sort();
    const given = resultsBehind(messages, position).sort();
    require(JSON.stringify(wanted) === JSON.stringify(given), () =>
      `calls ${wanted} of ${turn.turnId} have the results ${given}`);
  }
  for (const id of turn.doneCalls) {
    require(results.has(id), () => `${turn.turnId} lost the result of ${id}`);
  }
}

function resultsBehind(messages: readonly Message[], position: number): string[] {
  const ids: string[] = [];
  for (const message of messages.slice(position + 1)) {
    if (message.role !== "tool") break;
    ids.push(message.callId);
  }
  return ids;
}

/** At most four places, and one turn of a conversation at a time. Nested turns use their parent's. */
export function checkPlaces(active: readonly WatchedTurn[]): void {
  const own = active.filter(({ submission }) => submission?.isNested !== true);
  require(own.length <= TURNS_RUNNING_MAX, () => `${own.length} turns run`);
  const lanes = new Set(own.map(({ lane }) => lane));
  require(lanes.size === own.length, () => `two turns run in one of ${[...lanes].join(", ")}`);
}

/** A turn is not called off again and again. */
export function checkCuts({ turnId, cuts }: WatchedTurn): void {
  require(cuts <= CALLS_CUT_MAX, () => `${turnId} was called off ${cuts} times`);
}

/** Whoever begins: nobody of the same conversation and level came before, nobody has aged more. */
export function checkBegin(
  begun: Submission,
  waiting: readonly Submission[],
  busyLanes: ReadonlySet<string>,
  now: number,
): void {
  if (!isPlain(begun)) return;
  for (const other of waiting) {
    if (other === begun || other.serial > begun.serial || !isPlain(other)) continue;
    const isSameLine =
      other.lane === begun.lane && baseLevel(other.input) === baseLevel(begun.input);
    require(!isSameLine, () => `input ${begun.serial} began before ${other.serial}`);
    // One who takes the place of a lower turn of his own conversation takes nobody else's.
    const isAged = now - other.at > AGED_MS && !busyLanes.has(other.lane);
    require(!isAged || busyLanes.has(begun.lane), () =>
      `input ${other.serial} starves: ${begun.serial} began though it waits ${now - other.at} ms`);
  }
}

/** No place stays empty while somebody waits whose conversation is free. */
export function checkNoIdlePlace(
  active: readonly WatchedTurn[],
  waiting: readonly Submission[],
): void {
  const own = active.filter(({ submission }) => submission?.isNested !== true);
  if (own.length >= TURNS_RUNNING_MAX) return;
  const lanes = new Set(own.map(({ lane }) => lane));
  const idle = waiting.find((each) => isPlain(each) && !lanes.has(each.lane));
  require(idle === undefined, () => `input ${idle?.serial} waits while ${own.length} turns run`);
}
