/** The sentences of replies, one table a language. */
import type { Language } from "../language/language.ts";
import { EN } from "./replies-en.ts";
import { ZH_CN } from "./replies-zh.ts";
import { ZH_TW } from "./replies-zh-tw.ts";
import type { Replies } from "./reply-types.ts";

const TABLES: Readonly<Record<Language, Replies>> = { "zh-CN": ZH_CN, "zh-TW": ZH_TW, en: EN };

/** The replies of a language. */
export function repliesOf(language: Language): Replies {
  return TABLES[language];
}
