/** Expands "调(到|成|)" into the words that it stands for, so that word lists stay readable. */

/**
 * Alternatives are joined by "|", and parentheses hold alternatives of their own, possibly empty:
 * "(再|)调(高|低)" gives four words.
 */
export function expand(pattern: string): string[] {
  return splitTop(pattern).flatMap(expandOne);
}

function splitTop(pattern: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of pattern) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "|" && depth === 0) {
      parts.push(part);
      part = "";
    } else part += character;
  }
  parts.push(part);
  return parts;
}

function expandOne(alternative: string): string[] {
  const open = alternative.indexOf("(");
  if (open < 0) return [alternative];
  const close = closing(alternative, open);
  const head = alternative.slice(0, open);
  const inner = expand(alternative.slice(open + 1, close));
  const tails = expandOne(alternative.slice(close + 1));
  return inner.flatMap((middle) => tails.map((tail) => head + middle + tail));
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
