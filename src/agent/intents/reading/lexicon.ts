/** The words of a language in one dictionary, made on first use (a few milliseconds) and kept. */
import { COLORS, KELVINS, MODES } from "../content/colors.ts";
import {
  EN_ASKS,
  EN_ATTRIBUTES,
  EN_FILL,
  EN_STATES,
  EN_STEPS,
  EN_TOPICS,
  EN_VERBS,
} from "../content/en.ts";
import { KINDS } from "../content/kinds.ts";
import { ZH_ATTRIBUTES, ZH_FILL, ZH_STEPS, ZH_VERBS } from "../content/zh.ts";
import { ZH_ASKS, ZH_STATES, ZH_TOPICS } from "../content/zh-questions.ts";
import { expand } from "../language/expand.ts";
import { nameTokens } from "../language/tokens.ts";
import { Trie } from "../language/trie.ts";
import type { Reading, WordList } from "./types.ts";

/** A language's words. */
export interface Lexicon {
  readonly trie: Trie<Reading>;
  /** Whether these tokens are a word of the language that is no filler. */
  isWord(tokens: readonly string[]): boolean;
  /** Whether these tokens begin with a word for "all". */
  meansAll(tokens: readonly string[]): boolean;
}

const ZH: readonly WordList[] = [
  ZH_FILL,
  ZH_VERBS,
  ZH_STEPS,
  ZH_ATTRIBUTES,
  ZH_ASKS,
  ZH_STATES,
  ZH_TOPICS,
];
const EN: readonly WordList[] = [
  EN_FILL,
  EN_VERBS,
  EN_STEPS,
  EN_ATTRIBUTES,
  EN_ASKS,
  EN_STATES,
  EN_TOPICS,
];

const made = new Map<boolean, Lexicon>();

/** The words of Chinese, or of English. */
export function lexiconOf(chinese: boolean): Lexicon {
  let lexicon = made.get(chinese);
  if (!lexicon) {
    lexicon = makeLexicon(chinese);
    made.set(chinese, lexicon);
  }
  return lexicon;
}

const PLAIN_HAN = /^[\u4e00-\u9fff]+$/;

/** Content is written folded already: only words with other signs need the whole way. */
function wordTokens(word: string): string[] {
  return PLAIN_HAN.test(word) ? [...word] : nameTokens(word);
}

function makeLexicon(chinese: boolean): Lexicon {
  const trie = new Trie<Reading>();
  for (const [readings, pattern] of [...(chinese ? ZH : EN), ...sharedWords(chinese)].flat()) {
    for (const word of new Set(expand(pattern))) {
      const tokens = wordTokens(word);
      for (const one of [readings].flat()) trie.add(tokens, one);
    }
  }
  return {
    trie,
    isWord: (tokens) => trie.get(tokens).some((reading) => reading.role !== "fill"),
    meansAll: (tokens) =>
      tokens.some((_token, index) =>
        trie.get(tokens.slice(0, index + 1)).some((reading) => reading.role === "all"),
      ),
  };
}

/** Kinds, colors and modes stand in tables that hold both languages. */
function sharedWords(chinese: boolean): WordList[] {
  const words = <Entry extends { zh: string; en: string }>(
    entries: readonly Entry[],
    reading: (entry: Entry) => Reading,
  ): WordList => entries.map((entry) => [reading(entry), chinese ? entry.zh : entry.en]);
  return [
    words(KINDS, ({ kind }) =>
      chinese ? { role: "kind", kind } : { role: "kind", kind, plural: false },
    ),
    chinese ? [] : KINDS.map(({ kind, ens }) => [{ role: "kind", kind, plural: true }, ens]),
    words(COLORS, ({ color }) => ({ role: "color", color })),
    words(KELVINS, ({ kelvin }) => ({ role: "kelvin", kelvin })),
    words(MODES, ({ mode }) => ({ role: "mode", mode })),
  ];
}
