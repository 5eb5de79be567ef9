/** How Chinese text sounds, for names that were heard or typed as homophones. Loads on first use. */

/** Toneless Mandarin syllables. */
export interface Pinyin {
  /** One syllable a Han character ("ke", "ting"); other characters are left out. */
  syllables(text: string): string[];
  /** Equal for texts that sound alike, also to an ear that merges zh/z, ch/c, sh/s and -ng/-n. */
  soundKey(text: string): string;
}

let loading: Promise<Pinyin> | undefined;

/** The pinyin of this process; loaded once (about 40 ms). A failed load is tried again. */
export function loadPinyin(): Promise<Pinyin> {
  loading ??= open().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function open(): Promise<Pinyin> {
  const { pinyin } = await import("pinyin-pro");
  const syllables = (text: string): string[] =>
    pinyin(text, { toneType: "none", type: "array", nonZh: "removed", v: true });
  return {
    syllables,
    soundKey: (text) => syllables(text).map(merge).join(" "),
  };
}

/** Folds the contrasts that many speakers and most recognizers do not keep. */
function merge(syllable: string): string {
  return syllable.replace(/^([zcs])h/, "$1").replace(/([aei])ng$/, "$1n");
}
