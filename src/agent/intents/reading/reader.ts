/** Reads one clause: the first way to cut it that a frame understands. */

import { kindOf } from "../content/kinds.ts";
import type { HouseIndex } from "../house/house-index.ts";
import type { Sentence, Token } from "../language/tokens.ts";
import { TOKEN_WORK } from "../limits.ts";
import { meaningOf } from "../meaning/frames.ts";
import { domainOf } from "../meaning/states.ts";
import type { Meaning } from "../meaning/types.ts";
import { type Facts, factsOf } from "./facts.ts";
import { buildLattice, type Extra, type Lattice } from "./lattice.ts";
import type { Lexicon } from "./lexicon.ts";
import { bestPaths, type Work } from "./paths.ts";
import { type Head, type Target, withExceptedKind } from "./targets.ts";
import type { Attribute, Span, Verb } from "./types.ts";

/** What reading needs besides the words. */
export interface ReaderContext {
  readonly chinese: boolean;
  readonly lexicon: Lexicon;
  readonly index: HouseIndex;
  /** What "it" and a command without a thing mean. */
  readonly inherited: readonly Target[];
  readonly extra: Extra;
  readonly work: Work;
  /** A command stands before this part of the sentence: 书房灯关了 is one, too. */
  readonly commanding?: boolean;
}

/** What a clause turned out to be. */
export type ClauseReading =
  | { readonly kind: "meaning"; readonly meaning: Meaning; readonly slip: boolean }
  /** Something is not to be done. */
  | { readonly kind: "negated" }
  | { readonly kind: "none" };

/** Intents that only look. */
export function isQuestion(meaning: Meaning): boolean {
  return meaning.ask !== undefined || /Get|Status|Respond|Nevermind/.test(meaning.intent);
}

/** Reads a clause given as a part of a sentence. */
export function readClause(sentence: Sentence, context: ReaderContext): ClauseReading {
  if (context.work.left <= 0) return { kind: "none" };
  context.work.left -= TOKEN_WORK * sentence.tokens.length;
  const lattice = buildLattice(
    sentence,
    context.chinese,
    context.lexicon,
    context.index,
    context.extra,
  );
  const asked = sentence.tokens.at(-1)?.text === "?";
  for (const path of bestPaths(lattice, context.work)) {
    const read = readPath(path, context, asked);
    if (read.kind !== "none") return read;
  }
  return { kind: "none" };
}

function readPath(path: readonly Span[], context: ReaderContext, asked: boolean): ClauseReading {
  const not = path.some(({ reading }) => reading.role === "not");
  const facts = factsOf(
    not ? path.filter(({ reading }) => reading.role !== "not") : path,
    context.chinese,
  );
  // 不用开灯了: what is not to be done is no report either.
  const meaning = facts && understand(inContext(facts, not, context), context.inherited);
  if (!facts || !meaning) return { kind: "none" };
  if (not) return isQuestion(meaning) ? { kind: "none" } : { kind: "negated" };
  // "Turn off the lights?" asks; "could you turn off the lights?" asks for it.
  const wants = facts.marks.has("request") || facts.marks.has("soft") || isQuestion(meaning);
  if (asked && !wants) return { kind: "none" };
  return { kind: "meaning", meaning, slip: facts.slip };
}

const ENDING: ReadonlySet<Verb> = new Set<Verb>(["close", "off", "lock"]);

/** What a report is after a command, and what is not to be done, are no reports. */
function inContext(facts: Facts, not: boolean, { commanding = false }: ReaderContext): Facts {
  // 书房灯关了 behind a command; 窗帘开了 stays a report, since opening is never a guess.
  const ends = facts.verbs.length > 0 && facts.verbs.every((verb) => ENDING.has(verb));
  const report = facts.report && !not && !(commanding && facts.looseReport && ends);
  return { ...facts, report, commanding };
}

/** Without a thing of its own a clause is first tried with what was spoken of before. */
function understand(facts: Facts, inherited: readonly Target[]): Meaning | undefined {
  if (facts.targets.some(({ others }) => others)) return meaningOf(withOthers(facts, inherited));
  const bare = facts.targets.every(
    ({ head, area, floor, room, here, house, all }) =>
      !head && !area && !floor && !room && !here && !house && !all,
  );
  if (bare && inherited.length > 0 && !facts.roles.has("timer") && isAbout(facts, inherited)) {
    const meaning = meaningOf({ ...facts, targets: inherited });
    if (meaning) return meaning;
  }
  return meaningOf(facts);
}

/** Quantities of the air: "how warm is it" after a lamp asks for the room. */
const AIR: ReadonlySet<Attribute> = new Set(["temperature", "humidity", "illuminance"]);
const AIRY = new Set(["climate", "water_heater", "humidifier", "sensor"]);

/** Whether a question can be about what was spoken of. */
function isAbout(facts: Facts, inherited: readonly Target[]): boolean {
  if (!facts.attributes.some((attribute) => AIR.has(attribute))) return true;
  if (facts.verbs.length + facts.steps.length + facts.numbers.length > 0) return true;
  return inherited.every(({ head }) => head && AIRY.has(domainOf(head)));
}

/** 打开其他空调 after a lamp: nothing that was spoken of is an air conditioner. */
function sameKindAs(targets: readonly Target[], inherited: readonly Target[]): readonly Target[] {
  const fits = targets.every(
    ({ head }) =>
      head?.by !== "kind" ||
      head.kind.domain === "all" ||
      inherited.some((one) => one.head && domainOf(one.head) === head.kind.domain),
  );
  return fits ? inherited : [];
}

/** 其他: all but what the sentence excepts, or else what was spoken of. Without a word for them, of its kind. */
function withOthers(facts: Facts, inherited: readonly Target[]): Facts {
  const except = facts.except.length > 0 ? facts.except : sameKindAs(facts.targets, inherited);
  const asking = facts.asks.length > 0;
  const targets = withExceptedKind(facts.targets, except).map((target): Target => {
    const { others: _others, pronoun: _pronoun, ...rest } = target;
    const head: Head = rest.head ?? { by: "kind", kind: kindOf("everything") };
    const one = asking || (head.by === "kind" && head.plural === false);
    const known = except.length > 0 ? {} : { others: true as const };
    return { ...rest, head, ...(one ? {} : { all: true as const }), ...known };
  });
  return { ...facts, targets, except };
}

/** Whether all that is said names things and places, and which. */
export function readTargetsOnly(sentence: Sentence, context: ReaderContext): Facts | undefined {
  const lattice: Lattice = buildLattice(
    sentence,
    context.chinese,
    context.lexicon,
    context.index,
    context.extra,
  );
  for (const path of bestPaths(lattice, context.work)) {
    const facts = factsOf(path, context.chinese);
    if (facts && facts.roles.size === 0 && facts.targets.length > 0) return facts;
  }
  return undefined;
}

/** A part of a sentence as a sentence. Positions in `shown` stay those of the whole. */
export function partOf(sentence: Sentence, from: number, to: number): Sentence {
  return { shown: sentence.shown, tokens: sentence.tokens.slice(from, to) };
}

/** A sentence without the marks at its ends. */
export function trimMarks(tokens: readonly Token[]): { from: number; to: number } {
  let from = 0;
  let to = tokens.length;
  while (from < to && tokens[from]?.kind === "mark") from += 1;
  while (to > from && tokens[to - 1]?.kind === "mark" && tokens[to - 1]?.text !== "%") to -= 1;
  return { from, to };
}
