/** What the event loop and the turns that it runs hand to one another; neither knows the other. */
import type { SayReply } from "#contract";
import type { Input, Io } from "#kernel/state";

/** A text that came for a turn while it was under way. */
export interface Injected {
  readonly input: Input;
  /** Ends that input with a reply of its own; otherwise it ends as the turn does. */
  answer(reply: SayReply): void;
}

/** A turn's hold on its place in the loop. */
export interface Frame {
  readonly turnId: string;
  /** Aborts when the turn has to end: stopped, shutdown, the caller went away. */
  readonly signal: AbortSignal;
  /**
   * To be asked between two steps: undefined to go on at once, else the place was given to somebody
   * more urgent and the promise resolves when it is the turn's again.
   */
  pause(): Promise<void> | undefined;
  /** Opens a model call, which may be called off from outside; `signal` ends it too. */
  openCall(): AbortSignal;
  closeCall(): void;
  /** The texts that came since the last time. */
  takeInjected(): readonly Injected[];
  /** The turn's one reply; what follows is its tail, which nobody waits for. */
  reply(reply: SayReply): void;
}

/** Runs one turn: replies through the frame, or rejects. */
export type TurnRunner = (input: Input, frame: Frame) => Promise<void>;

/** How much there is to do. */
export interface LoopLoad {
  readonly running: number;
  readonly suspended: number;
  readonly queued: number;
  /** Inputs whose senders wait for a place in the queue. */
  readonly sending: number;
}

/** The loop; disposing ends all turns and waits for them. */
export interface EventLoop extends Io, AsyncDisposable {
  load(): LoopLoad;
}
