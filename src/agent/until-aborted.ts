/** Lets somebody go on when time is up, even where the work itself ignores its signal. */

/** The outcome of `work`, or the signal's reason when that comes first. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Whatever becomes of it, nobody is left to hear it.
    work.catch(() => undefined);
    signal.throwIfAborted();
  }
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
