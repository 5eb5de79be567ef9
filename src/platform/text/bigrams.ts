/** Cuts text into the terms of a full-text index: Han bigrams and lower-case words. */
import { isHan, normalizeText } from "./normalize.ts";
import { foldText } from "./variants.ts";

/** What to look for: terms that must stand in the index, and prefixes for lone characters. */
export interface SearchTerms {
  /** Bigrams and words. */
  readonly terms: readonly string[];
  /** Single Han characters, to be searched as prefixes, only when there is no term. */
  readonly prefixes: readonly string[];
}

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Calls `run` for every stretch of Han characters and for every word, in order. */
function eachRun(text: string, run: (piece: readonly string[], han: boolean) => void): void {
  let piece: string[] = [];
  let han = false;
  const flush = () => {
    if (piece.length > 0) run(piece, han);
    piece = [];
  };
  for (const character of foldText(normalizeText(text))) {
    const isWord = WORD.test(character);
    const nowHan = isWord && isHan(character);
    if (!isWord || nowHan !== han) flush();
    han = nowHan;
    if (isWord) piece.push(character);
  }
  flush();
}

/**
 * Terms to index, in order, repeats kept. Every stretch of Han characters gives its bigrams and its
 * last character alone, so that a prefix search for one character finds it wherever it stands.
 * Traditional and simplified give the same terms.
 */
export function bigrams(text: string): string[] {
  const terms: string[] = [];
  eachRun(text, (piece, han) => {
    if (!han) {
      terms.push(piece.join(""));
      return;
    }
    piece.forEach((character, index) => {
      terms.push(character + (piece[index + 1] ?? ""));
    });
  });
  return terms;
}

/** Terms to search for, each once. */
export function searchTerms(text: string): SearchTerms {
  const terms = new Set<string>();
  const prefixes = new Set<string>();
  eachRun(text, (piece, han) => {
    if (!han) terms.add(piece.join(""));
    else if (piece.length === 1) prefixes.add(piece[0] ?? "");
    else
      for (let index = 0; index + 1 < piece.length; index += 1) {
        terms.add(`${piece[index]}${piece[index + 1]}`);
      }
  });
  return { terms: [...terms], prefixes: terms.size === 0 ? [...prefixes] : [] };
}
