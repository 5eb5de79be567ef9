/** The tiers of the memory as other wings see them: graph and recall, documents, knowledge, people. */
import type {
  CommitResult,
  DocumentView,
  KnowledgeView,
  MediaReference,
  MemoryAuthor,
  MemoryEntity,
  MemoryRelation,
  MemoryScope,
  MemorySentence,
  MemoryStatistics,
  PersonView,
  Principal,
  Purge,
  RecallResult,
  Triple,
} from "#contract";

/** A question to the memory. */
export interface RecallRequest {
  readonly query: string;
  /** Only what this person may know is looked at, before anything is scored. */
  readonly viewer: Principal;
  /** The moment of asking, epoch milliseconds: "yesterday" counts from here. */
  readonly at: number;
  /** Names to begin from in the graph, besides those in the query. */
  readonly seeds?: readonly string[];
  /** How far to go in the graph, 0–4; 2 unless told. */
  readonly depth?: number;
  /** Most hits; 10 unless told, 50 at most. */
  readonly hitsMax?: number;
  /** The conversation in which it is asked: recall marks hold in it. */
  readonly channel?: string;
}

/** A sentence to be remembered as it was said. */
export interface SentenceDraft {
  readonly text: string;
  readonly scope?: MemoryScope;
  readonly mediaDigests?: readonly string[];
  /** Where they differ from the author's: when it was said, by whom, and in which conversation. */
  readonly at?: number;
  readonly speaker?: string;
  readonly conversation?: string;
}

/** What was taken out; `undo` brings it back for 30 days, null where nothing was. */
export interface Removal {
  readonly removed: number;
  readonly undo: string | null;
}

/** Which part of the memory is looked through, newest first. */
export interface BrowseRequest {
  /** Said by, or about, somebody or something of this name. */
  readonly name?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
  /** 50 unless told, 200 at most. */
  readonly limit?: number;
}

/** What was said, and what is known, newest first. */
export interface BrowsePage {
  readonly sentences: readonly MemorySentence[];
  readonly relations: readonly MemoryRelation[];
}

/** What lies around some entities. */
export interface Neighborhood {
  readonly entities: readonly MemoryEntity[];
  readonly relations: readonly MemoryRelation[];
}

/** One row of an exported memory, as a line of JSON. */
export interface MemoryRow {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | null>>;
}

/** Graph and recall. Everything that writes resolves when it is on disk. */
export interface Memory {
  /** Never rejects for want of hits: an empty result, and `absent` where that is certain. */
  recall(request: RecallRequest, signal: AbortSignal): Promise<RecallResult>;
  /** Remembers sentences without facts. Identical ones of one scope are kept once (F31). */
  remember(sentences: readonly SentenceDraft[], author: MemoryAuthor): Promise<readonly string[]>;
  /** Adds facts; a contradicting one supersedes, it does not erase. Throws `INVALID_PARAMS`. */
  commit(triples: readonly Triple[], author: MemoryAuthor): Promise<CommitResult>;
  introspect(viewer: Principal): MemoryStatistics;
  /**
   * Joins two entities into `target`. Throws NOT_FOUND, and CONFLICT for one and the same or, unless
   * confirmed, for names that differ in their numbers (F34).
   */
  merge(
    source: string,
    target: string,
    author: MemoryAuthor,
    options?: { readonly isConfirmed?: boolean },
  ): Promise<{ readonly moved: number }>;
  /** Takes relations out by criteria. Throws `INVALID_PARAMS` without any. */
  purge(criteria: Purge, author: MemoryAuthor): Promise<Removal>;
  /** Puts a fact in another's place. Throws NOT_FOUND, and CONFLICT where it changed since (F33). */
  edit(before: Triple, after: Triple, author: MemoryAuthor): Promise<CommitResult>;
  /** Takes an entity out with its relations. Throws NOT_FOUND. */
  deleteEntity(name: string, author: MemoryAuthor): Promise<Removal>;
  /** Takes sentences and relations out by id, each with what rests on it. Unknown ids change nothing. */
  forget(ids: readonly string[], author: MemoryAuthor): Promise<Removal>;
  /** Brings back what a removal took. Throws NOT_FOUND, for another's too. */
  undo(undo: string, author: MemoryAuthor): Promise<{ readonly restored: number }>;
  /** What held of `name` at a moment, superseded facts among it. */
  relationsAt(viewer: Principal, name: string, atMs: number): readonly MemoryRelation[];
  /** From these names outwards; without any the best known entities and the newest facts. */
  neighborhood(viewer: Principal, seeds: readonly string[], depth: number): Neighborhood;
  browse(viewer: Principal, request: BrowseRequest): BrowsePage;
  /** Every row of sentences, entities and relations, of everybody: for the owner alone. */
  exportRows(): Iterable<MemoryRow>;
  /** Takes exported rows in; what is there already stays. Throws INVALID_PARAMS, and then keeps none. */
  importRows(rows: Iterable<unknown>): Promise<{ readonly added: number; readonly known: number }>;
}

/** A document that somebody writes. */
export interface DocumentDraft {
  readonly content: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly mediaDigests?: readonly string[];
  readonly scope?: MemoryScope;
}

/** Written and archived documents. */
export interface DocumentMemory {
  /** Read-only; counts as a visit. */
  query(
    viewer: Principal,
    query: string,
    topK: number,
    signal: AbortSignal,
  ): Promise<readonly DocumentView[]>;
  /** The same content of one scope is kept once. */
  insert(draft: DocumentDraft, author: MemoryAuthor): Promise<{ readonly id: string }>;
  /** Throws NOT_FOUND, for another's too. */
  removeDocument(viewer: Principal, id: string): Promise<void>;
  stats(viewer: Principal): { readonly documents: number; readonly bytes: number };
}

/** Texts that people keep on purpose: files under `knowledge/`. */
export interface Knowledge {
  search(query: string, topK: number, signal: AbortSignal): Promise<readonly KnowledgeView[]>;
  /** Throws CONFLICT where it is there already, INVALID_PARAMS for a bad name. */
  add(name: string, content: string): Promise<void>;
  list(prefix?: string): readonly Omit<KnowledgeView, "content" | "score">[];
  /** Throws NOT_FOUND. */
  delete(name: string): Promise<void>;
}

/** People of the graph. */
export interface People {
  person(viewer: Principal, name: string): PersonView | undefined;
  /** Everybody with this trait, where `name` is left out (F28). */
  trait(
    viewer: Principal,
    trait: string,
    name?: string,
  ): readonly { readonly name: string; readonly value: string }[];
  network(viewer: Principal, name: string, depth: number): readonly PersonView[];
  list(viewer: Principal): readonly string[];
  setTrait(name: string, trait: string, value: string, author: MemoryAuthor): Promise<void>;
  relate(name: string, relation: string, other: string, author: MemoryAuthor): Promise<void>;
}

/** A line of the text log. */
export interface TextLogLine {
  readonly ts: string;
  readonly source: string;
  readonly input: string;
  readonly response: string;
  readonly tools_used: readonly string[];
  readonly agent_id: string;
}

/** The log of everything that was said. */
export interface TextLogPort {
  append(line: TextLogLine): void;
}

/** A picture, sound or file with its bytes; they must not be changed. */
export interface StoredMedia extends MediaReference {
  readonly bytes: Uint8Array;
}

/** Media by the SHA-256 of their bytes. */
export interface Media {
  /** False while the owner has switched it off: then texts alone are kept (`NOT_AVAILABLE` on `put`). */
  readonly isEnabled: boolean;
  /** Keeps the bytes once; a repeat changes nothing. Throws `INVALID_PARAMS` for none at all. */
  put(bytes: Uint8Array, mime: string, author: MemoryAuthor): Promise<MediaReference>;
  /** Undefined where it is not known, or not the viewer's to see. Throws `MEDIA_CORRUPT`. */
  get(viewer: Principal, digest: string): Promise<StoredMedia | undefined>;
}
