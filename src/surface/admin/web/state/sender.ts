/** Sends the newest of many values: at most ten a second, few at once, and always the last one. */

/** How a value that was sent ended. `last` tells that no newer value has been given since. */
export interface Settled<Answer> {
  readonly last: boolean;
  readonly answer?: Answer;
  readonly error?: unknown;
}

/** Limits of a sender. */
interface SenderLimits {
  readonly gapMs: number;
  /** Requests under way at once; a newer value waits and replaces the one that waited. */
  readonly inFlightMax: number;
}

const SENDER_LIMITS: SenderLimits = { gapMs: 100, inFlightMax: 3 };

/** Takes values as fast as they come. */
export interface Sender<Value> {
  push(value: Value): void;
  /** Whether nothing waits and nothing is under way. */
  readonly idle: boolean;
}

/** Makes a sender; `onSettled` hears of every value that was sent. */
export function createSender<Value, Answer>(
  send: (value: Value) => Promise<Answer>,
  onSettled: (settled: Settled<Answer>) => void,
  limits: SenderLimits = SENDER_LIMITS,
): Sender<Value> {
  let waiting: { readonly value: Value } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let sentAt = Number.NEGATIVE_INFINITY;
  let inFlight = 0;
  let newest = 0;

  const pump = () => {
    if (!waiting || timer !== null || inFlight >= limits.inFlightMax) return;
    const wait = sentAt + limits.gapMs - Date.now();
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = null;
        pump();
      }, wait);
      return;
    }
    const { value } = waiting;
    waiting = null;
    sentAt = Date.now();
    inFlight += 1;
    const turn = newest;
    const settle = (end: Omit<Settled<Answer>, "last">) => {
      inFlight -= 1;
      onSettled({ ...end, last: turn === newest });
      pump();
    };
    send(value).then(
      (answer) => settle({ answer }),
      (error: unknown) => settle({ error }),
    );
  };

  return {
    push(value) {
      newest += 1;
      waiting = { value };
      pump();
    },
    get idle() {
      return waiting === null && inFlight === 0;
    },
  };
}
