/** The code of the first set-up: proof of standing at the machine, guarded against guessing. */
import { createHash, timingSafeEqual } from "node:crypto";
import { type Clock, type Logger, secretDigits } from "#base";
import { problem } from "#contract";
import type { Store } from "#platform/store";
import { SETUP_CODE_DIGITS, SETUP_TRIES_FREE, SETUP_WAIT_MAX_MS, SETUP_WAIT_MS } from "./limits.ts";

interface Row {
  readonly code: string | null;
  readonly wrong_tries: number;
  readonly wait_from: number;
  readonly wait_ms: number;
}

/** The code and its wrong tries, kept across restarts. */
export class SetupCode {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(store: Store, clock: Clock, log: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * The code, made when first asked for. Whoever can ask stands at the machine, so asking also ends
   * a running wait: a stranger's guesses must not keep the family out.
   */
  read(): string {
    return this.#store.transaction(() => {
      const code = this.#row().code ?? secretDigits(SETUP_CODE_DIGITS);
      this.#store.run("UPDATE setup SET code = ?, wait_ms = 0", code);
      return code;
    });
  }

  /** Returns when the code is right. Throws `FORBIDDEN`, or `RATE_LIMITED` with the time to wait. */
  check(code: string): void {
    const row = this.#row();
    const waitMs = this.#waitMs(row);
    // During a wait nothing is looked at and nothing counted: neither a guess nor the right code.
    if (waitMs > 0) throw waitProblem(waitMs);
    if (row.code !== null && sameCode(code, row.code)) return;
    const tries = row.wrong_tries + 1;
    const further = tries - SETUP_TRIES_FREE;
    const newWaitMs =
      further > 0 ? Math.min(SETUP_WAIT_MS * 2 ** (further - 1), SETUP_WAIT_MAX_MS) : 0;
    this.#store.run(
      "UPDATE setup SET wrong_tries = ?, wait_from = ?, wait_ms = ?",
      tries,
      this.#clock.now(),
      newWaitMs,
    );
    this.#log.warn("setup.wrong_code", { tries });
    if (newWaitMs > 0) throw waitProblem(newWaitMs);
    throw problem("FORBIDDEN", "the setup code is wrong", {
      hint: "it stands in the hub's terminal; or run: waiter setup-code",
    });
  }

  /** The set-up is done: the code dies. Part of the caller's transaction. */
  clear(): void {
    this.#store.run("UPDATE setup SET code = NULL, wrong_tries = 0, wait_ms = 0");
  }

  /** A clock that was set back (boards without one start in the past) must not stretch the wait. */
  #waitMs(row: Row): number {
    const passedMs = this.#clock.now() - row.wait_from;
    if (row.wait_ms > 0 && passedMs < 0) {
      this.#store.run("UPDATE setup SET wait_from = ?", this.#clock.now());
      return row.wait_ms;
    }
    return row.wait_ms - passedMs;
  }

  #row(): Row {
    const row = this.#store.get<Row>("SELECT code, wrong_tries, wait_from, wait_ms FROM setup");
    return row ?? { code: null, wrong_tries: 0, wait_from: 0, wait_ms: 0 };
  }
}

function waitProblem(waitMs: number) {
  return problem("RATE_LIMITED", "too many wrong setup codes", {
    hint: `try again in ${Math.ceil(waitMs / 1_000)} s; or run at the machine: waiter setup-code`,
  });
}

/** People write the code in groups; how far a guess agrees must not show in the time. */
function sameCode(given: string, code: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given.replaceAll(/[\s-]/g, "")), digest(code));
}
