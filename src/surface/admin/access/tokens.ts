/** Who stands behind a token: asks the kernel by the token's hash and remembers the answer for a while. */
import { type Clock, codeOf } from "#base";
import type { Principal } from "#contract";
import { TOKEN_CACHE_MS, TOKEN_LENGTH_MAX, TOKENS_CACHED_MAX } from "../limits.ts";
import type { AdminHub } from "../ports.ts";

/** SHA-256 of a token in lower-case hexadecimal: all that ever leaves this process. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("hex");
}

interface Known {
  readonly principal: Principal;
  readonly believedUntil: number;
}

/** A question to the kernel that is on its way. A revocation meanwhile voids its answer. */
interface Question {
  isVoid: boolean;
  readonly answer: Promise<Principal | undefined>;
}

/** A token that is revoked again and again while we ask is nobody's. */
const QUESTIONS_MAX = 3;

/** Checked tokens. Only good ones are remembered, so that guessing cannot push them out. */
export class Tokens {
  readonly #hub: AdminHub;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  /** Least recently used first, as a Map keeps its order. */
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, Question>();

  constructor(hub: AdminHub, clock: Clock, signal: AbortSignal) {
    this.#hub = hub;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Who stands behind a hash, without a question where it is known; undefined for nobody. */
  async verify(hash: string): Promise<Principal | undefined> {
    for (let asked = 0; asked < QUESTIONS_MAX; asked += 1) {
      const known = this.#recall(hash);
      if (known) return known;
      const question = this.#asked.get(hash) ?? this.#ask(hash);
      const principal = await question.answer;
      if (!question.isVoid) return principal;
    }
    return undefined;
  }

  /** A token or session ended: its hash is not believed any more. */
  forget(hash: string): void {
    this.#known.delete(hash);
    const question = this.#asked.get(hash);
    if (question) question.isVoid = true;
    this.#asked.delete(hash);
  }

  /** Revocations may have been missed: nothing is believed any more. */
  forgetAll(): void {
    this.#known.clear();
    for (const question of this.#asked.values()) question.isVoid = true;
    this.#asked.clear();
  }

  #recall(hash: string): Principal | undefined {
    const known = this.#known.get(hash);
    if (known === undefined) return undefined;
    this.#known.delete(hash);
    if (known.believedUntil <= this.#clock.monotonic()) return undefined;
    this.#known.set(hash, known);
    return known.principal;
  }

  #ask(hash: string): Question {
    const { promise, resolve, reject } = Promise.withResolvers<Principal | undefined>();
    const question: Question = { isVoid: false, answer: promise };
    this.#asked.set(hash, question);
    const settle = () => {
      if (this.#asked.get(hash) === question) this.#asked.delete(hash);
    };
    this.#hub.call("admin.verify", { caller: hash }, this.#signal).then(
      (principal) => {
        settle();
        if (principal !== null && !question.isVoid) this.#remember(hash, principal);
        resolve(principal ?? undefined);
      },
      (error: unknown) => {
        settle();
        if (codeOf(error) === "UNAUTHENTICATED") resolve(undefined);
        else reject(error);
      },
    );
    return question;
  }

  #remember(hash: string, principal: Principal): void {
    if (this.#known.size >= TOKENS_CACHED_MAX) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    const believedUntil = this.#clock.monotonic() + TOKEN_CACHE_MS;
    this.#known.set(hash, { principal, believedUntil });
  }
}

/** The token of an `Authorization` header; undefined when it holds none. */
export function bearerToken(header: string | null): string | undefined {
  if (header === null) return undefined;
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1];
  return token !== undefined && token.length <= TOKEN_LENGTH_MAX ? token : undefined;
}
