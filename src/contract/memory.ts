/** What memory is told and what it tells: the same words for tools, plugins, HTTP and the kernel. */
import { type Static, Type } from "typebox";
import type { Principal } from "./person.ts";
import { checker } from "./schema.ts";

/**
 * How far a text can be trusted. What comes from plugins and from the web is never promoted to a
 * fact by itself (F37).
 */
export const ORIGIN_CLASSES = ["owner", "member", "guest", "agent", "plugin", "web"] as const;
export type OriginClass = (typeof ORIGIN_CLASSES)[number];

/** Who may recall it: the person alone, or everybody in the household but guests. */
export const MEMORY_SCOPES = ["private", "shared"] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** One fact as it is told, with the fields of the tool `memory_commit`. */
export const TripleSchema = Type.Object({
  subject: Name,
  relation: Name,
  object: Name,
  /** The words in which it was said; what is asked later is found by these. */
  sentence_text: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  /** SHA-256 of pictures and sounds that show it. */
  media_digests: Type.Optional(Type.Array(Digest, { maxItems: 16 })),
  /** 0 to 1; 0 and nothing mean 1. */
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  subject_type: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  object_type: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** When it holds, where that is known: ISO 8601, or a year, or year and month. */
  valid_from: Type.Optional(Type.String({ maxLength: 32 })),
  valid_to: Type.Optional(Type.String({ maxLength: 32 })),
  scope: Type.Optional(Type.Enum([...MEMORY_SCOPES])),
});
export type Triple = Readonly<Static<typeof TripleSchema>>;
export const TriplesSchema = Type.Array(TripleSchema, { minItems: 1, maxItems: 64 });
export const triple = checker(TripleSchema);

/** On whose behalf something is remembered, and where it was said. */
export interface MemoryAuthor {
  readonly principal: Principal;
  readonly origin: OriginClass;
  readonly channel: string;
  readonly turnId?: string;
  /** Epoch milliseconds at which it was said, where that was not just now. */
  readonly at?: number;
  /** Who said it, where that is not the principal. */
  readonly speaker?: string;
}

/** What a commit did. A repeat refreshes what is known and counts as such (F20). */
export interface CommitResult {
  readonly added: number;
  readonly refreshed: number;
  /** Facts that no longer hold because of these: kept, with the end of their time. */
  readonly superseded: number;
  readonly ids: readonly string[];
}

/** Ways in which a remembered thing was found, strongest first. */
export const RECALL_REASONS = [
  "exact",
  "symbol",
  "text",
  "graph",
  "neighbor",
  "speaker",
  "time",
  "vector",
] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];

/** One remembered thing that answers a question, with why it was found and where it is from. */
export interface MemoryHit {
  readonly id: string;
  readonly kind: "sentence" | "relation" | "document" | "knowledge" | "media";
  readonly text: string;
  /** Epoch milliseconds of what it tells of. */
  readonly at: number;
  readonly speaker: string | null;
  readonly channel: string;
  readonly origin: OriginClass;
  readonly scope: MemoryScope;
  readonly score: number;
  readonly why: readonly RecallReason[];
}

/** A relation of the graph as it is told outside; times are epoch milliseconds, null is unknown. */
export interface MemoryRelation {
  readonly id: string;
  readonly subject: string;
  readonly relation: string;
  readonly object: string;
  readonly confidence: number;
  readonly status: "active" | "superseded" | "deleted" | "archived";
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly recordedAt: number;
  readonly supersededBy: string | null;
  readonly sentence: string | null;
  readonly speaker: string | null;
  readonly channel: string;
  readonly origin: OriginClass;
  readonly scope: MemoryScope;
}

/** A sentence as it was said; `mentions` counts how often. */
export interface MemorySentence {
  readonly id: string;
  readonly text: string;
  /** Epoch milliseconds at which it was last said. */
  readonly at: number;
  readonly speaker: string | null;
  readonly channel: string;
  readonly origin: OriginClass;
  readonly scope: MemoryScope;
  readonly mentions: number;
}

/** An entity of the graph. */
export interface MemoryEntity {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly aliases: readonly string[];
  readonly mentions: number;
}

/** What a recall answers. `absent` says that an exact thing was asked for and is nowhere (F26). */
export interface RecallResult {
  readonly hits: readonly MemoryHit[];
  readonly entities: readonly MemoryEntity[];
  readonly relations: readonly MemoryRelation[];
  readonly absent: readonly string[];
}

/** How much there is. */
export interface MemoryStatistics {
  readonly entities: number;
  readonly relations: number;
  readonly sentences: number;
  readonly blocks: number;
  readonly documents: number;
  readonly top: readonly MemoryEntity[];
}

/** Which relations are meant; at least one criterion. */
export const PurgeSchema = Type.Object({
  subject_contains: Type.Optional(Name),
  relation_type: Type.Optional(Name),
  target_contains: Type.Optional(Name),
  mode: Type.Optional(Type.Enum(["soft", "hard"])),
});
export type Purge = Readonly<Static<typeof PurgeSchema>>;

/** A document as it is told outside. */
export interface DocumentView {
  readonly id: string;
  readonly summary: string;
  readonly content: string;
  readonly tags: readonly string[];
  /** Epoch milliseconds of what it tells of. */
  readonly at: number;
  readonly source: string;
  readonly accessCount: number;
  readonly score: number;
}

/** An entry of the knowledge base; `name` is `category/name`. */
export interface KnowledgeView {
  readonly name: string;
  readonly content: string;
  readonly updatedAt: number;
  readonly score: number;
}

/** A person of the graph (not an account). */
export interface PersonView {
  readonly name: string;
  readonly traits: Readonly<Record<string, string>>;
  readonly relations: readonly {
    readonly relation: string;
    readonly person: string;
  }[];
}
