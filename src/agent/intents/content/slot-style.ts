/**
 * Which slots name a kind of device, by language. Home Assistant's sentence files differ here: English
 * leaves the domain out of questions, zh-TW leaves it out of commands to covers. Programs that read our
 * intents meet the same habits; our own tool calls do not depend on them.
 */
import type { Language } from "../language/language.ts";

/** Habits of one language. */
export interface SlotStyle {
  /** `domain` beside `device_class` for covers: in commands, for positions, in questions. */
  readonly coverDomain: {
    readonly turn: boolean;
    readonly position: boolean;
    readonly state: boolean;
  };
  /** `domain` in questions about kinds that have no class. */
  readonly stateDomain: boolean;
  /** Classes that a kind's word means first, where that is not the kind's own first class. */
  readonly firstClass: Readonly<Record<string, string>>;
}

export const SLOT_STYLES: Readonly<Record<Language, SlotStyle>> = {
  "zh-CN": {
    coverDomain: { turn: true, position: false, state: false },
    stateDomain: true,
    firstClass: {},
  },
  "zh-TW": {
    coverDomain: { turn: false, position: false, state: true },
    stateDomain: true,
    firstClass: { curtain: "blind" },
  },
  en: {
    coverDomain: { turn: true, position: true, state: false },
    stateDomain: false,
    firstClass: {},
  },
};
