/** Reads a whole sentence: small talk, one command, several, a delayed one, or one with a free part. */
import { SEPARATING_MARKS, SEPARATORS } from "../content/connectives.ts";
import { expand } from "../language/expand.ts";
import type { Language } from "../language/language.ts";
import { nameTokens, type Sentence } from "../language/tokens.ts";
import { Trie } from "../language/trie.ts";
import { valuesAt } from "../language/values.ts";
import { COMMANDS_MAX } from "../limits.ts";
import type { Meaning } from "../meaning/types.ts";
import { readDelayed, readLimited } from "./delays.ts";
import { readNotYet } from "./not-yet.ts";
import { readPhrase, readTalk } from "./phrases.ts";
import { isQuestion, partOf, type ReaderContext, readClause, trimMarks } from "./reader.ts";
import type { Target } from "./targets.ts";

/** What a sentence turned out to be. */
export type SentenceReading =
  | { readonly kind: "meanings"; readonly meanings: readonly Meaning[] }
  | { readonly kind: "negated" }
  | { readonly kind: "none" };

const NONE: SentenceReading = { kind: "none" };

/** Reads a sentence. */
export function readSentence(
  whole: Sentence,
  language: Language,
  context: ReaderContext,
): SentenceReading {
  const { from } = trimMarks(whole.tokens);
  const sentence = partOf(whole, from, whole.tokens.length);
  const talk = readTalk(sentence, context.chinese);
  if (talk) return { kind: "meanings", meanings: [talk] };
  const notYet = readNotYet(sentence, context);
  if (notYet) return { kind: "meanings", meanings: [notYet] };
  const one = readClause(sentence, context);
  if (one.kind === "meaning") return { kind: "meanings", meanings: [one.meaning] };
  const delayed = readLater(sentence, language, context);
  if (delayed) return { kind: "meanings", meanings: [delayed] };
  const limited = readLimited(withoutEndMarks(sentence), context.chinese, (command) => {
    const inner = readClause(command, context);
    return inner.kind === "meaning" ? inner.meaning : undefined;
  });
  if (limited) return { kind: "meanings", meanings: limited };
  const spoken = readPhrase(withoutEndMarks(sentence), language, context);
  // A broadcast takes the rest of the sentence, whatever it says.
  if (spoken?.intent === "HassBroadcast") return { kind: "meanings", meanings: [spoken] };
  const several = readSeveral(sentence, language, context);
  if (several) return { kind: "meanings", meanings: several };
  if (spoken) return { kind: "meanings", meanings: [spoken] };
  return one.kind === "negated" ? { kind: "negated" } : NONE;
}

function withoutEndMarks(sentence: Sentence): Sentence {
  const { from, to } = trimMarks(sentence.tokens);
  return partOf(sentence, from, to);
}

function readLater(
  sentence: Sentence,
  language: Language,
  context: ReaderContext,
): Meaning | undefined {
  return readDelayed(withoutEndMarks(sentence), context.chinese, (command) => {
    const inner = withoutEndMarks(command);
    const clause = readClause(inner, context);
    if (clause.kind === "meaning") return isQuestion(clause.meaning) ? undefined : [clause.meaning];
    const several = readSeveral(inner, language, context);
    return several?.some(isQuestion) ? undefined : several;
  });
}

const separators = new Map<boolean, Trie<true>>();

function separatorsOf(chinese: boolean): Trie<true> {
  let trie = separators.get(chinese);
  if (!trie) {
    trie = new Trie();
    for (const word of expand(chinese ? SEPARATORS.zh : SEPARATORS.en))
      trie.add(nameTokens(word), true);
    separators.set(chinese, trie);
  }
  return trie;
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Places where one command may end and the next begin; a Chinese verb or 把 may open one unmarked. */
function cutsOf(sentence: Sentence, context: ReaderContext): Cut[] {
  const { tokens } = sentence;
  const trie = separatorsOf(context.chinese);
  const cuts: Cut[] = [];
  for (let at = 1; at < tokens.length - 1; at += 1) {
    if (SEPARATING_MARKS.includes(tokens[at]?.text ?? "")) cuts.push({ from: at, to: at + 1 });
    for (const { to } of trie.match(tokens, at)) cuts.push({ from: at, to });
    if (context.chinese && (opensClause(sentence, at, context) || isDegrees(sentence, at)))
      cuts.push({ from: at, to: at });
  }
  return cuts.slice(0, CUTS_MAX);
}

const CUTS_MAX = 14;
const OPENING: ReadonlySet<string> = new Set(["open", "close", "lock", "unlock", "on", "off"]);

/** 他把门锁了: before 把 stands who did it, and the clause is not cut there. */
function isDoer({ tokens }: Sentence, at: number, { lexicon }: ReaderContext): boolean {
  return lexicon.trie.get([tokens[at]?.text ?? ""]).some(({ role }) => role === "pronoun");
}

function opensClause(sentence: Sentence, at: number, context: ReaderContext): boolean {
  return context.lexicon.trie
    .match(sentence.tokens, at)
    .some(({ values }) =>
      values.some(
        (reading) =>
          (reading.role === "verb" && OPENING.has(reading.verb)) ||
          (reading.role === "fill" &&
            reading.mark === "object" &&
            !isDoer(sentence, at - 1, context)),
      ),
    );
}

/** 制冷24度: a temperature after a mode is a command of its own. */
function isDegrees({ tokens }: Sentence, at: number): boolean {
  // 二十六度 is one number, and 到 belongs to it.
  if (valuesAt(tokens, at - 1, true).some(({ to }) => to > at)) return false;
  return valuesAt(tokens, at, true).some(
    ({ reading }) =>
      reading.role === "number" && reading.unit === "degree" && reading.manner === "none",
  );
}

/** Several commands: every part must be understood, or none is. */
function readSeveral(
  sentence: Sentence,
  language: Language,
  context: ReaderContext,
): Meaning[] | undefined {
  const cuts = cutsOf(sentence, context);
  if (cuts.length === 0) return undefined;
  const dead = new Set<number>();
  const run = (
    from: number,
    inherited: readonly Target[],
    depth: number,
    commanding: boolean,
  ): Meaning[] | undefined => {
    if (depth > COMMANDS_MAX || dead.has(from)) return undefined;
    const ends = [
      ...cuts.filter((cut) => cut.from > from),
      { from: sentence.tokens.length, to: -1 },
    ];
    for (const cut of ends) {
      if (from === 0 && cut.to < 0) continue;
      const meaning = readPart(partOf(sentence, from, cut.from), language, {
        ...context,
        inherited,
        commanding,
      });
      if (!meaning) continue;
      if (cut.to < 0) return [meaning];
      const rest = run(
        afterMarks(sentence, cut.to),
        meaning.targets.length > 0 ? meaning.targets : inherited,
        depth + 1,
        commanding || !isQuestion(meaning),
      );
      if (rest) return [meaning, ...rest];
    }
    dead.add(from);
    return undefined;
  };
  return run(0, context.inherited, 1, false);
}

function readPart(part: Sentence, language: Language, context: ReaderContext): Meaning | undefined {
  if (part.tokens.length === 0) return undefined;
  const clause = readClause(part, context);
  if (clause.kind === "meaning") return clause.meaning;
  return readLater(part, language, context) ?? readPhrase(withoutEndMarks(part), language, context);
}

function afterMarks(sentence: Sentence, at: number): number {
  let next = at;
  while (sentence.tokens[next]?.kind === "mark") next += 1;
  const trimmed =
    separatorsOf(true).match(sentence.tokens, next).at(-1) ??
    separatorsOf(false).match(sentence.tokens, next).at(-1);
  return trimmed ? trimmed.to : next;
}
