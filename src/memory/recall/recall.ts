/** Recall: what is remembered of a question, found in several ways, with why and from where. */
import { type Clock, type Logger, messageOf } from "#base";
import {
  type MemoryHit,
  type MemoryRelation,
  type Principal,
  RECALL_REASONS,
  type RecallReason,
  type RecallResult,
} from "#contract";
import type { Memory, RecallRequest } from "#kernel/state";
import type { Store } from "#platform/store";
import { foldText, hasHan, loadJieba, normalizeText, type Segmenter } from "#platform/text";
import { HOUSEHOLD, ownersOf, type SentenceRow } from "../graph/index.ts";
import { absentFrom } from "./abstention.ts";
import { type ExactThing, exactThings } from "./exact-things.ts";
import { fuse } from "./fusion.ts";
import { askGraph, type GraphAnswer } from "./graph-side.ts";
import { CATCH_UP_BATCH, CLOSE_MAX, HITS_DEFAULT, HITS_MAX, VECTOR_HITS_MAX } from "./limits.ts";
import { Marks } from "./marks.ts";
import { takeApart } from "./question.ts";
import { Reader } from "./reader.ts";
import { type ScoredText, scoreTexts } from "./scoring.ts";
import { type ShownText, TextIndex } from "./text-index.ts";

/** What recall asks of the graph. */
export type RecallGraph = Pick<Memory, "neighborhood" | "relationsAt">;

/** Searches vectors of one space; answers ids of texts, best first, of these owners alone. */
export interface VectorSource {
  search(
    question: string,
    persons: readonly string[],
    max: number,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
}

/** What recall stands on. */
export interface RecallParts {
  /** `memory.db`. */
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timeZone: () => string;
  /** Asked for only when there is a question: the graph tells this room of its texts. */
  readonly graph?: (() => RecallGraph) | undefined;
  /** Undefined while there is no space: then words alone find. */
  readonly vectors?: (() => VectorSource | undefined) | undefined;
  /** Whether a name is known to another tier (a document, an account): then it is not absent. */
  readonly isKnown?: ((viewer: Principal, name: string) => boolean) | undefined;
}

/** Recall, with the index that is to be told of every text. */
export interface Recall extends Pick<Memory, "recall"> {
  readonly index: TextIndex;
  /** Fills an empty index: of a memory that is older than it, or than the form of its terms. */
  catchUp(rows: Iterable<SentenceRow>): void;
}

export function createRecall(parts: RecallParts): Recall {
  const index = new TextIndex(parts.store);
  const marks = new Marks(parts.clock);
  return {
    index,
    recall: (request, signal) => recall(parts, marks, request, signal),
    catchUp(rows) {
      if (!index.isEmpty) return;
      let batch: SentenceRow[] = [];
      for (const row of rows) {
        batch.push(row);
        if (batch.length < CATCH_UP_BATCH) continue;
        index.added(batch);
        batch = [];
      }
      index.added(batch);
    },
  };
}

async function recall(
  parts: RecallParts,
  marks: Marks,
  request: RecallRequest,
  signal: AbortSignal,
): Promise<RecallResult> {
  signal.throwIfAborted();
  const { store } = parts;
  const segmenter = hasHan(request.query) ? await segmenterOf(parts.log) : undefined;
  // What waits for its group counts as known.
  store.flush();
  const reader = new Reader(store, request.viewer);
  const question = takeApart(request.query, {
    ...{ viewer: request.viewer, at: request.at, segmenter },
    timeZone: parts.timeZone(),
    speakers: reader.speakers(),
  });
  const graph = askGraph(parts.graph?.(), question, request);
  const scored = scoreTexts(reader, question);
  const vectors = await vectorIds(parts, request, signal);
  const things = exactThings(question);
  const found = join(reader, { scored, vectors, graph, things });
  const given = unmarked(marks, request, found);
  const isKnown = (name: string) =>
    graph.knows(name) || parts.isKnown?.(request.viewer, name) === true;
  return { ...given, absent: absentFrom(reader, question, things, isKnown) };
}

/** Words help, but nothing waits for them to be right: without a dictionary pairs of characters do. */
async function segmenterOf(log: Logger): Promise<Segmenter | undefined> {
  try {
    return await loadJieba();
  } catch (error) {
    log.warn("recall.no_segmenter", { reason: messageOf(error) });
    return undefined;
  }
}

async function vectorIds(
  { vectors, log }: RecallParts,
  { query, viewer }: RecallRequest,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const source = vectors?.();
  if (!source) return [];
  try {
    return await source.search(query, [...new Set(ownersOf(viewer))], VECTOR_HITS_MAX, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The words are there all the same; the space tells of itself in the status.
    log.warn("recall.vectors_failed", { reason: messageOf(error) });
    return [];
  }
}

/** Everything that was found, and how. */
interface Found {
  readonly scored: readonly ScoredText[];
  readonly vectors: readonly string[];
  readonly graph: GraphAnswer;
  readonly things: readonly ExactThing[];
}

interface Joined {
  readonly hits: readonly MemoryHit[];
  readonly entities: RecallResult["entities"];
  readonly relations: RecallResult["relations"];
}

/** One list of hits: a fact and the sentence that tells it are one, whichever way they were found. */
function join(reader: Reader, { scored, vectors, graph, things }: Found): Joined {
  const byVector = reader.docsOf(vectors);
  const best = scored.slice(0, CLOSE_MAX);
  const docs = [...new Set([...best.map(({ doc }) => doc), ...byVector.values()])];
  const shown = new Map(reader.shown(docs).map((text) => [text.doc, text]));
  const keyOf = (text: string) => foldText(normalizeText(text));
  const keyOfDoc = (doc: number) => keyOf(shown.get(doc)?.text ?? "");
  const hits = new Map<string, MemoryHit>();
  const byDoc = new Map(best.map((text) => [text.doc, text]));
  for (const text of shown.values()) {
    const why = reasonsOf(text, byDoc.get(text.doc), things);
    hits.set(keyOf(text.text), hitOf(text, why));
  }
  for (const relation of graph.relations) {
    const hit = relationHit(relation);
    const known = hits.get(keyOf(hit.text));
    hits.set(keyOf(hit.text), known ? { ...known, why: [...known.why, "graph"] } : hit);
  }
  for (const doc of byVector.values()) {
    const known = hits.get(keyOfDoc(doc));
    if (known) hits.set(keyOfDoc(doc), { ...known, why: [...known.why, "vector"] });
  }
  const ranked = fuse({
    text: best.map(({ doc }) => keyOfDoc(doc)),
    graph: graph.relations.map((relation) => keyOf(relationHit(relation).text)),
    vector: vectors.flatMap((id) => {
      const doc = byVector.get(id);
      return doc === undefined ? [] : [keyOfDoc(doc)];
    }),
  });
  return {
    hits: ranked.flatMap(({ key, score }) => {
      const hit = hits.get(key);
      return hit ? [{ ...hit, score, why: inOrder(hit.why) }] : [];
    }),
    entities: graph.entities,
    relations: graph.relations,
  };
}

function reasonsOf(
  { text }: ShownText,
  scored: ScoredText | undefined,
  things: readonly ExactThing[],
): readonly RecallReason[] {
  const folded = foldText(normalizeText(text));
  const named = things.filter((thing) => folded.includes(foldText(thing.text)));
  const why: RecallReason[] = named.map(({ reason }) => reason);
  if (scored?.byText) why.push("text");
  if (scored?.byNeighbor) why.push("neighbor");
  if (scored?.bySpeaker) why.push("speaker");
  if (scored?.byTime) why.push("time");
  return why;
}

function inOrder(why: readonly RecallReason[]): readonly RecallReason[] {
  return RECALL_REASONS.filter((reason) => why.includes(reason));
}

function hitOf(text: ShownText, why: readonly RecallReason[]): MemoryHit {
  const { id, kind, text: words, at, speaker, channel, origin, person } = text;
  return {
    ...{ id, kind, text: words, at, speaker, channel, origin, why, score: 0 },
    scope: person === HOUSEHOLD ? "shared" : "private",
  };
}

function relationHit(relation: MemoryRelation): MemoryHit {
  const { id, subject, object, speaker, channel, origin, scope, recordedAt } = relation;
  return {
    ...{ id, kind: "relation", speaker, channel, origin, scope, score: 0, why: ["graph"] },
    text: relation.sentence ?? `${subject} ${relation.relation} ${object}`,
    at: relation.validFrom ?? recordedAt,
  };
}

/** What was not given in this conversation a moment ago; what is given now is marked. */
function unmarked(marks: Marks, request: RecallRequest, found: Joined): Joined {
  const hitsMax = Math.max(1, Math.min(request.hitsMax ?? HITS_DEFAULT, HITS_MAX));
  const { channel, viewer } = request;
  if (channel === undefined) return { ...found, hits: found.hits.slice(0, hitsMax) };
  const conversation = `${channel}/${viewer.personId}`;
  const isNew = ({ id }: { readonly id: string }) => !marks.has(conversation, id);
  const given = {
    hits: found.hits.filter(isNew).slice(0, hitsMax),
    entities: found.entities.filter(isNew),
    relations: found.relations.filter(isNew),
  };
  marks.set(
    conversation,
    [...given.hits, ...given.entities, ...given.relations].map(({ id }) => id),
  );
  return given;
}
