/** The reply to a sentence: before any tool ran, and after the tools told what became of it. */
import type { HouseSnapshot, Timer } from "#contract";
import type { CallPlan } from "../calls.ts";
import { MOODS } from "../content/moods.ts";
import { SMALL_TALK } from "../content/small-talk.ts";
import { type Command, isFeasible } from "../plan/types.ts";
import type { Understanding } from "../understand.ts";
import { namedInAnswer, wordAnswer } from "./answers.ts";
import { wordCall } from "./done.ts";
import { sentence, type Voice, voiceOf } from "./format.ts";
import { deviceOutcomes, queriedStates, type ToolMessage } from "./outcomes.ts";
import { wordProblem } from "./problems.ts";
import { wordFailure, wordTimer } from "./timers.ts";

/** What wording needs besides the commands. */
export interface ReplyScope {
  readonly house: HouseSnapshot;
  readonly timers: readonly Timer[];
  /** Devices that were so already when the command came. */
  readonly idle?: ReadonlySet<string>;
  /** Epoch milliseconds; for the date and the time. */
  readonly now: number;
  /** IANA name; the machine's own zone where absent. */
  readonly timeZone?: string;
}

/** The reply when no tool is to run: an answer, a question back, or why nothing was done. */
export function replyWithoutTools(understanding: Understanding, scope: ReplyScope): string {
  const voice = voiceOf(understanding.language);
  const { say } = voice;
  switch (understanding.kind) {
    case "negated":
      return say.negated;
    case "too_long":
      return say.tooLong;
    case "not_understood":
      return say.notUnderstood;
    case "commands": {
      const { commands } = understanding;
      const stopping = commands.filter(({ plan }) => !isFeasible(plan));
      const told = (stopping.length > 0 ? stopping : commands).map((command) =>
        wordPlain(command, scope, voice),
      );
      return [...new Set(told)].join(isSpaced(voice) ? " " : "");
    }
  }
}

const isSpaced = ({ language }: Voice) => language === "en";

function wordPlain(command: Command, scope: ReplyScope, voice: Voice): string {
  const problem = wordProblem(command, scope.house, voice);
  return problem === undefined
    ? wordSpoken(command, scope, voice)
    : sentence([problem], voice, false);
}

/** Answers that need no device: small talk, the date, the time. */
function wordSpoken({ meaning }: Command, scope: ReplyScope, voice: Voice): string {
  const { say, language } = voice;
  switch (meaning.intent) {
    case "HassRespond":
      return (
        [...SMALL_TALK, ...MOODS].find(({ topic }) => topic === meaning.topic)?.answer[language] ??
        say.notUnderstood
      );
    case "HassGetCurrentDate":
      return say.date.replace("{value}", format(scope, language, { dateStyle: "full" }));
    case "HassGetCurrentTime":
      return say.time.replace("{value}", format(scope, language, { timeStyle: "short" }));
    default:
      return say.nevermind;
  }
}

function format(
  { now, timeZone }: ReplyScope,
  language: string,
  style: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(language, { ...style, ...(timeZone ? { timeZone } : {}) }).format(
    now,
  );
}

/** What the answers to questions named, which "it" means afterwards; undefined where they named nothing apart. */
export function devicesNamed(
  calls: readonly CallPlan[],
  results: ReadonlyMap<string, ToolMessage>,
  house: HouseSnapshot,
): readonly string[] | undefined {
  const commands = new Set(calls.flatMap((call) => (call.kind === "other" ? [call.command] : [])));
  const [command] = commands;
  if (!command || commands.size !== 1 || calls.some(({ kind }) => kind === "devices"))
    return undefined;
  const states = queriedStates(calls.map(({ id }) => results.get(id)));
  return states.size > 0 ? namedInAnswer(command, house, states) : undefined;
}

/** The answer to a question, or why there is none. */
function wordQuery(
  { meaning, plan }: Command,
  messages: readonly (ToolMessage | undefined)[],
  { house }: ReplyScope,
  voice: Voice,
): string {
  if (plan.kind !== "query") return "";
  const states = queriedStates(messages);
  if (states.size > 0) return wordAnswer(meaning, plan.targets, house, states, voice);
  const failed = messages.find((message) => message?.outcome !== "ok");
  if (failed?.outcome === "denied") return voice.say.deniedQuery;
  return wordFailure(failed, voice);
}

/** The reply after the tools: what was done first, then what was not, then answers. */
export function replyAfterTools(
  commands: readonly Command[],
  calls: readonly CallPlan[],
  results: ReadonlyMap<string, ToolMessage>,
  scope: ReplyScope,
  language: Voice["language"],
): string {
  const voice = voiceOf(language);
  const done = { house: scope.house, idle: scope.idle ?? new Set<string>() };
  const good: string[] = [];
  const bad: string[] = [];
  for (const call of calls) {
    if (call.kind !== "devices") continue;
    const outcomes = deviceOutcomes(results.get(call.id), call.call.targets);
    const words = wordCall(call.meaning, call.call, outcomes, done, voice);
    good.push(...words.good);
    bad.push(...words.bad);
  }
  const answers: string[] = [];
  for (const command of commands) {
    const own = calls.filter((call) => call.kind !== "devices" && call.command === command);
    const messages = own.map(({ id }) => results.get(id));
    if (command.plan.kind === "timer") {
      const words = wordTimer(command, messages, scope.timers, voice);
      good.push(...words.good);
      bad.push(...words.bad);
    } else if (command.plan.kind === "query") {
      answers.push(wordQuery(command, messages, scope, voice));
    } else if (command.plan.kind !== "devices") answers.push(wordPlain(command, scope, voice));
  }
  const parts = [good.join(voice.say.join), bad.join(voice.say.join)]
    .filter((part) => part !== "")
    .join(voice.say.joinBad);
  const said = good.length + bad.length > 0 ? [sentence([parts], voice, good.length > 0)] : [];
  const told = [...said, ...answers.map((answer) => sentence([answer], voice, false))];
  return [...new Set(told)].join(isSpaced(voice) ? " " : "");
}
