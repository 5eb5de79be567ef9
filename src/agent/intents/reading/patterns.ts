/** Patterns over tokens with free parts; compiled once, matched by bounded backtracking. */

import { expand } from "../language/expand.ts";
import type { Token } from "../language/tokens.ts";
import { nameTokens } from "../language/tokens.ts";

type Element =
  | { readonly kind: "words"; readonly choices: readonly (readonly string[])[] }
  | { readonly kind: "slot"; readonly name: string };

/** A compiled pattern. */
export interface Pattern {
  readonly elements: readonly Element[];
  /** For each part that must be said, the words of which one must occur: a cheap first look. */
  readonly needs: readonly (readonly (readonly string[])[])[];
}

/** What a slot took: tokens from, to, and what the finder of that slot made of them. */
export interface Taken {
  readonly from: number;
  readonly to: number;
  readonly found?: unknown;
}

/** Finds what a slot may take at a token: every end, with a value. Absent slots take anything. */
export type Finders = Readonly<
  Record<string, (at: number) => readonly { readonly to: number; readonly found: unknown }[]>
>;

/** Compiles a pattern: words, "(a|b|)" and "{slot}". */
export function compilePattern(source: string): Pattern {
  const elements = source
    .split(/(\{\w+\}|\([^()]*\))/)
    .filter((part) => part.trim() !== "")
    .map((part): Element => {
      if (part.startsWith("{")) return { kind: "slot", name: part.slice(1, -1) };
      const words = expand(part).map(nameTokens);
      return { kind: "words", choices: words.toSorted((a, b) => b.length - a.length) };
    });
  const needs = elements.flatMap((element) =>
    element.kind === "words" && element.choices.every((choice) => choice.length > 0)
      ? [element.choices]
      : [],
  );
  return { elements, needs };
}

/** Steps of one match before it is given up. */
const STEPS_MAX = 4000;

/** Matches a whole sentence; undefined when it does not fit. `words` are the sentence's tokens as a set. */
export function matchPattern(
  pattern: Pattern,
  tokens: readonly Token[],
  words: ReadonlySet<string>,
  finders: Finders,
): ReadonlyMap<string, Taken> | undefined {
  const possible = pattern.needs.every((choices) =>
    choices.some((choice) => choice.every((word) => words.has(word))),
  );
  if (!possible) return undefined;
  const taken = new Map<string, Taken>();
  let steps = 0;
  const run = (element: number, at: number): boolean => {
    steps += 1;
    if (steps > STEPS_MAX) return false;
    const part = pattern.elements[element];
    if (!part) return at === tokens.length;
    if (part.kind === "words") {
      return part.choices.some(
        (choice) =>
          choice.every((word, index) => tokens[at + index]?.text === word) &&
          run(element + 1, at + choice.length),
      );
    }
    for (const { to, found } of ends(part.name, at, tokens, finders)) {
      taken.set(part.name, { from: at, to, found });
      if (run(element + 1, to)) return true;
    }
    taken.delete(part.name);
    return false;
  };
  return run(0, 0) ? taken : undefined;
}

function ends(name: string, at: number, tokens: readonly Token[], finders: Finders) {
  const finder = finders[name];
  if (finder) return finder(at);
  if (at >= tokens.length || tokens[at]?.kind === "mark") return [];
  return tokens.slice(at).map((_, index) => ({ to: at + index + 1, found: undefined }));
}
