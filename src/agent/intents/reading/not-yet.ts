/** Wishes that hang on a condition or on a time of day: understood, but nothing of them may be done now. */
import { NOT_YET, WAKING } from "../content/not-yet.ts";
import type { Sentence } from "../language/tokens.ts";
import type { Meaning } from "../meaning/types.ts";
import type { ReaderContext } from "./reader.ts";
import type { Reading, Verb } from "./types.ts";

/** Verbs that move something in the house. */
const MOVING: ReadonlySet<Verb> = new Set<Verb>([
  "on",
  "off",
  "open",
  "close",
  "turn",
  "lock",
  "unlock",
  "set",
  "light_up",
  "pause",
  "play",
  "clean",
]);

/** What is written on a list, or told to people, may speak of any time. */
const LISTS = new Set(["todo", "person"]);

/** The topic that the reply names, as the meaning of a sentence; undefined for all other sentences. */
export function readNotYet(sentence: Sentence, context: ReaderContext): Meaning | undefined {
  const { chinese } = context;
  const text = sentence.tokens.map((token) => token.text).join(chinese ? "" : " ");
  const found = NOT_YET.find((entry) =>
    (chinese ? entry.zh : entry.en).some((pattern) => pattern.test(text)),
  );
  if (!found) return undefined;
  const readings = readingsIn(sentence, context);
  const asks = readings.some(({ role }) => role === "ask" || role === "why");
  if (found.notAsking && asks) return undefined;
  const wakes = (chinese ? WAKING.zh : WAKING.en).test(text);
  const moves = readings.some((reading) => reading.role === "verb" && MOVING.has(reading.verb));
  const things = readings.some(
    (reading) =>
      (reading.role === "kind" && !LISTS.has(reading.kind.domain)) ||
      reading.role === "name" ||
      reading.role === "pronoun",
  );
  // 没开就打开 leaves its thing to the sentence before it.
  const meant = wakes || (moves && (things || found.topic === "condition"));
  if (!meant) return undefined;
  return { intent: "HassNotYet", targets: [], except: [], values: {}, topic: found.topic };
}

function readingsIn({ tokens }: Sentence, { lexicon, index }: ReaderContext): Reading[] {
  return tokens.flatMap((_token, at) =>
    [...lexicon.trie.match(tokens, at), ...index.trie.match(tokens, at)].flatMap(({ values }) => [
      ...values,
    ]),
  );
}
