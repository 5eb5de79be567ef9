/** One input on its way to its one terminal event. */
import { CanceledError } from "#base";
import type { InputLevel, SayReply } from "#contract";
import type { Input } from "#kernel/state";
import { CALLS_CUT_MAX } from "../limits.ts";
import { levelOf } from "./levels.ts";

/** What a job is made of. */
export interface JobOptions {
  readonly input: Input;
  /** Grows with every job: who came first. */
  readonly sequence: number;
  /** Monotonic time of its coming. */
  readonly now: number;
  /** The turn within which it runs, if it is waited for there. */
  readonly parent?: Job | undefined;
  /** Hears of the end, once. */
  readonly onEnd: (job: Job) => void;
}

/** An input, where it stands, and how it ends. */
export class Job {
  readonly input: Input;
  readonly sequence: number;
  /** What it may pre-empt with; never changes. */
  readonly base: InputLevel;
  /** (channel, person): turns of one lane run one after another. */
  readonly lane: string;
  readonly parent: Job | undefined;
  /** How many turns wait around this one. */
  readonly depth: number;
  /** What it is chosen by and what protects it; only rises. */
  level: number;
  /** Since when it waits. */
  since: number;
  preemptions = 0;
  cooldownUntil = 0;
  turnId = "";
  /** The model call under way. */
  call: AbortController | undefined;
  /** Its call was called off for somebody more urgent, and it has not come to a halt yet. */
  isYielding = false;
  /** Set while it is suspended. */
  resume: PromiseWithResolvers<void> | undefined;
  /** Texts for this turn that it has not taken yet. */
  injected: Job[] = [];
  /** Inputs that end as this one does: their text was told to this turn. */
  readonly hosted: Job[] = [];
  /** The batch that this notice is part of. */
  batch: Job | undefined;
  /** Made of notices: nobody's input itself. */
  readonly isBatch: boolean;

  readonly #terminal = Promise.withResolvers<SayReply>();
  readonly #controller = new AbortController();
  readonly #onEnd: (job: Job) => void;
  #unlisten: (() => void) | undefined;
  #callsCut = 0;
  #isEnded = false;

  constructor(options: JobOptions, members: readonly Job[] = []) {
    const { input, sequence, now, parent, onEnd } = options;
    this.input = input;
    this.sequence = sequence;
    this.base = levelOf(input);
    this.lane = laneOf(input);
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.level = this.base;
    this.since = now;
    this.isBatch = members.length > 0;
    this.hosted.push(...members);
    this.#onEnd = onEnd;
  }

  /** Hears when its caller goes away, until its end. */
  listen(signal: AbortSignal, onAbort: (reason: unknown) => void): void {
    const listener = () => onAbort(signal.reason);
    signal.addEventListener("abort", listener, { once: true });
    this.#unlisten = () => signal.removeEventListener("abort", listener);
  }

  /** Ends the turn when it aborts. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get outcome(): Promise<SayReply> {
    return this.#terminal.promise;
  }

  /** Whether the terminal event has been. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The terminal event is a reply. */
  succeed(reply: SayReply): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#unlisten?.();
    this.#terminal.resolve(reply);
    this.#onEnd(this);
    for (const job of this.hosted) job.succeed(reply);
  }

  /** The terminal event is an error; what still runs is ended. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#unlisten?.();
    this.#controller.abort(error);
    this.call?.abort(error);
    this.resume?.reject(error);
    this.#terminal.reject(error);
    this.#onEnd(this);
    for (const job of this.hosted) job.fail(error);
  }

  /** Calls off the model call under way; it will be asked again. False when there is none to spare. */
  cutCall(): boolean {
    if (!this.call || this.call.signal.aborted || this.#callsCut >= CALLS_CUT_MAX) return false;
    this.#callsCut += 1;
    this.call.abort(new CanceledError("interrupted"));
    return true;
  }
}

/** Names the conversation of an input. */
export function laneOf({ channel, principal }: Input): string {
  return `${channel}\u0000${principal.personId}`;
}
