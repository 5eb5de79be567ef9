/** Commands and reminders for later: "in 5 minutes turn off the lights", 10分钟后关灯. */
import { DELAYS, LIMITED, REMINDERS } from "../content/connectives.ts";
import { type Sentence, shownBetween, type Token } from "../language/tokens.ts";
import { valuesAt } from "../language/values.ts";
import { domainOf } from "../meaning/states.ts";
import { durationSlots } from "../meaning/timers.ts";
import type { Meaning } from "../meaning/types.ts";
import {
  compilePattern,
  type Finders,
  matchPattern,
  type Pattern,
  type Taken,
} from "./patterns.ts";
import { partOf } from "./reader.ts";
import type { Duration } from "./types.ts";

const compiled = new Map<readonly string[], readonly Pattern[]>();

function patternsOf(sources: readonly string[]): readonly Pattern[] {
  let patterns = compiled.get(sources);
  if (!patterns) {
    patterns = sources.map(compilePattern);
    compiled.set(sources, patterns);
  }
  return patterns;
}

/** Durations are the only times that count here; "to 5 minutes" is none. */
function timeFinder(tokens: readonly Token[], chinese: boolean): Finders {
  return {
    time: (at) =>
      valuesAt(tokens, at, chinese).flatMap(({ to, reading }) =>
        reading.role === "duration" && reading.manner === "none"
          ? [{ to, found: reading.duration }]
          : [],
      ),
  };
}

/** A delayed command; `understand` reads the command itself, which must be a whole one. */
export function readDelayed(
  sentence: Sentence,
  chinese: boolean,
  understand: (command: Sentence) => readonly Meaning[] | undefined,
): Meaning | undefined {
  const side = chinese ? "zh" : "en";
  for (const { taken, part } of matches(sentence, chinese, DELAYS[side], "command")) {
    const inner = understand(partOf(sentence, part.from, part.to));
    if (!inner) continue;
    const said = shownBetween(sentence, part.from, part.to);
    return start(taken, { conversation_command: said }, { inner });
  }
  for (const { taken, part } of matches(sentence, chinese, REMINDERS[side], "message")) {
    const said = shownBetween(sentence, part.from, part.to);
    return start(taken, { name: said }, { reminder: said });
  }
  return undefined;
}

/** Kinds that may be on for a while and off again without harm. */
const FOR_A_WHILE: ReadonlySet<string> = new Set([
  "light",
  "fan",
  "climate",
  "humidifier",
  "outlet",
  "switch",
  "media_player",
]);

/** 把主卧灯打开两分钟: on now, and a timer that switches off what was switched on. */
export function readLimited(
  sentence: Sentence,
  chinese: boolean,
  understand: (command: Sentence) => Meaning | undefined,
): readonly Meaning[] | undefined {
  const side = chinese ? "zh" : "en";
  for (const { taken, part } of matches(sentence, chinese, LIMITED[side], "command")) {
    const now = understand(partOf(sentence, part.from, part.to));
    const [head, ...others] = (now?.targets ?? []).map((target) => target.head);
    const domain = head && head.by !== "unknown" ? domainOf(head) : "";
    const plain = now?.intent === "HassTurnOn" && now.verb === undefined && others.length === 0;
    if (!plain || !FOR_A_WHILE.has(domain)) continue;
    const inner = [{ ...now, intent: "HassTurnOff" }];
    return [now, start(taken, { conversation_command: LIMITED.end[side] }, { inner })];
  }
  return undefined;
}

function* matches(sentence: Sentence, chinese: boolean, sources: readonly string[], slot: string) {
  const { tokens } = sentence;
  const words = new Set(tokens.map(({ text }) => text));
  const finders = timeFinder(tokens, chinese);
  for (const pattern of patternsOf(sources)) {
    const taken = matchPattern(pattern, tokens, words, finders);
    const part = taken?.get(slot);
    if (taken && part) yield { taken, part };
  }
}

function start(
  taken: ReadonlyMap<string, Taken>,
  values: Record<string, string>,
  extra: Partial<Meaning>,
): Meaning {
  const duration = taken.get("time")?.found as Duration;
  return {
    intent: "HassStartTimer",
    targets: [],
    except: [],
    values: { ...durationSlots(duration), ...values },
    ...extra,
  };
}
