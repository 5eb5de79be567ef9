/** The working window of each conversation: what was said lately, and what is still like the present. */
import { type Clock, type Ids, isCanceled, type Logger } from "#base";
import { type ContextEvent, problem } from "#contract";
import type {
  Context,
  ContextDraft,
  ContextWindow,
  Documents,
  Embedding,
  EmbeddingVector,
  WindowRequest,
} from "#kernel/state";
import type { Store } from "#platform/store";
import type { Conversation, Entry } from "./conversation.ts";
import { EVENT_BYTES_MAX, UNASKED_EVENTS_MAX } from "./limits.ts";
import { LoadedConversations } from "./loaded.ts";
import { ContextRecords } from "./records.ts";
import { CONTEXT_AREA, CONTEXT_MIGRATIONS } from "./schema.ts";
import { choose, eventsMax, type WindowBounds } from "./selection.ts";
import type { ContextSettings } from "./settings.ts";
import { similarity } from "./similarity.ts";
import { vectorText } from "./vector-text.ts";

/** What the windows stand on. */
export interface ContextParts {
  /** `memory.db`; the same store as the documents', so that a move between them is one transaction. */
  readonly store: Store;
  readonly documents: Documents;
  readonly embedding: Embedding;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly settings: ContextSettings;
  /** What an event costs in a prompt; whoever writes the prompt knows. */
  readonly tokensOf: (event: ContextEvent) => number;
}

/** Windows that are to be closed: disposing waits for what is on its way to the disk. */
export interface OpenContext extends Context, AsyncDisposable {
  /** Whether an event of a window shows this picture or file. Looks through all of them. */
  namesMedia(digest: string): boolean;
}

/** Opens the windows of a store. */
export function createContext(parts: ContextParts): OpenContext {
  parts.store.migrate(CONTEXT_AREA, CONTEXT_MIGRATIONS);
  return new WindowedContext(parts);
}

/** Screens of programs, not talk: they leave their windows unarchived. */
const NEVER_ARCHIVED: ReadonlySet<string> = new Set(["agentcli", "terminal"]);

class WindowedContext implements OpenContext {
  readonly #parts: ContextParts;
  readonly #records: ContextRecords;
  readonly #conversations: LoadedConversations;
  readonly #writing = new Set<Promise<void>>();
  /** A row of failures is logged once. */
  #isFailing = false;

  constructor(parts: ContextParts) {
    this.#parts = parts;
    this.#records = new ContextRecords(parts.store, parts.log);
    this.#conversations = new LoadedConversations(this.#records, (conversation) =>
      this.#retire(conversation, [...conversation.entries]),
    );
  }

  async append(draft: ContextDraft): Promise<ContextEvent> {
    const event = this.#eventOf(draft);
    const json = JSON.stringify(event);
    const bytes = Buffer.byteLength(json);
    if (bytes > EVENT_BYTES_MAX) {
      throw problem("TOO_LARGE", `an event of ${bytes} bytes cannot be remembered`, {
        hint: `at most ${EVENT_BYTES_MAX} bytes`,
      });
    }
    const conversation = this.#conversations.open(event);
    const entry =
      draft.at === undefined ? conversation.addNewest(event) : conversation.addEarlier(event);
    const written = this.#write(conversation, () => this.#records.insert(entry, json));
    this.#boundUnasked(conversation);
    try {
      await written;
    } catch (error) {
      // It may have left the window meanwhile.
      if (conversation.entries.includes(entry)) conversation.remove(entry);
      throw error;
    }
    return event;
  }

  namesMedia(digest: string): boolean {
    return this.#records.contain(digest);
  }

  window(request: WindowRequest, signal: AbortSignal): Promise<ContextWindow> {
    return this.#pruned(request, Number.POSITIVE_INFINITY, signal);
  }

  prune(
    request: WindowRequest & { readonly tokensMax: number },
    signal: AbortSignal,
  ): Promise<ContextWindow> {
    return this.#pruned(request, request.tokensMax, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#parts.store.flush();
    await Promise.allSettled(this.#writing);
  }

  async #pruned(
    { principal, channel, text }: WindowRequest,
    tokensMax: number,
    signal: AbortSignal,
  ): Promise<ContextWindow> {
    signal.throwIfAborted();
    const conversation = this.#conversations.open({ personId: principal.personId, channel });
    using _held = conversation.hold();
    const bounds = this.#bounds(tokensMax);
    let pruned = 0;
    if (this.#choose(conversation, bounds).length > 0) {
      const question = await this.#embedAll(conversation, text, signal);
      // Chosen only now: while the vectors were made, more may have been said.
      const leaving = this.#choose(conversation, bounds, question);
      this.#retire(conversation, leaving);
      pruned = leaving.length;
    }
    return { events: conversation.entries.map(({ event }) => event), pruned };
  }

  #bounds(tokensMax: number): WindowBounds {
    const { settings } = this.#parts;
    return { topK: settings.topK(), protectedCount: settings.protectedCount(), tokensMax };
  }

  /** Who leaves; without a question to compare with, the oldest. */
  #choose(conversation: Conversation, bounds: WindowBounds, question?: EmbeddingVector): Entry[] {
    const counts = Number.isFinite(bounds.tokensMax);
    const candidates = conversation.entries.map((entry) => {
      const { event, vector } = entry;
      return {
        entry,
        similarity: question && vector?.space === question.space ? similarity(question, vector) : 0,
        tokens: counts ? this.#parts.tokensOf(event) : 0,
      };
    });
    return choose(candidates, bounds).map(({ entry }) => entry);
  }

  /** Makes the vectors that are missing, and the question's; undefined when there is no embedding. */
  async #embedAll(
    conversation: Conversation,
    text: string,
    signal: AbortSignal,
  ): Promise<EmbeddingVector | undefined> {
    const { embedding, log } = this.#parts;
    const { fingerprint } = embedding.info();
    const missing = conversation.entries.filter(({ vector }) => vector?.space !== fingerprint);
    const texts = missing.map(({ event }) => vectorText(event));
    try {
      const vectors = await embedding.embed(texts, "document", signal);
      for (const [index, entry] of missing.entries()) {
        const vector = vectors[index];
        if (vector) entry.vector = vector;
      }
      return (await embedding.embed([text], "query", signal))[0];
    } catch (error) {
      if (signal.aborted || isCanceled(error)) throw error;
      // A window without vectors still has an order in time.
      log.warn("context.embedding_failed", { error });
      return undefined;
    }
  }

  /** Nobody asks for this window, and it grows: the oldest go. */
  #boundUnasked(conversation: Conversation): void {
    const bounds = this.#bounds(Number.POSITIVE_INFINITY);
    if (conversation.entries.length <= eventsMax(bounds) + UNASKED_EVENTS_MAX) return;
    this.#retire(conversation, this.#choose(conversation, bounds));
  }

  /** Takes events out of their window and archives them; they come back if the disk refuses. */
  #retire(conversation: Conversation, leaving: readonly Entry[]): void {
    for (const entry of leaving) {
      conversation.remove(entry);
      this.#write(conversation, () => this.#move(entry.event)).catch((error: unknown) => {
        conversation.insert(entry);
        if (!this.#isFailing) this.#parts.log.error("context.archive_failed", { error });
        this.#isFailing = true;
      });
    }
  }

  /** From the window to the documents, in one transaction: never in both, never in none, never twice. */
  #move(event: ContextEvent): void {
    if (!this.#records.remove(event.id)) return;
    if (NEVER_ARCHIVED.has(event.source) || NEVER_ARCHIVED.has(event.channel)) return;
    this.#parts.documents.put(event);
  }

  /** Queues a write for the store's next group; its conversation stays in memory until it is done. */
  async #write(conversation: Conversation, work: () => void): Promise<void> {
    using _held = conversation.hold();
    const writing = this.#parts.store.grouped(work);
    this.#writing.add(writing);
    try {
      await writing;
      this.#isFailing = false;
    } finally {
      this.#writing.delete(writing);
    }
  }

  #eventOf(draft: ContextDraft): ContextEvent {
    const at = draft.at ?? this.#parts.clock.now();
    return {
      turnId: "",
      input: "",
      response: "",
      toolsUsed: [],
      toolResults: [],
      media: [],
      noMemory: false,
      derivedText: null,
      ...draft,
      // The counter of ids begins anew with each start of the hub; the time keeps them apart.
      id: `${this.#parts.ids.next("e")}_${at.toString(36)}`,
      at,
    };
  }
}
