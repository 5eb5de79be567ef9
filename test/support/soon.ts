/** Waits until something holds, however busy the machine is; only a test that hangs for ever ends it. */
import { expect } from "vitest";

/** As `expect.poll`, with the patience of a whole test. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 50_000 });
}
