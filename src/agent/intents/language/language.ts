/** The language of a sentence: told by its script; what the caller knows decides the rest. */
import { hasHan, isTraditional } from "#platform/text";

/** Languages that are understood. */
export type Language = "zh-CN" | "zh-TW" | "en";

/** Chinese where there is any Chinese character, else English; `hint` decides between the Chinese ones. */
export function languageOf(text: string, hint?: Language): Language {
  if (!hasHan(text)) return "en";
  if (hint === "zh-CN" || hint === "zh-TW") return hint;
  return isTraditional(text) ? "zh-TW" : "zh-CN";
}

/** Whether a language is written in Chinese characters. */
export function isChinese(language: Language): boolean {
  return language !== "en";
}
