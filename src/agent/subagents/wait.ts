/** Waiting for another agent: not for ever, and not past one's own end. */
import { type Clock, deadline } from "#base";
import { untilAborted } from "../until-aborted.ts";
import { WAIT_MS } from "./limits.ts";

/** Resolves when `ended` does, or after {@link WAIT_MS}; rejects when the waiting turn has to end. */
export async function waitFor(
  ended: Promise<unknown>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  using limit = deadline(clock, WAIT_MS, signal);
  try {
    await untilAborted(ended, limit.signal);
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error;
  }
}
