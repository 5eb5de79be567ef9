/** The three kinds of error here: a bug, an expected failure with a stable code, and a cancellation. */

/** Our own mistake. Never caught to continue; contained only at a module or process edge. */
export class BugError extends Error {
  override readonly name = "BugError";
}

/** Throws {@link BugError} when something that the code relies on is not so. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new BugError(message);
}

/** Makes a `switch` over a union exhaustive: a new member fails to compile here. */
export function unreachable(value: never): never {
  throw new BugError(`unreachable: ${JSON.stringify(value)}`);
}

/**
 * An expected failure. `code` is stable and for programs, `message` says what happened and where,
 * `hint` says what to do about it.
 */
export class OperationalError extends Error {
  override readonly name: string = "OperationalError";
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** Why something was ended early. Interrupt, deadline and shutdown are told apart by it. */
export type CancelReason = "stopped" | "interrupted" | "deadline" | "shutdown" | "gone";

/** Somebody asked for the end. Never logged as an error. */
export class CanceledError extends Error {
  override readonly name = "CanceledError";
  readonly reason: CancelReason;

  constructor(reason: CancelReason, message = `canceled: ${reason}`) {
    super(message);
    this.reason = reason;
  }
}

/** Whether an error means "somebody asked for the end", ours or the platform's AbortError. */
export function isCanceled(error: unknown): boolean {
  return (
    error instanceof CanceledError ||
    (error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError"))
  );
}

/** Any thrown value as one line for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stable code of any thrown value; what is not an expected failure is `INTERNAL`. */
export function codeOf(error: unknown): string {
  if (error instanceof OperationalError) return error.code;
  if (error instanceof CanceledError) return "CANCELED";
  return "INTERNAL";
}
