/** Sentences with a free part: broadcasts, lists, searches for media; small talk as a whole. */
import { MOODS } from "../content/moods.ts";
import { phrasesOf } from "../content/phrases.ts";
import { NEVERMIND, SMALL_TALK } from "../content/small-talk.ts";
import { isChinese, type Language } from "../language/language.ts";
import { type Sentence, shownBetween, type Token } from "../language/tokens.ts";
import type { Meaning } from "../meaning/types.ts";
import { compilePattern, type Finders, matchPattern, type Pattern } from "./patterns.ts";
import type { ReaderContext } from "./reader.ts";
import type { Target } from "./targets.ts";
import type { Reading } from "./types.ts";

interface Compiled {
  readonly intent: string;
  readonly values: Readonly<Record<string, string>>;
  readonly topic?: string;
  readonly patterns: readonly Pattern[];
}

const made = new Map<string, readonly Compiled[]>();

function cached(key: string, make: () => readonly Compiled[]): readonly Compiled[] {
  let compiled = made.get(key);
  if (!compiled) {
    compiled = make();
    made.set(key, compiled);
  }
  return compiled;
}

function phrases(language: Language): readonly Compiled[] {
  return cached(isChinese(language) ? "zh" : "en", () =>
    phrasesOf(language).map(({ intent, values, patterns }) => ({
      intent,
      values: values ?? {},
      patterns: patterns.map(compilePattern),
    })),
  );
}

function talk(chinese: boolean): readonly Compiled[] {
  const side = chinese ? "zh" : "en";
  return cached(`talk ${side}`, () => [
    { intent: "HassNevermind", values: {}, patterns: NEVERMIND[side].map(compilePattern) },
    ...[...SMALL_TALK, ...MOODS].map((entry) => ({
      intent: "HassRespond",
      values: {},
      topic: entry.topic,
      patterns: entry[side].map(compilePattern),
    })),
  ]);
}

/** Small talk, if the sentence is nothing else. */
export function readTalk(sentence: Sentence, chinese: boolean): Meaning | undefined {
  const tokens = sentence.tokens.filter((token) => token.kind !== "mark");
  const words = new Set(tokens.map((token) => token.text));
  for (const { intent, topic, patterns } of talk(chinese)) {
    if (!patterns.some((pattern) => matchPattern(pattern, tokens, words, {}))) continue;
    return { intent, targets: [], except: [], values: {}, ...(topic ? { topic } : {}) };
  }
  return undefined;
}

/** A sentence with a free part; the first pattern that fits decides. */
export function readPhrase(
  sentence: Sentence,
  language: Language,
  context: ReaderContext,
): Meaning | undefined {
  const { tokens } = sentence;
  const words = new Set(tokens.map((token) => token.text));
  const finders = findersFor(tokens, context);
  for (const { intent, values, patterns } of phrases(language)) {
    for (const pattern of patterns) {
      const taken = matchPattern(pattern, tokens, words, finders);
      if (!taken) continue;
      const slots: Record<string, string> = { ...values };
      const target: { head?: Target["head"]; area?: readonly string[]; floor?: readonly string[] } =
        {};
      for (const [name, { from, to, found }] of taken) {
        if (finders[name]) Object.assign(target, targetOf(found as Reading));
        else slots[name] = shownBetween(sentence, from, to);
      }
      const targets = Object.keys(target).length > 0 ? [target as Target] : [];
      return { intent, targets, except: [], values: slots };
    }
  }
  return undefined;
}

/** What may stand for `{list}`, `{device}` and `{place}` at a token. */
function findersFor(tokens: readonly Token[], { index, lexicon }: ReaderContext): Finders {
  const find = (accepts: (reading: Reading) => boolean) => (at: number) =>
    [...index.trie.match(tokens, at), ...lexicon.trie.match(tokens, at)].flatMap(({ to, values }) =>
      values.filter(accepts).map((found) => ({ to, found })),
    );
  return {
    list: find((reading) => reading.role === "name" && reading.domains.includes("todo")),
    device: find(
      (reading) =>
        (reading.role === "name" && reading.domains.includes("media_player")) ||
        (reading.role === "kind" && reading.kind.domain === "media_player"),
    ),
    place: find((reading) => reading.role === "area" || reading.role === "floor"),
  };
}

function targetOf(reading: Reading): Partial<Target> {
  if (reading.role === "area") return { area: reading.ids };
  if (reading.role === "floor") return { floor: reading.ids };
  if (reading.role === "kind") return { head: { by: "kind", kind: reading.kind } };
  return reading.role === "name"
    ? { head: { by: "name", name: reading.name, ids: reading.ids, domains: reading.domains } }
    : {};
}
