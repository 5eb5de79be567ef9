/** Long messages in parts: broken where a reader would pause, never inside a character. */
import { partMark } from "./content.ts";

/** Room that the mark of a part takes. */
const MARK_MAX = 12;
/** More parts than this is no message any more. */
const PARTS_MAX = 20;

/** Places to break at, best first: paragraphs, lines, sentences, words. */
const BREAKS: readonly RegExp[] = [/\n\s*\n/g, /\n/g, /[。！？!?；;]|\.\s/g, /[，、,\s]/g];

/** The text in parts of at most `textMax` characters, each marked `(1/3)`; whole when it fits. */
export function splitText(text: string, textMax: number): readonly string[] {
  if (text.length <= textMax) return [text];
  const room = Math.max(1, textMax - MARK_MAX);
  const parts: string[] = [];
  let rest = text;
  while (rest.length > room && parts.length < PARTS_MAX - 1) {
    const end = breakAt(rest, room);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") parts.push(rest.slice(0, room));
  return parts.map((part, index) => partMark(index + 1, parts.length) + part);
}

function breakAt(text: string, room: number): number {
  const head = text.slice(0, room);
  for (const pattern of BREAKS) {
    const last = [...head.matchAll(pattern)].at(-1);
    const end = last ? last.index + last[0].length : 0;
    // A break very early would make a part of a few words.
    if (end > room / 3) return end;
  }
  const code = text.charCodeAt(room - 1);
  // Half of a surrogate pair would be no character.
  return code >= 0xd800 && code <= 0xdbff ? room - 1 : room;
}
