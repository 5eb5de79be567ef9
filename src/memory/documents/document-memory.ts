/** Documents as they are asked for: those that somebody wrote, and events that left their windows. */
import type { Clock, Ids, Logger } from "#base";
import {
  type ContextEvent,
  type DocumentView,
  hasRole,
  type MemoryAuthor,
  type Principal,
  problem,
  readContextEvent,
} from "#contract";
import type { DocumentDraft, DocumentMemory } from "#kernel/state";
import type { Store } from "#platform/store";
import { DocumentIndex } from "./document-index.ts";
import {
  CONTENT_CHARS_MAX,
  HITS_MAX,
  OWN_SUMMARY_CHARS,
  SUMMARY_CHARS_MAX,
  TAG_CHARS_MAX,
  TAGS_MAX,
} from "./limits.ts";

/** What the documents need of the pictures that they show; inside their transaction. */
export interface DocumentMedia {
  kindOf(digest: string): string | undefined;
  show(digests: readonly string[], personId: string): void;
  release(digests: readonly string[]): void;
}

/** What they stand on. */
export interface DocumentMemoryParts {
  /** `memory.db`, with the tables of `createDocuments`. */
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly media: DocumentMedia;
}

interface WrittenRow {
  readonly id: string;
  readonly person_id: string;
  readonly at: number;
  readonly content: string;
  readonly summary: string;
  readonly tags: string;
  readonly media: string;
  readonly origin: string;
  readonly channel: string;
  readonly visits: number;
}
interface ArchivedRow {
  readonly id: string;
  readonly at: number;
  readonly event: string;
  readonly visits: number;
}

/** Whose documents are everybody's but a guest's. */
const HOUSEHOLD = "";
const INSERT = `INSERT INTO written_documents
    (id, person_id, at, hash, content, summary, tags, media, origin, channel)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SAME = "SELECT id FROM written_documents WHERE person_id = ? AND hash = ?";
const WRITTEN = "SELECT * FROM written_documents WHERE id = ?";
const ARCHIVED = "SELECT id, at, event, visits FROM documents WHERE id = ?";
const VISIT_WRITTEN = `UPDATE written_documents SET visits = visits + 1, visited_at = ?
  WHERE id = ?`;
const VISIT_ARCHIVED = "UPDATE documents SET visits = visits + 1, visited_at = ? WHERE id = ?";
const REMOVE_WRITTEN = "DELETE FROM written_documents WHERE id = ?";
const REMOVE_ARCHIVED = "DELETE FROM documents WHERE id = ?";
const OWNER = "SELECT person_id FROM document_rows WHERE document_id = ?";
const STATISTICS = `SELECT count(*) AS documents, coalesce(sum(bytes), 0) AS bytes FROM (
  SELECT octet_length(content) AS bytes FROM written_documents WHERE person_id IN (?1, ?2)
  UNION ALL SELECT octet_length(event) FROM documents WHERE person_id IN (?1, ?2))`;

/** Opens the document memory over the tables that `createDocuments` made. */
export function createDocumentMemory(parts: DocumentMemoryParts): DocumentMemory {
  return new StoredDocuments(parts);
}

class StoredDocuments implements DocumentMemory {
  readonly #parts: DocumentMemoryParts;
  readonly #index: DocumentIndex;

  constructor(parts: DocumentMemoryParts) {
    this.#parts = parts;
    this.#index = new DocumentIndex(parts.store);
  }

  async query(
    viewer: Principal,
    query: string,
    topK: number,
    signal: AbortSignal,
  ): Promise<readonly DocumentView[]> {
    signal.throwIfAborted();
    const { store, clock } = this.#parts;
    store.flush();
    const max = Math.max(1, Math.min(topK, HITS_MAX));
    const matches = this.#index.search(query, ownersOf(viewer), max);
    const found = matches.flatMap(({ id, score }) => this.#view(id, score) ?? []);
    if (found.length > 0) {
      const now = clock.now();
      await store.grouped(() => {
        for (const { id } of found) {
          store.run(VISIT_WRITTEN, now, id);
          store.run(VISIT_ARCHIVED, now, id);
        }
      });
    }
    return found;
  }

  async insert(draft: DocumentDraft, author: MemoryAuthor): Promise<{ readonly id: string }> {
    const { store, clock, ids, media } = this.#parts;
    const { content, summary, tags } = requireDraft(draft);
    const person = ownerOf(author, draft.scope);
    const digests = [...new Set(draft.mediaDigests ?? [])];
    for (const digest of digests) {
      if (media.kindOf(digest) === undefined) {
        throw problem("NOT_FOUND", `there is no media ${digest.slice(0, 12)}…`);
      }
    }
    const hash = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    let id = "";
    await store.grouped(() => {
      const same = store.get<{ id: string }>(SAME, person, hash);
      id = same?.id ?? ids.next("wd");
      if (same) return;
      const { origin, channel } = author;
      const lists = [JSON.stringify(tags), JSON.stringify(digests)] as const;
      const at = author.at ?? clock.now();
      store.run(INSERT, id, person, at, hash, content, summary, ...lists, origin, channel);
      this.#index.add(id, person, `${summary}\n${tags.join(" ")}\n${content}`);
      media.show(digests, person);
    });
    return { id };
  }

  async removeDocument(viewer: Principal, id: string): Promise<void> {
    const { store, media } = this.#parts;
    store.flush();
    const owner = store.get<{ person_id: string }>(OWNER, id)?.person_id;
    if (owner === undefined || !ownersOf(viewer).includes(owner)) {
      throw problem("NOT_FOUND", `there is no document "${id.slice(0, 80)}"`);
    }
    await store.grouped(() => {
      const digests = this.#digestsOf(id);
      store.run(REMOVE_WRITTEN, id);
      store.run(REMOVE_ARCHIVED, id);
      this.#index.remove(id);
      media.release(digests);
    });
  }

  stats(viewer: Principal): { readonly documents: number; readonly bytes: number } {
    const { store } = this.#parts;
    store.flush();
    return (
      store.get<{ documents: number; bytes: number }>(STATISTICS, ...ownersOf(viewer)) ?? {
        documents: 0,
        bytes: 0,
      }
    );
  }

  #view(id: string, score: number): DocumentView | undefined {
    const { store } = this.#parts;
    const written = store.get<WrittenRow>(WRITTEN, id);
    if (written) {
      const { at, content, summary, channel: source, visits: accessCount } = written;
      const tags = JSON.parse(written.tags) as string[];
      return { id, summary, content, tags, at, source, accessCount, score };
    }
    const archived = store.get<ArchivedRow>(ARCHIVED, id);
    const event = archived && this.#eventOf(archived);
    if (!archived || !event) return undefined;
    const content = [event.input, event.response].filter((text) => text !== "").join("\n");
    const { at, visits: accessCount } = archived;
    const summary = beginning(content);
    return { id, summary, content, tags: [], at, source: event.source, accessCount, score };
  }

  #digestsOf(id: string): readonly string[] {
    const { store } = this.#parts;
    const written = store.get<WrittenRow>(WRITTEN, id);
    if (written) return JSON.parse(written.media) as string[];
    const archived = store.get<ArchivedRow>(ARCHIVED, id);
    return (archived && this.#eventOf(archived)?.media.map(({ digest }) => digest)) ?? [];
  }

  #eventOf({ id, event }: ArchivedRow): ContextEvent | undefined {
    try {
      return readContextEvent(event);
    } catch (error) {
      this.#parts.log.error("documents.row_unreadable", { id, error });
      return undefined;
    }
  }
}

function requireDraft({ content, summary, tags = [] }: DocumentDraft) {
  if (content.trim() === "") throw problem("INVALID_PARAMS", "the document is empty");
  if (content.length > CONTENT_CHARS_MAX) {
    throw problem("TOO_LARGE", `a document has ${CONTENT_CHARS_MAX} characters at most`, {
      hint: "longer texts belong into the knowledge base, or into several documents",
    });
  }
  if (tags.length > TAGS_MAX || tags.some((tag) => tag.length > TAG_CHARS_MAX)) {
    throw problem("INVALID_PARAMS", `at most ${TAGS_MAX} tags of ${TAG_CHARS_MAX} characters`);
  }
  if (summary !== undefined && summary.length > SUMMARY_CHARS_MAX) {
    throw problem("TOO_LARGE", `a summary has ${SUMMARY_CHARS_MAX} characters at most`);
  }
  return {
    content: content.toWellFormed(),
    summary: (summary ?? beginning(content)).toWellFormed(),
    tags: [...new Set(tags)],
  };
}

const beginning = (text: string) => [...text.trim()].slice(0, OWN_SUMMARY_CHARS).join("");

/** Himself and, but for a guest, the household. */
function ownersOf(viewer: Principal): readonly [string, string] {
  return [viewer.personId, hasRole(viewer, "member") ? HOUSEHOLD : viewer.personId];
}

/** A person's own unless said otherwise; what a plugin writes is the household's. */
function ownerOf({ principal, origin }: MemoryAuthor, scope: DocumentDraft["scope"]): string {
  if (!hasRole(principal, "member")) {
    if (scope !== "shared") return principal.personId;
    throw problem("FORBIDDEN", "what a guest writes is kept for the guest alone");
  }
  const meant = scope ?? (origin === "plugin" ? "shared" : "private");
  return meant === "shared" ? HOUSEHOLD : principal.personId;
}
