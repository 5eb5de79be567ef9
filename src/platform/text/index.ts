/** Front door of text: one form for comparing, terms for searching, words and sounds of Chinese. */
export { bigrams, type SearchTerms, searchTerms } from "./bigrams.ts";
export { loadJieba, type Segmenter, type TaggedWord } from "./jieba.ts";
export { hasHan, isHan, normalizeText } from "./normalize.ts";
export { loadPinyin, type Pinyin } from "./pinyin.ts";
export { probeText } from "./probe.ts";
export { foldText, isTraditional, simplify } from "./variants.ts";
