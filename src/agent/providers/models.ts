/**
 * The providers in their order, with failover: whichever stands first and answers, answers. Tool
 * calls go out only behind a clean finish, whatever the provider (F53).
 */
import { assert, type Clock, type Logger, sleep } from "#base";
import {
  type CompletionChunk,
  type CompletionRequest,
  type ProviderStatus,
  problem,
} from "#contract";
import type { Health, Models, ModelsRequest, Provider } from "#kernel/state";
import type { AttemptWatch } from "./attempt-watch.ts";
import { failureFields, ProviderError } from "./errors.ts";
import { PROVIDERS_MAX, RETRY_AFTER_MS } from "./limits.ts";
import { Question } from "./question.ts";
import { Standing } from "./standing.ts";

/** What the models need of the hub. */
export interface ModelsOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly health: Health;
}

/** A chunk of `Models.complete`. A second `provider` chunk voids everything before it. */
export type ModelsChunk = CompletionChunk | { readonly kind: "provider"; readonly name: string };

/** Makes the models without any provider yet. */
export function createModels(options: ModelsOptions): Models {
  return new OrderedModels(options);
}

class OrderedModels implements Models {
  readonly #options: ModelsOptions;
  /** In order: by priority, then by the first registration of their name. */
  #standings: readonly Standing[] = [];
  /** A source that is registered anew keeps its place among equals. */
  readonly #places = new Map<string, number>();

  constructor(options: ModelsOptions) {
    this.#options = options;
  }

  register(provider: Provider): Disposable {
    const { name } = provider;
    if (this.#standings.some((standing) => standing.provider.name === name)) {
      throw problem("CONFLICT", `a model source named ${name} is registered already`);
    }
    assert(this.#standings.length < PROVIDERS_MAX, "too many model sources");
    const standing = new Standing(provider, this.#options);
    if (!this.#places.has(name)) this.#places.set(name, this.#places.size);
    this.#standings = [...this.#standings, standing].toSorted(
      (a, b) => a.provider.priority - b.provider.priority || this.#place(a) - this.#place(b),
    );
    return {
      [Symbol.dispose]: () => {
        standing.retire();
        this.#standings = this.#standings.filter((other) => other !== standing);
      },
    };
  }

  status(): readonly ProviderStatus[] {
    return this.#standings.map((standing) => standing.status());
  }

  async *complete(request: ModelsRequest, signal: AbortSignal): AsyncGenerator<ModelsChunk> {
    const failures: unknown[] = [];
    const question = new Question(request);
    const standings = this.#standings;
    for (const [position, standing] of standings.entries()) {
      if (!question.mayGoTo(standing) || !standing.isAvailable) continue;
      const later = standings.slice(position + 1).filter((other) => other.isAvailable);
      const failure = yield* this.#tryOne(standing, later, question, signal);
      if (failure === undefined) return;
      failures.push(failure);
      const to = question.nextOf(later);
      const from = standing.provider.name;
      this.#options.log.warn("provider.failover", { from, to, ...failureFields(failure) });
    }
    throw question.overflow ?? this.#exhausted(failures);
  }

  /**
   * Asks one provider: a second time after a quick failure when at most the last resort stands behind
   * it (with another model ready, that one is quicker), and again with less where its window is full.
   * Answers the failure, if it failed.
   */
  async *#tryOne(
    standing: Standing,
    later: readonly Standing[],
    question: Question,
    signal: AbortSignal,
  ): AsyncGenerator<ModelsChunk, unknown> {
    const { clock, log } = this.#options;
    const provider = standing.provider.name;
    let canRetry = standing.rests && standing.isReady && later.length <= 1;
    for (;;) {
      signal.throwIfAborted();
      using watch = question.watch(clock, provider);
      try {
        using _request = standing.begin();
        yield* attempt(standing, question.asked, watch, signal);
        return undefined;
      } catch (error) {
        signal.throwIfAborted();
        const effect = standing.fail(error);
        const next = question.nextOf(later);
        if (question.canMakeRoom(error)) {
          watch?.fail(error, { remedy: "make_room", next: provider });
          if (await question.makeRoom(error, signal)) continue;
          return error;
        }
        if (!canRetry || effect !== "retry") {
          watch?.fail(error, { remedy: "failover", next });
          return error;
        }
        canRetry = false;
        watch?.fail(error, { remedy: "retry", next: provider });
        log.info("provider.retry", { provider, afterMs: RETRY_AFTER_MS });
        await sleep(clock, RETRY_AFTER_MS, signal);
      }
    }
  }

  #place(standing: Standing): number {
    return this.#places.get(standing.provider.name) ?? 0;
  }

  #exhausted(failures: readonly unknown[]): Error {
    const states = this.status().map(
      ({ name, state, lastError }) => `${name} ${lastError ?? state}`,
    );
    return problem("NOT_AVAILABLE", `no model answered: ${states.join("; ") || "none is set up"}`, {
      hint: "see `waiter providers`",
      cause: failures.at(-1),
    });
  }
}

/** One try: yields who answers with its first chunk, and holds tool calls back until the finish. */
async function* attempt(
  standing: Standing,
  request: CompletionRequest,
  watch: AttemptWatch | undefined,
  signal: AbortSignal,
): AsyncGenerator<ModelsChunk> {
  const { name } = standing.provider;
  const calls: CompletionChunk[] = [];
  let hasBegun = false;
  for await (const chunk of standing.provider.complete(request, signal)) {
    if (!hasBegun) yield { kind: "provider", name };
    hasBegun = true;
    watch?.take(chunk);
    if (chunk.kind === "tool_call") calls.push(chunk);
    else if (chunk.kind === "finish") {
      // Before the last chunks, since whoever reads them may stop there.
      standing.succeed();
      if (chunk.reason !== "length") yield* calls;
      yield chunk;
      return;
    } else yield chunk;
  }
  throw new ProviderError("PROVIDER_CUT", `${name}: the answer has no end`);
}
