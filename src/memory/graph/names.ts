/** What may be a name, and under which form two names are one. */
import { problem } from "#contract";
import { foldText, normalizeText } from "#platform/text";
import { SINGLE_VALUED } from "./content/single-valued.ts";
import { NAME_LENGTH_MAX, NAME_LENGTH_MIN, OBJECT_LENGTH_MAX } from "./limits.ts";

const LETTER = /\p{L}/u;
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
/** Numbers in figures, Chinese ones too: 任务五 and 任务六 are two things. */
const NUMBERS = /\p{N}+|[零〇一二两三四五六七八九十百千万]+/gu;

/** A name as it is kept, and as it is compared. */
export interface Name {
  readonly name: string;
  readonly folded: string;
}

/** A name in the form in which it is looked up. */
export function foldName(text: string): string {
  return foldText(normalizeText(text));
}

/** The name of somebody or something. Throws INVALID_PARAMS. */
export function entityName(text: string, field: string): Name {
  const name = normalizeText(text);
  const length = [...name].length;
  if (length < NAME_LENGTH_MIN || length > NAME_LENGTH_MAX) {
    throw problem(
      "INVALID_PARAMS",
      `${field}: a name has 2 to 50 characters, "${name}" ${length}`,
      {
        hint: "say what is meant by a longer, or a shorter, name",
      },
    );
  }
  if (!LETTER.test(name)) {
    throw problem("INVALID_PARAMS", `${field}: a name has at least one letter, "${name}" none`);
  }
  return { name, folded: foldName(name) };
}

/** What a fact says: a name, or a value such as a number or a date. Throws INVALID_PARAMS. */
export function objectName(text: string, field: string): Name {
  const name = normalizeText(text);
  if ([...name].length > OBJECT_LENGTH_MAX || !LETTER_OR_NUMBER.test(name)) {
    throw problem("INVALID_PARAMS", `${field}: 1 to 200 characters with a letter or a number`, {
      hint: "what is longer belongs into sentence_text",
    });
  }
  return { name, folded: foldName(name) };
}

/** The relation's key: "lives in", "Lives-in" and "lives_in" are one. Throws INVALID_PARAMS. */
export function relationKey(relation: string, field = "relation"): string {
  const key = foldName(relation).replaceAll(/[\s_-]+/gu, "_");
  if (!LETTER.test(key)) {
    throw problem("INVALID_PARAMS", `${field}: a relation has at least one letter`);
  }
  return key;
}

/** In front of what somebody is like: `trait:口味`. */
export const TRAIT_PREFIX = "trait:";

const groups = new Map<string, readonly string[]>(
  SINGLE_VALUED.flatMap((names) => names.map((name) => [name, names] as const)),
);

/** The keys under which the one answer to this relation may stand; empty where there may be many. */
export function rivalKeys(key: string): readonly string[] {
  // A trait of somebody has one value, whatever trait it is.
  if (key.startsWith(TRAIT_PREFIX)) return [key];
  return groups.get(key) ?? [];
}

/** Whether the numbers in two names differ: then they are two things until somebody says otherwise (F34). */
export function differInNumbers(left: string, right: string): boolean {
  return numbersOf(left) !== numbersOf(right);
}

function numbersOf(name: string): string {
  return (foldName(name).match(NUMBERS) ?? []).join(" ");
}
