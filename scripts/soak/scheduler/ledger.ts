/** Watches the simulated agent from outside: what it was given, what it does, and whether it may. */

import { type Clock, messageOf } from "#base";
import type { CompletionRequest, StageContext, ToolContext } from "#contract";
import type { Input } from "#kernel/state";
import { isPlain, laneOf, require, type Submission, Violation, type WatchedTurn } from "./books.ts";
import { checkBegin, checkCuts, checkRequest } from "./checks.ts";
import type { Operation, Watcher } from "./operations.ts";

/** Everything that was seen so far. Checks as things happen, and keeps the first violation. */
export class Ledger implements Watcher {
  readonly pending = new Set<Submission>();
  readonly counts = { inputs: 0, turns: 0, replies: 0, stopped: 0, cuts: 0, told: 0, twins: 0 };
  violation: unknown;
  readonly #clock: Clock;
  readonly #recent = new Map<string, Submission>();
  /** Conversations whose turn has answered in this step: it may not have left its place yet. */
  readonly #justEnded = new Set<string>();
  readonly #turns = new Map<string, WatchedTurn>();
  /** Turns whose tool waits for a turn within them, once for each. */
  readonly #parents: string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes an input that is about to be handed in. */
  submitted(input: Input, isNested: boolean): Submission {
    const key = keyOf(input);
    const twinOf = this.twinOf(input);
    const submission: Submission = {
      serial: this.counts.inputs,
      input,
      lane: laneOf(input),
      at: this.#clock.monotonic(),
      caller: new AbortController(),
      twinOf,
      isNested,
      turnId: undefined,
      isTold: false,
      ends: 0,
      outcome: undefined,
      isStopped: false,
    };
    this.counts.inputs += 1;
    if (twinOf) this.counts.twins += 1;
    else if (key !== undefined) this.#recent.set(key, submission);
    this.pending.add(submission);
    return submission;
  }

  /** The one that an input repeats, by the rule written down here a second time. */
  twinOf(input: Input): Submission | undefined {
    const first = this.#recent.get(keyOf(input) ?? "");
    if (!first || this.#clock.monotonic() - first.at > 10_000) return undefined;
    return first.outcome === undefined || first.outcome === "reply" ? first : undefined;
  }

  /** Notes the one end of an input. */
  ended(submission: Submission, outcome: NonNullable<Submission["outcome"]>): void {
    this.#guard(() => this.#ended(submission, outcome));
  }

  #ended(submission: Submission, outcome: NonNullable<Submission["outcome"]>): void {
    submission.ends += 1;
    submission.outcome = outcome;
    this.pending.delete(submission);
    this.#justEnded.add(submission.lane);
    if (outcome === "reply") this.counts.replies += 1;
    if (outcome !== "stopped") return;
    this.counts.stopped += 1;
    const first = submission.twinOf;
    require(submission.isStopped || first?.isStopped === true, () =>
      `input ${submission.serial} was stopped, and nobody meant it`);
  }

  // What the agent does, as it does it. Thrown inside the agent a violation would be isolated.

  modelBegins(request: CompletionRequest): void {
    this.#guard(() => {
      const turn = this.#turn(request.turnId);
      this.#requireLive(turn, "asks a model");
      checkRequest(request, turn);
    });
  }

  toolBegins({ turnId, callId }: ToolContext): void {
    this.#guard(() => {
      const turn = this.#turn(turnId);
      this.#requireLive(turn, "calls a tool");
      require(!turn.doneCalls.has(callId), () => `${callId} runs twice`);
    });
  }

  toolEnds({ turnId, callId }: ToolContext): void {
    this.#guard(() => this.#turn(turnId).doneCalls.add(callId));
  }

  modelCut(turnId: string): void {
    this.#guard(() => {
      const turn = this.#turn(turnId);
      if (turn.submission?.outcome !== undefined) return;
      turn.cuts += 1;
      this.counts.cuts += 1;
      checkCuts(turn);
    });
  }

  /** `on_input` of a turn, or of a text that it is told. */
  begins(context: StageContext): void {
    this.#guard(() => this.#begins(context));
  }

  #begins({ turnId, rawMessage, channel, userId }: StageContext): void {
    const lane = `${channel}|${userId}`;
    const submission = [...this.pending].find(
      (each) => each.lane === lane && each.input.text === rawMessage && !isUnderWay(each),
    );
    if (this.#turns.has(turnId)) {
      require(submission !== undefined, () =>
        `${turnId} was told "${rawMessage}", which nobody said`);
      submission.isTold = true;
      this.counts.told += 1;
      return;
    }
    const turn = { turnId, lane, submission, doneCalls: new Set<string>(), cuts: 0, outputs: 0 };
    const open = [...this.#turns.values()].filter(isOpen).map((each) => each.lane);
    const busy = new Set([...open, ...this.#justEnded]);
    this.#turns.set(turnId, turn);
    this.counts.turns += 1;
    if (!submission || submission.input.isNotice) return;
    checkBegin(submission, this.waiting(), busy, this.#clock.monotonic());
    submission.turnId = turnId;
  }

  /** A turn answers. */
  outputs(turnId: string): void {
    this.#guard(() => {
      const turn = this.#turn(turnId);
      turn.outputs += 1;
      this.#justEnded.add(turn.lane);
      require(turn.outputs === 1, () => `${turnId} answered twice`);
      this.#requireLive(turn, "answers");
    });
  }

  /** A tool of that turn begins to wait for a turn within it; to be called when it waits no more. */
  nests(turnId: string): () => void {
    this.#parents.push(turnId);
    return () => void this.#parents.splice(this.#parents.indexOf(turnId), 1);
  }

  /** Turns that wait for something: those that run, since the rest of a turn takes no time here. */
  active(hanging: Iterable<Operation>): readonly WatchedTurn[] {
    const ids = new Set([...hanging].map(({ turnId }) => turnId).concat(this.#parents));
    return [...ids].map((turnId) => this.#turn(turnId));
  }

  /** Inputs that wait for a turn of their own. */
  waiting(): readonly Submission[] {
    return [...this.pending].filter((each) => isPlain(each) && !isUnderWay(each));
  }

  #turn(turnId: string): WatchedTurn {
    const turn = this.#turns.get(turnId);
    require(turn !== undefined, () => `${turnId} never began with on_input`);
    return turn;
  }

  #requireLive({ turnId, submission }: WatchedTurn, what: string): void {
    const outcome = submission?.outcome;
    // A batch goes on for others that were told into it.
    if (submission?.input.isNotice && outcome === "hung up") return;
    require(outcome === undefined, () => `${turnId} ${what} after its end (${outcome})`);
    require(submission?.isStopped !== true, () => `${turnId} ${what} after the stop`);
  }

  /** The agent isolates what its parts throw; the simulation must not let that happen to its own. */
  #guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.violation ??= error instanceof Violation ? error : new Violation(messageOf(error));
    }
  }

  /** A step is over: forgets turns that are. */
  tidy(): void {
    this.#justEnded.clear();
    if (this.#turns.size < TURNS_KEPT) return;
    for (const [turnId, { submission, outputs }] of this.#turns) {
      if (submission?.outcome !== undefined || outputs > 0) this.#turns.delete(turnId);
    }
  }
}

const TURNS_KEPT = 200;

/** Whether a turn has not ended, running or suspended. A batch may go on without one of its notices. */
const isOpen = ({ submission, outputs }: WatchedTurn) =>
  submission && !submission.input.isNotice
    ? submission.outcome === undefined && !submission.isNested
    : outputs === 0;

const isUnderWay = ({ turnId, isTold, twinOf }: Submission) =>
  turnId !== undefined || isTold || twinOf !== undefined;

function keyOf({ origin, messageId, text, channel, principal }: Input): string | undefined {
  if (origin === "person" && messageId === undefined) return undefined;
  return JSON.stringify([channel, principal.personId, origin, messageId, text]);
}
