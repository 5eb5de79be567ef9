/** A memory for tests: a real file, both tiers that hold events, similarity by words. */
import { join } from "node:path";
import { type Clock, countingIds, type Ids, type Logger, silentLogger, systemClock } from "#base";
import type { ContextEvent, Principal } from "#contract";
import { createHealth, type Documents, type Embedding, type Health } from "#kernel/state";
import { createWordEmbedding } from "#memory/embedding";
import { type OpenedStore, openStore } from "#platform/store";
import {
  type ContextSettings,
  createContext,
  createDocuments,
  type OpenContext,
} from "../../src/memory/index.ts";

/** An opened memory; disposing closes it as the hub does. */
export interface OpenMemory extends AsyncDisposable {
  readonly store: OpenedStore;
  readonly context: OpenContext;
  readonly documents: Documents;
  readonly embedding: Embedding;
  readonly health: Health;
}

/** What a test may want otherwise. */
export interface MemoryOptions {
  /** Dates events and documents. */
  readonly clock?: Clock;
  /** Commits groups of writes; real time unless the test says otherwise. */
  readonly storeClock?: Clock;
  readonly ids?: Ids;
  readonly log?: Logger;
  readonly topK?: number;
  readonly protectedCount?: number;
  readonly settings?: ContextSettings;
  readonly embedding?: Embedding;
  readonly documents?: (documents: Documents) => Documents;
  readonly tokensOf?: (event: ContextEvent) => number;
}

/** Opens `memory.db` in a folder. */
export function openMemory(dir: string, options: MemoryOptions = {}): OpenMemory {
  const { clock = systemClock, log = silentLogger, topK = 30, protectedCount = 10 } = options;
  const storeClock = options.storeClock ?? systemClock;
  const store = openStore(join(dir, "memory.db"), { clock: storeClock, log });
  const health = createHealth(silentLogger);
  const words = createWordEmbedding(health);
  const embedding = options.embedding ?? words;
  const own = createDocuments({ store, clock, log });
  const documents = options.documents?.(own) ?? own;
  const context = createContext({
    store,
    documents,
    embedding,
    clock,
    ids: options.ids ?? countingIds(),
    log,
    settings: options.settings ?? { topK: () => topK, protectedCount: () => protectedCount },
    tokensOf: options.tokensOf ?? (({ input, response }) => input.length + response.length),
  });
  return {
    store,
    context,
    documents,
    embedding,
    health,
    async [Symbol.asyncDispose]() {
      await context[Symbol.asyncDispose]();
      words[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}

/** A person, as tests speak. */
export function person(personId: string, role: Principal["role"] = "member"): Principal {
  return { personId, name: personId, role, areas: null };
}
