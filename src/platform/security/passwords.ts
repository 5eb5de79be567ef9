/** Hashes and checks passwords off the event loop, a few at a time: each takes memory that is scarce. */
import { secretHex } from "#base";
import { problem } from "#contract";
import {
  ARGON2_MEMORY_KIB,
  ARGON2_PASSES,
  HASHING_MAX,
  HASHING_WAITING_MAX,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
} from "./limits.ts";

/** Password hashing with a bound on what runs at once. */
export class Passwords {
  #running = 0;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #nobodys: Promise<string> | undefined;

  /** The Argon2id hash of a new password. Throws `VALUE_INVALID` for one that is too short or long. */
  async hash(password: string): Promise<string> {
    const length = [...password].length;
    if (length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX) {
      throw problem(
        "VALUE_INVALID",
        `a password has ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`,
      );
    }
    return this.#exclusive(() => hashNow(password));
  }

  /** Whether the password fits. Without a hash it takes the same time and is always false. */
  async verify(password: string, hash: string | null): Promise<boolean> {
    if (password.length > PASSWORD_LENGTH_MAX) return false;
    // Made before the first check of any kind, so that it makes no difference to the second.
    this.#nobodys ??= this.#exclusive(() => hashNow(secretHex(16)));
    const nobodys = await this.#nobodys.catch((error: unknown) => {
      this.#nobodys = undefined;
      throw error;
    });
    const fits = await this.#exclusive(() =>
      Bun.password.verify(password.normalize("NFC"), hash ?? nobodys),
    );
    return fits && hash !== null;
  }

  async #exclusive<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= HASHING_MAX) {
      if (this.#waiting.length >= HASHING_WAITING_MAX) {
        throw problem("BUSY", "too many sign-ins at once", { hint: "try again in a few seconds" });
      }
      const turn = Promise.withResolvers<void>();
      this.#waiting.push(turn);
      // The slot is handed over, so the count stays.
      await turn.promise;
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.resolve();
      else this.#running -= 1;
    }
  }
}

/** Keyboards compose letters such as ü differently; the same password must stay the same. */
function hashNow(password: string): Promise<string> {
  return Bun.password.hash(password.normalize("NFC"), {
    algorithm: "argon2id",
    memoryCost: ARGON2_MEMORY_KIB,
    timeCost: ARGON2_PASSES,
  });
}
