/**
 * Names with one slipped character, and names that only sound right (客听灯, "kitchn light"). Never where
 * what was said is a word of its own, tells things apart, or fits two names: that would be a guess.
 */
import type { Pinyin } from "#platform/text";
import { TELLING_APART } from "../content/rooms.ts";
import type { Token } from "../language/tokens.ts";
import { FUZZY_TOKENS_MAX } from "../limits.ts";
import type { Reading } from "../reading/types.ts";
import type { HouseIndex, Named } from "./house-index.ts";

/** A stretch that almost is a name. */
export interface Slip {
  readonly from: number;
  readonly to: number;
  readonly reading: Reading;
}

/** Whether a stretch of tokens holds a word that means something by itself. */
export type KnowsWord = (tokens: readonly Token[], from: number, to: number) => boolean;

/** Shorter Chinese names are matched by sound only: one character of two is no slip. */
const HAN_EDIT_MIN = 3;
/** Words shorter than this have too many neighbors. */
const WORD_MIN = 4;

interface Prepared {
  readonly han: readonly { readonly named: Named; readonly text: string; readonly sound: string }[];
  readonly words: readonly { readonly named: Named; readonly joined: string }[];
}

const prepared = new WeakMap<HouseIndex, { withSound: boolean; names: Prepared }>();

function prepare(index: HouseIndex, pinyin: Pinyin | undefined): Prepared {
  const known = prepared.get(index);
  if (known && known.withSound === (pinyin !== undefined)) return known.names;
  const isHan = (named: Named) => named.tokens.every((token) => /^\p{Script=Han}$/u.test(token));
  const names: Prepared = {
    han: index.named.filter(isHan).map((named) => {
      const text = named.tokens.join("");
      return { named, text, sound: pinyin?.soundKey(text) ?? "" };
    }),
    words: index.named
      .filter((named) => named.tokens.every((token) => /^[\p{L}']+$/u.test(token)) && !isHan(named))
      .map((named) => ({ named, joined: named.tokens.join("") })),
  };
  prepared.set(index, { withSound: pinyin !== undefined, names });
  return names;
}

/** All slips in a sentence, each with the one name that it can be. */
export function findSlips(
  tokens: readonly Token[],
  index: HouseIndex,
  pinyin: Pinyin | undefined,
  knowsWord: KnowsWord,
): Slip[] {
  const names = prepare(index, pinyin);
  const slips: Slip[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + FUZZY_TOKENS_MAX); to += 1) {
      if (tokens[to - 1]?.kind === "mark") break;
      const found = namesNear(tokens, from, to, names, pinyin, knowsWord);
      const [first] = found;
      if (!first || found.some((named) => idsOf(named) !== idsOf(first))) continue;
      slips.push({ from, to, reading: { ...first.reading, slip: true } as Reading });
    }
  }
  return slips;
}

const idsOf = ({ reading }: Named) => `${reading.role} ${reading.ids.join(" ")}`;

function namesNear(
  tokens: readonly Token[],
  from: number,
  to: number,
  names: Prepared,
  pinyin: Pinyin | undefined,
  knowsWord: KnowsWord,
): Named[] {
  const window = tokens.slice(from, to);
  if (window.every(({ kind }) => kind === "han")) {
    const said = window.map(({ text }) => text).join("");
    const near = names.han.filter(
      ({ text }) => Math.abs(text.length - said.length) <= 1 && text !== said,
    );
    if (near.length === 0) return [];
    const sound = pinyin?.soundKey(said);
    // What sounds right is nearer than what merely looks right.
    const heard = near.filter((name) => soundsLike(said, name, sound));
    const close = heard.length > 0 ? heard : near.filter(({ text }) => isHanSlip(said, text));
    return close
      .filter(({ text }) => !differsInWord(tokens, from, said, text, knowsWord))
      .map(({ named }) => named);
  }
  if (window.every(({ kind }) => kind === "word")) return wordsNear(window, names, knowsWord);
  return [];
}

/** Equal sound and at least one equal character; what was said must not tell things apart. */
function soundsLike(
  said: string,
  name: { text: string; sound: string },
  sound: string | undefined,
): boolean {
  if (
    sound === undefined ||
    sound === "" ||
    sound !== name.sound ||
    said.length !== name.text.length
  )
    return false;
  const differing = [...said].filter((character, at) => character !== name.text[at]);
  return (
    said.length >= 2 &&
    differing.length < said.length &&
    !differing.some((one) => TELLING_APART.includes(one))
  );
}

/** One character replaced, left out or put in. */
function isHanSlip(said: string, name: string): boolean {
  if (name.length < HAN_EDIT_MIN) return false;
  const head = commonHead(said, name);
  const tail = commonHead(
    [...said]
      .reverse()
      .join("")
      .slice(0, said.length - head),
    [...name]
      .reverse()
      .join("")
      .slice(0, name.length - head),
  );
  const saidRest = said.slice(head, said.length - tail);
  const nameRest = name.slice(head, name.length - tail);
  if (saidRest.length > 1 || nameRest.length > 1) return false;
  // A character before or after a name is another word: 比阅读灯 is no slip for 阅读灯.
  if ((saidRest === "" || nameRest === "") && (head === 0 || tail === 0)) return false;
  // 客厅灯 is not a slip for 客厅主灯, nor 次卧灯 for 主卧灯.
  const telling = (text: string) => text !== "" && TELLING_APART.includes(text);
  return !telling(nameRest) && !telling(saidRest);
}

function commonHead(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** Whether the differing part lies in a word that means something by itself: 书房 is no slip for 厨房. */
function differsInWord(
  tokens: readonly Token[],
  from: number,
  said: string,
  name: string,
  knowsWord: KnowsWord,
): boolean {
  for (let at = 0; at < said.length; at += 1) {
    if (said[at] === name[at]) continue;
    for (let start = Math.max(0, at - 3); start <= at; start += 1) {
      for (let end = at + 1; end <= Math.min(said.length, start + 4); end += 1) {
        if (
          end - start >= 2 &&
          !name.includes(said.slice(start, end)) &&
          knowsWord(tokens, from + start, from + end)
        )
          return true;
      }
    }
  }
  return false;
}

/** Same words but for one slipped letter, or the same letters cut differently ("livingroom"). */
function wordsNear(window: readonly Token[], names: Prepared, knowsWord: KnowsWord): Named[] {
  const said = window.map(({ text }) => text);
  const joined = said.join("");
  return names.words
    .filter(({ named, joined: name }) => {
      const exact = named.tokens.join(" ") === said.join(" ");
      if (exact) return false;
      if (name === joined) return true;
      if (named.tokens.length !== said.length) return false;
      const differing = said.flatMap((word, at) => (word === named.tokens[at] ? [] : [at]));
      const [at] = differing;
      if (differing.length !== 1 || at === undefined) return false;
      const word = said[at] ?? "";
      const wanted = named.tokens[at] ?? "";
      if (word.length < WORD_MIN || wanted.length < WORD_MIN || knowsWord(window, at, at + 1))
        return false;
      return isOneSlip(word, wanted);
    })
    .map(({ named }) => named);
}

/** One letter replaced, left out, put in, or two neighbors swapped. */
function isOneSlip(said: string, name: string): boolean {
  const head = commonHead(said, name);
  const a = said.slice(head);
  const b = name.slice(head);
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0] && a.length > 1)
  );
}
