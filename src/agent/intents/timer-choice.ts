/** Timers by name or length where the word "timer" is left out: answers to asking back, 取消关火的. */
import type { Timer } from "#contract";
import { CALL_OFF, TIMER_CHOICES } from "./content/follow-ups.ts";
import { fits, readOrdinal } from "./follow-up.ts";
import { nameTokens, type Sentence, type Token } from "./language/tokens.ts";
import { valuesAt } from "./language/values.ts";
import { durationSlots } from "./meaning/timers.ts";
import type { Meaning } from "./meaning/types.ts";
import type { Pending } from "./memory.ts";
import { secondsIn } from "./plan/timers.ts";
import type { Finders } from "./reading/patterns.ts";
import { partOf, trimMarks } from "./reading/reader.ts";

/** The meanings of a sentence that names timers and nothing else; undefined for every other sentence. */
export function readTimerChoice(
  whole: Sentence,
  pending: Pending | undefined,
  timers: readonly Timer[],
  chinese: boolean,
): readonly Meaning[] | undefined {
  if (timers.length === 0) return undefined;
  const { from, to } = trimMarks(whole.tokens);
  const sentence = partOf(whole, from, to);
  const side = chinese ? "zh" : "en";
  if (pending?.offered === "timers") {
    const offered = timers.filter(({ timerId }) => pending.ids.includes(timerId));
    if (fits(sentence, `all timers ${side}`, TIMER_CHOICES.all[side]))
      return withAll(pending.meaning, pending.ids, timers);
    const chosen = choose(sentence, pending.ids, offered, side);
    // Where two have the length that was said, the question is asked again.
    if (chosen.length > 0) return [{ ...pending.meaning, timerIds: chosen }];
  }
  const finders = findersFor(sentence.tokens, timers, chinese);
  const taken = fits(sentence, `call off ${side}`, CALL_OFF[side], finders);
  const ids = taken?.get("timer")?.found as readonly string[] | undefined;
  if (!ids) return undefined;
  const plain: Meaning = { intent: "HassCancelTimer", targets: [], except: [], values: {} };
  return [{ ...plain, timerIds: ids }];
}

function choose(
  sentence: Sentence,
  ids: readonly string[],
  offered: readonly Timer[],
  side: "zh" | "en",
): readonly string[] {
  const ordinal = readOrdinal(sentence, side);
  if (ordinal >= 0) return ids.slice(ordinal, ordinal + 1);
  const finders = findersFor(sentence.tokens, offered, side === "zh");
  const one =
    fits(sentence, `one timer ${side}`, TIMER_CHOICES.one[side], finders) ??
    fits(sentence, `call off ${side}`, CALL_OFF[side], finders);
  return (one?.get("timer")?.found as readonly string[] | undefined) ?? [];
}

/** One meaning for each timer, since a tool call names one. */
function withAll(
  meaning: Meaning,
  ids: readonly string[],
  { length: running }: readonly Timer[],
): readonly Meaning[] {
  if (meaning.intent === "HassCancelTimer" && ids.length > 1 && ids.length === running)
    return [{ ...meaning, intent: "HassCancelAllTimers" }];
  return ids.map((id) => ({ ...meaning, timerIds: [id] }));
}

/** A timer's name, or a length that timers have, at a token. */
function findersFor(tokens: readonly Token[], timers: readonly Timer[], chinese: boolean): Finders {
  const named = timers.flatMap(({ timerId, name }) =>
    name ? [{ timerId, words: nameTokens(name) }] : [],
  );
  return {
    timer: (at) => [
      ...named
        .filter(({ words }) => words.every((word, index) => tokens[at + index]?.text === word))
        .map(({ words }) => ({
          to: at + words.length,
          found: named
            .filter((other) => other.words.join(" ") === words.join(" "))
            .map(({ timerId }) => timerId),
        })),
      ...valuesAt(tokens, at, chinese).flatMap(({ to, reading }) => {
        if (reading.role !== "duration") return [];
        const lengthMs = secondsIn(durationSlots(reading.duration)) * 1000;
        const long = timers.filter(({ durationMs }) => durationMs === lengthMs);
        // A timer that has a name is called by it.
        const unnamed = long.filter(({ name }) => name === null);
        const found = unnamed.length > 0 ? unnamed : long;
        return found.length > 0 ? [{ to, found: found.map(({ timerId }) => timerId) }] : [];
      }),
    ],
  };
}
