/**
 * A pipe of single bytes that wakes a process which waits. A pipe and not an eventfd: the runtime
 * can watch a pipe in its event loop, while an eventfd takes one of its few pool threads for as long
 * as the wait lasts.
 */
import { closeSync } from "node:fs";
import { addressOf, lastErrorName, linux, requireDone } from "./linux.ts";

const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2_000_000;
const byte = new Uint8Array([1]);

/** The kernel's end. Disposing closes what is left of both ends; the waiting side then sees the end. */
export class WakePipe implements Disposable {
  #readEnd: number | undefined;
  #writeEnd: number | undefined;

  constructor() {
    const ends = new Int32Array(2);
    requireDone("pipe2", linux().pipe2(addressOf(ends), O_NONBLOCK | O_CLOEXEC));
    [this.#readEnd, this.#writeEnd] = ends;
  }

  /** To hand down to the child; undefined once given away. */
  get readEnd(): number | undefined {
    return this.#readEnd;
  }

  /** Closes our copy of the child's end, so that its death is noticed. */
  closeReadEnd(): void {
    if (this.#readEnd !== undefined) closeSync(this.#readEnd);
    this.#readEnd = undefined;
  }

  /** Sends a byte, without ever waiting. False when nobody can hear it any more. */
  wake(): boolean {
    if (this.#writeEnd === undefined) return false;
    if (Number(linux().write(this.#writeEnd, addressOf(byte), 1)) === 1) return true;
    // A full pipe: there are thousands of bytes in it, one of which will do.
    return lastErrorName() === "EAGAIN";
  }

  [Symbol.dispose](): void {
    this.closeReadEnd();
    if (this.#writeEnd !== undefined) closeSync(this.#writeEnd);
    this.#writeEnd = undefined;
  }
}

/** The waiting side in a child. */
export interface WakeSource extends AsyncDisposable {
  /** Resolves true with the next byte, false when the other side is gone; rejects when aborted. */
  next(signal: AbortSignal): Promise<boolean>;
}

/** Opens the end that was handed down, and owns it from then on. */
export function openWakeSource(descriptor: number): WakeSource {
  const reader = Bun.file(descriptor).stream().getReader();
  // A wait that was aborted leaves its read behind; the next wait takes it up.
  let reading: Promise<boolean> | undefined;
  const read = async () => {
    const { done } = await reader.read();
    reading = undefined;
    return !done;
  };
  return {
    async next(signal) {
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        reading ??= read();
        return await Promise.race([reading, aborted.promise]);
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
    async [Symbol.asyncDispose]() {
      // The stream closes the descriptor; one that has failed already has nothing left to close.
      await reader.cancel().catch(() => undefined);
    },
  };
}
