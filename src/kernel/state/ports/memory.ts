/** Memory as the other wings see it: the working window, the archived documents, the embedding. */
import type { ContextEvent, Principal } from "#contract";

/** A new event. What is left out is empty; the id is the context's, the time too unless given. */
export type ContextDraft = Pick<ContextEvent, "source" | "channel" | "personId"> &
  Partial<Omit<ContextEvent, "id">>;

/** Whose window, and what it is wanted for. */
export interface WindowRequest {
  /** The window is this person's: nobody can ask for another's. */
  readonly principal: Principal;
  readonly channel: string;
  /** The present input: what is least like it goes first. */
  readonly text: string;
}

/** What a conversation still holds, oldest first. */
export interface ContextWindow {
  readonly events: readonly ContextEvent[];
  /** Events that this call moved to the documents. */
  readonly pruned: number;
}

/** The working window of each conversation (channel, person). */
export interface Context {
  /**
   * Adds an event; every window sees it at once. Resolves when it is on disk; rejects, and forgets
   * it, when the disk refuses. Rejects with TOO_LARGE above 1 MiB.
   */
  append(draft: ContextDraft): Promise<ContextEvent>;
  /**
   * The window, bounded by max(topK, protected): what is above is archived with its own time, the
   * least relevant first, never one of the newest (protected).
   */
  window(request: WindowRequest, signal: AbortSignal): Promise<ContextWindow>;
  /** Moreover archives, in the same order, until the rest needs at most `tokensMax` (F08). */
  prune(
    request: WindowRequest & { readonly tokensMax: number },
    signal: AbortSignal,
  ): Promise<ContextWindow>;
}

/** An archived event. */
export interface ArchivedDocument {
  readonly id: string;
  /** When it happened, not when it was archived. */
  readonly at: number;
  readonly archivedAt: number;
  readonly event: ContextEvent;
}

/** What fell out of the windows, by person. Nobody reads another's (architecture §5). */
export interface Documents {
  /**
   * Keeps an event once; a repeat changes nothing. Synchronous, so that it joins the caller's
   * transaction and a move between the tiers happens whole or not at all. Answers the document's id.
   */
  put(event: ContextEvent): string;
  /** Undefined too where it is another's. */
  get(viewer: Principal, id: string): ArchivedDocument | undefined;
  /** Those of the viewer that happened in [fromMs, toMs], newest first, at most 200. */
  list(
    viewer: Principal,
    range: { readonly fromMs: number; readonly toMs: number; readonly limit?: number },
  ): readonly ArchivedDocument[];
  /** How many there are, of the viewer or, without one, of everybody. */
  count(viewer?: Principal): number;
}

export type Modality = "text" | "image" | "audio" | "video";

/** What a vector is for: some spaces weigh a question and a text differently. */
export type EmbeddingPurpose = "query" | "document";

/** A space of vectors. */
export interface EmbeddingInfo {
  /** Names the space; vectors of different spaces are never compared. */
  readonly fingerprint: string;
  readonly dimension: number;
  readonly modalities: readonly Modality[];
}

/** A vector of unit length, or of zeros where there was nothing to see in the text. */
export type EmbeddingVector =
  | { readonly kind: "dense"; readonly space: string; readonly values: Float32Array }
  | {
      readonly kind: "sparse";
      readonly space: string;
      /** Strictly rising. */
      readonly indices: Uint32Array;
      readonly values: Float32Array;
    };

/** Turns texts into vectors of one space. */
export interface Embedding {
  /** The space as it is now; another model means another fingerprint. */
  info(): EmbeddingInfo;
  /** One vector for each text, in order. */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly EmbeddingVector[]>;
}
