/** What the graph knows of those whom a question names: facts around them, and what held at a time. */
import type { MemoryEntity, MemoryRelation } from "#contract";
import type { Memory, RecallRequest } from "#kernel/state";
import { foldText, isHan, normalizeText } from "#platform/text";
import { DEPTH_DEFAULT, FACTS_MAX, SEEDS_MAX } from "./limits.ts";
import type { Question } from "./question.ts";
import { isStopTerm, termsOf } from "./terms.ts";

/** What the graph answers; `knows` says whether it has an entity of this name. */
export interface GraphAnswer {
  readonly entities: readonly MemoryEntity[];
  /** Best first. */
  readonly relations: readonly MemoryRelation[];
  knows(name: string): boolean;
}

const NOTHING: GraphAnswer = { entities: [], relations: [], knows: () => false };

/** Walks from the names in the question. An empty question is answered by what is best known. */
export function askGraph(
  graph: Pick<Memory, "neighborhood" | "relationsAt"> | undefined,
  question: Question,
  { viewer, seeds = [], depth = DEPTH_DEFAULT, at }: RecallRequest,
): GraphAnswer {
  if (!graph) return NOTHING;
  const knows = (name: string) => graph.neighborhood(viewer, [name], 0).entities.length > 0;
  const names = [...new Set([...seeds, ...namesIn(question)])].slice(0, SEEDS_MAX);
  if (names.length === 0 && question.text !== "") return { ...NOTHING, knows };
  const { entities, relations } = graph.neighborhood(viewer, names, depth);
  const facts = new Map<string, MemoryRelation>();
  // Where a time that is over is meant, what held then comes before what holds now.
  const { range } = question;
  if (range && range.fromMs < at) {
    for (const { name } of entities) {
      const moment = Math.min(at, (range.fromMs + range.toMs) / 2);
      for (const fact of graph.relationsAt(viewer, name, moment)) facts.set(fact.id, fact);
    }
  }
  for (const fact of relations) if (!facts.has(fact.id)) facts.set(fact.id, fact);
  return {
    ...{ entities, knows },
    relations: names.length === 0 ? relations : byWords([...facts.values()], question, names),
  };
}

/** Names may stand anywhere in a question: its words and, in Chinese, every short stretch of it. */
function namesIn({ text, words, asker, speakers }: Question): readonly string[] {
  const names = [...speakers, ...(asker === null ? [] : [asker])];
  for (const { word } of words) if ([...word].length > 1) names.push(word);
  for (const [word] of text.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
    if (!isHan(word[0] ?? "")) names.push(word);
  }
  for (const [run] of text.matchAll(/\p{Script=Han}{3,}/gu)) {
    const characters = [...run];
    for (let size = 2; size <= 4; size += 1) {
      for (let from = 0; from + size <= characters.length; from += 1) {
        names.push(characters.slice(from, from + size).join(""));
      }
    }
  }
  return names.filter((name) => !isStopTerm(foldText(normalizeText(name))));
}

/** Facts that share most with the question first; the names themselves tell nothing between them. */
function byWords(
  facts: readonly MemoryRelation[],
  question: Question,
  names: readonly string[],
): readonly MemoryRelation[] {
  const asked = new Set([...question.terms.keys(), ...question.characters]);
  const named = new Set(names.map((name) => foldText(name)));
  const shared = ({ subject, relation, object, sentence }: MemoryRelation) => {
    const parts = [subject, object].filter((name) => !named.has(foldText(name)));
    const text = [...parts, relation, sentence ?? ""].join(" ");
    const terms = new Set([...termsOf(text), ...foldText(text)]);
    let count = 0;
    for (const term of asked) if (terms.has(term)) count += [...term].length > 1 ? 2 : 1;
    return count;
  };
  return facts
    .map((fact, place) => ({ fact, place, shared: shared(fact) }))
    .sort((left, right) => right.shared - left.shared || left.place - right.place)
    .slice(0, FACTS_MAX)
    .map(({ fact }) => fact);
}
