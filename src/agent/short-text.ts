/** Cuts a description to what fits on a short line, at the end of a sentence where there is one. */

/** Han, kana, hangul and their punctuation take two columns, as on a terminal. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/;
const SENTENCE_END = /[。！？；]|[.!?;](?=\s|$)/g;
const MARK = "…";

/** `text` within so many columns; whole where it fits. */
export function shortText(text: string, columnsMax: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  let columns = 0;
  let length = 0;
  for (const character of line) {
    columns += WIDE.test(character) ? 2 : 1;
    if (columns > columnsMax) return cut(line, length);
    length += character.length;
  }
  return line;
}

/** A sentence that is a third of what fits says more than half a sentence at its end. */
function cut(line: string, length: number): string {
  const head = line.slice(0, length);
  const end = [...head.matchAll(SENTENCE_END)].at(-1);
  const whole = end ? head.slice(0, end.index + end[0].length) : "";
  return whole.length * 3 >= length ? whole : `${head.trimEnd()}${MARK}`;
}
