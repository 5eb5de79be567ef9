/** Sentences that the agent itself says to people, in the language of the question. */

const TEXTS = {
  roundsExhausted: {
    zh: "这件事我试了太多步还没做完，先停下来了。请换个说法，或者分几步说。",
    en: "I stopped: this took too many steps. Please say it differently, or in smaller steps.",
  },
  repeatedCall: {
    zh: "我一直在重复同一个操作，已经停下来了。请换个说法再试。",
    en: "I stopped: I kept repeating the same action. Please say it differently.",
  },
  allDenied: {
    zh: "这件事没有权限，我没有做。",
    en: "I am not allowed to do that, so I did not.",
  },
  stopped: {
    zh: "（这件事中途被叫停了。）",
    en: "(This was stopped half-way.)",
  },
  unfinished: {
    zh: "（这件事出了错，没有做完。）",
    en: "(Something went wrong; this was not finished.)",
  },
  nothing: {
    zh: "我没有什么可以回答的。",
    en: "I have no answer to that.",
  },
} as const satisfies Record<string, { readonly zh: string; readonly en: string }>;

/** The language of a sentence, as far as it decides the language of a fixed reply. */
export function languageOf(text: string): "zh" | "en" {
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}

/** A fixed sentence in the language of `question`. */
export function say(name: keyof typeof TEXTS, question: string): string {
  return TEXTS[name][languageOf(question)];
}
