/** Front door of the words: the languages, and which one a browser asks for. */
import { en } from "./en.ts";
import { type Words, zh } from "./zh.ts";

export type { Words } from "./zh.ts";

/** The languages that the page speaks, by their own names. */
export const LANGUAGES = { zh: "中文", en: "English" } as const;
export type Language = keyof typeof LANGUAGES;

const TABLES: Readonly<Record<Language, Words>> = { zh, en };

/** The words of a language. */
export function wordsOf(language: Language): Words {
  return TABLES[language];
}

/** The first language of the browser's list that the page speaks; Chinese when it asks for neither. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const main = tag.toLowerCase().split("-")[0];
    if (main === "zh" || main === "en") return main;
  }
  return "zh";
}
