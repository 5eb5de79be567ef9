/** Word segmentation for Chinese. The dictionary takes 80–190 ms, so it loads on first use only. */

/** A word with its part of speech as jieba names it: `nr` a person, `ns` a place, `x` unknown, … */
export interface TaggedWord {
  readonly word: string;
  readonly tag: string;
}

/** Cuts Chinese text into words. */
export interface Segmenter {
  /** Words in order; together they are the text. */
  cut(text: string): string[];
  /** Words plus the shorter words inside long ones, for an index. */
  cutForSearch(text: string): string[];
  /** Words in order with what they are; together they are the text. */
  tag(text: string): readonly TaggedWord[];
}

let loading: Promise<Segmenter> | undefined;

/** The segmenter of this process; loaded once. A failed load is tried again by the next caller. */
export function loadJieba(): Promise<Segmenter> {
  loading ??= open().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function open(): Promise<Segmenter> {
  const { createJieba } = await import("./jieba-native.ts");
  const jieba = await createJieba();
  return {
    cut: (text) => jieba.cut(text, true),
    cutForSearch: (text) => jieba.cutForSearch(text, true),
    tag: (text) => jieba.tag(text, true),
  };
}
