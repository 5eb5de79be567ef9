/** All frames, in the order in which they are tried. */
import type { Facts } from "../reading/facts.ts";
import { CLEANING_FRAMES } from "./cleaning.ts";
import { COMFORT_FRAMES } from "./comfort.ts";
import { LIGHT_FRAMES } from "./light.ts";
import { MEDIA_FRAMES } from "./media.ts";
import { QUESTION_FRAMES } from "./questions.ts";
import { TIMER_FRAMES } from "./timers.ts";
import { TURN_FRAMES } from "./turn.ts";
import { applyFrame, type Meaning } from "./types.ts";

const FRAMES = [
  ...TIMER_FRAMES,
  ...QUESTION_FRAMES,
  ...CLEANING_FRAMES,
  ...MEDIA_FRAMES,
  ...LIGHT_FRAMES,
  ...COMFORT_FRAMES,
  ...TURN_FRAMES,
];

/** The meaning of facts, if any frame knows all that is said. */
export function meaningOf(facts: Facts): Meaning | undefined {
  for (const frame of FRAMES) {
    const meaning = applyFrame(frame, facts);
    if (meaning) return meaning;
  }
  return undefined;
}
