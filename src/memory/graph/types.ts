/** What the graph stands on, what it tells the search index, and what it offers beyond the port. */
import type { Clock, Ids } from "#base";
import type { MemoryEntity, OriginClass, Principal } from "#contract";
import type { Memory } from "#kernel/state";
import type { Store } from "#platform/store";

/** A text as the search index is told of it. */
export interface SentenceRow {
  /** Of the sentence or, where a fact was told without one, of the relation. */
  readonly id: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly speaker: string | null;
  /** Whose it is; `""` is the household. */
  readonly person: string;
  readonly scope: "private" | "shared";
  readonly origin: OriginClass;
  readonly guest: boolean;
  readonly channel: string;
  readonly conversation: string;
  readonly position: number;
}

/** The search index: told inside the transaction that writes, so that it never differs. */
export interface SentenceSink {
  added(rows: readonly SentenceRow[]): void;
  removed(ids: readonly string[]): void;
}

/** What the graph needs of the pictures and sounds; every call stands inside its transaction. */
export interface GraphMedia {
  /** False while the owner has switched media off: then the words alone are kept. */
  readonly isEnabled: boolean;
  /** What a digest is; undefined where nobody knows it. */
  kindOf(digest: string): string | undefined;
  /** Whoever may read what names it may see it; `""` is the household. */
  show(digests: readonly string[], person: string): void;
  /** Names are gone; what nothing names any more may go. */
  release(digests: readonly string[]): void;
}

/** What the graph stands on. */
export interface GraphParts {
  /** `memory.db`. */
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Dates without an offset are meant in the house's own time. */
  readonly timeZone: () => string;
  readonly sink?: SentenceSink | undefined;
  readonly media?: GraphMedia | undefined;
  /** How many documents somebody may read, for the statistics. */
  readonly documentsOf?: ((viewer: Principal) => number) | undefined;
}

/** The graph: the memory's port but for recall, and what the tiers around it need. */
export interface Graph extends Omit<Memory, "recall"> {
  /** Entities of a type (`person`) that the viewer sees, those named most often first. */
  entitiesOf(viewer: Principal, type: string, max: number): readonly MemoryEntity[];
  /** Whether a block shows this picture or sound. */
  namesMedia(digest: string): boolean;
  /** Takes out what can't be undone any more. Jobs call it now and then; every removal does. */
  expire(): Promise<void>;
  /** Every text that the search index has to hold, to build it anew. */
  sentenceRows(): Iterable<SentenceRow>;
}
