/** Makes two spellings of one text equal: width, compatibility forms, invisible marks, white space. */

/** Bidi and zero-width marks, soft hyphens, variation selectors: they show nothing and match nothing. */
const INVISIBLE = /\p{Cf}|[\u{FE00}-\u{FE0F}]|[\u{E0100}-\u{E01EF}]/gu;
const WHITE = /[\p{Cc}\s]+/gu;

/**
 * NFKC (full-width becomes half-width), no invisible marks, control characters and runs of white
 * space as one space, trimmed. What a person typed stays readable: case and script are kept.
 */
export function normalizeText(text: string): string {
  return text.normalize("NFKC").replace(INVISIBLE, "").replace(WHITE, " ").trim();
}

const HAN = /\p{Script=Han}/u;

/** Whether a text holds any Chinese character. */
export function hasHan(text: string): boolean {
  return HAN.test(text);
}

/** Whether one character is Chinese; a table of ranges, since this runs for every character. */
export function isHan(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x3ffff) ||
    code === 0x3007
  );
}
