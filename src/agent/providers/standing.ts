/** How one registered provider stands: ready, resting after failures, or off. */
import { type Clock, codeOf, messageOf } from "#base";
import type { ProviderStatus } from "#contract";
import type { Health, Provider } from "#kernel/state";
import { effectOf, type FailureEffect, ProviderError } from "./errors.ts";
import { REST_FIRST_MS, REST_MAX_MS } from "./limits.ts";

/** What a standing needs to know of the hub. */
export interface StandingDeps {
  readonly clock: Clock;
  readonly health: Health;
}

/** The standing of one registration. A source whose settings change is registered anew. */
export class Standing {
  readonly provider: Provider;
  readonly #deps: StandingDeps;
  #state: ProviderStatus["state"] = "ready";
  #lastError: string | null = null;
  #errorCode: string | undefined;
  #failures = 0;
  #restUntil = 0;
  #isProbed = false;
  #degradation: Disposable | undefined;

  constructor(provider: Provider, deps: StandingDeps) {
    this.provider = provider;
    this.#deps = deps;
  }

  /**
   * Whether it rests after a failure. The last resort lives in the hub itself: one sentence that it
   * stumbles over must not make the house deaf to the next.
   */
  get rests(): boolean {
    return Number.isFinite(this.provider.priority);
  }

  /** Whether a request may go to it now. One that rested long enough takes one request at a time. */
  get isAvailable(): boolean {
    if (!this.rests) return true;
    if (this.#state === "off") return false;
    if (this.#state === "ready") return true;
    return !this.#isProbed && this.#deps.clock.monotonic() >= this.#restUntil;
  }

  /** Whether it is well; a probe is not tried twice. */
  get isReady(): boolean {
    return this.#state === "ready";
  }

  /** A request goes to it; dispose when that ended. */
  begin(): Disposable {
    this.#isProbed = true;
    return {
      [Symbol.dispose]: () => {
        this.#isProbed = false;
      },
    };
  }

  /** It answered: whatever was before is forgotten. */
  succeed(): void {
    this.#state = "ready";
    this.#failures = 0;
    this.#lastError = null;
    this.#errorCode = undefined;
    this.#recover();
  }

  /** It failed; answers what that means. */
  fail(error: unknown): FailureEffect {
    const effect = effectOf(error);
    this.#lastError = messageOf(error);
    this.#errorCode = codeOf(error);
    if (effect === "skip") return effect;
    this.#failures += 1;
    this.#state = effect === "off" ? "off" : "probing";
    this.#restUntil = this.#deps.clock.monotonic() + this.#restMs(error);
    this.#degrade();
    return effect;
  }

  status(): ProviderStatus {
    const code = this.#errorCode;
    return {
      name: this.provider.name,
      state: this.#state,
      lastError: this.#lastError,
      ...(code === undefined ? {} : { errorCode: code }),
    };
  }

  /** The registration is over; nothing is degraded by what is not there. */
  retire(): void {
    this.#recover();
  }

  #restMs(error: unknown): number {
    const asked = error instanceof ProviderError ? error.retryAfterMs : undefined;
    return asked ?? Math.min(REST_FIRST_MS * 2 ** (this.#failures - 1), REST_MAX_MS);
  }

  #degrade(): void {
    if (this.#degradation) return;
    const { name } = this.provider;
    this.#degradation = this.#deps.health.degrade(`model:${name}`, this.#lastError ?? "it failed");
  }

  #recover(): void {
    this.#degradation?.[Symbol.dispose]();
    this.#degradation = undefined;
  }
}
