/**
 * Traditional → simplified, one character for one, so that positions in the folded text are positions
 * in the original. Only OpenCC's character table is used (29 kB, split on first use): its phrase
 * converter costs 1 MB and changes lengths.
 */
import pairs from "opencc-js/dict/TSCharacters";

/** No traditional character comes before this one. */
const FIRST_HAN = 0x2e80;

/** Variants that OpenCC keeps apart and that mean the same to a listener. */
const ALSO: Readonly<Record<string, string>> = { 著: "着", 妳: "你", 牠: "它", 祂: "他", 衹: "只" };

let table: Map<string, string> | undefined;

function characters(): Map<string, string> {
  if (table) return table;
  table = new Map(Object.entries(ALSO));
  for (const pair of pairs.split("|")) {
    const [traditional = "", simplified = ""] = pair.split(" ");
    // A pair of unequal length (rare characters outside the base plane) would move positions.
    if (traditional.length !== simplified.length || table.has(traditional)) continue;
    table.set(traditional, simplified);
  }
  return table;
}

/** The text in simplified characters; the length stays. */
export function simplify(text: string): string {
  const map = characters();
  let out = "";
  let copied = 0;
  // Most texts hold few traditional characters or none: only the changed ones are pieced together.
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < FIRST_HAN) continue;
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const other = map.get(character);
    if (other !== undefined) {
      out += text.slice(copied, at) + other;
      copied = at + character.length;
    }
    at += character.length - 1;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Whether a text holds a character that only traditional script has. */
export function isTraditional(text: string): boolean {
  const map = characters();
  for (const character of text) {
    if (map.has(character) && ALSO[character] === undefined) return true;
  }
  return false;
}

/** The form under which texts are compared: lower case, simplified, same length. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return simplify(lower);
  // Some capitals (İ) grow when lowered; they stay as they are.
  let out = "";
  for (const character of text) {
    const small = character.toLowerCase();
    out += small.length === character.length ? small : character;
  }
  return simplify(out);
}
