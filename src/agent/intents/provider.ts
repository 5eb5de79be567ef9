/** The last provider of every chain: answers without a model, offline, and acts only on what it is sure of. */
import type { Clock, Logger } from "#base";
import type { CompletionChunk, CompletionRequest, HouseSnapshot, Message, Timer } from "#contract";
import type { Provider } from "#kernel/state";
import { type CallPlan, callsFor } from "./calls.ts";
import { type Language, languageOf } from "./language/language.ts";
import { TURNS_MAX } from "./limits.ts";
import { type Command, isFeasible } from "./plan/types.ts";
import { voiceOf } from "./reply/format.ts";
import { reasonIn, type ToolMessage } from "./reply/outcomes.ts";
import {
  devicesNamed,
  type ReplyScope,
  replyAfterTools,
  replyWithoutTools,
} from "./reply/reply.ts";
import { createUnderstander, type Understander } from "./understand.ts";

/** What the provider needs of the hub. */
export interface IntentsProviderOptions {
  readonly house: () => HouseSnapshot;
  readonly timers: () => readonly Timer[];
  readonly clock: Clock;
  readonly log: Logger;
  /** IANA zone of the house; the machine's own where absent. */
  readonly timeZone?: () => string | undefined;
  /** The language of every reply where the owner chose one; undefined: that of the question. */
  readonly replyLanguage?: () => Language | undefined;
  /** For tests; made from `clock` where absent. */
  readonly understander?: Understander;
}

/** A turn whose tools are running. */
interface OpenTurn {
  readonly language: Language;
  readonly commands: readonly Command[];
  readonly calls: readonly CallPlan[];
  /** Timers as they were when the question came. */
  readonly timers: readonly Timer[];
  /** Devices that were as they shall be already. */
  readonly idle: ReadonlySet<string>;
}

/** Makes the provider. Priority infinity: it comes after every model. */
export function createIntentsProvider(options: IntentsProviderOptions): Provider {
  const understander = options.understander ?? createUnderstander({ clock: options.clock });
  const turns = new Map<string, OpenTurn>();
  const keep = (turnId: string, turn: OpenTurn) => {
    turns.set(turnId, turn);
    const oldest = turns.size > TURNS_MAX ? turns.keys().next().value : undefined;
    if (oldest !== undefined) turns.delete(oldest);
  };
  const scopeNow = (timers: readonly Timer[]): ReplyScope => {
    const timeZone = options.timeZone?.();
    return {
      house: options.house(),
      timers,
      now: options.clock.now(),
      ...(timeZone ? { timeZone } : {}),
    };
  };
  const begin = async function* (request: CompletionRequest): AsyncGenerator<CompletionChunk> {
    const text = lastUserText(request.messages);
    const timers = options.timers();
    const heard = await understander.understand(text, options.house(), {
      timers,
      conversation: request.conversation,
      ...(request.areaId === undefined ? {} : { areaId: request.areaId }),
    });
    const understanding = { ...heard, language: options.replyLanguage?.() ?? heard.language };
    const commands = understanding.kind === "commands" ? understanding.commands : [];
    const calls = commands.every(({ plan }) => isFeasible(plan))
      ? callsFor(commands, request.turnId)
      : [];
    options.log.debug("intents.understood", {
      kind: understanding.kind,
      intents: commands.map(({ intent }) => intent),
      calls: calls.length,
    });
    if (calls.length === 0) {
      yield { kind: "text", text: replyWithoutTools(understanding, scopeNow(timers)) };
    } else if (!isOffered(calls, request)) {
      yield { kind: "text", text: voiceOf(understanding.language).say.noTool };
    } else {
      const idle = idleIn(calls, options.house());
      keep(request.turnId, { language: understanding.language, commands, calls, timers, idle });
      for (const { tool } of calls) yield { kind: "tool_call", call: tool };
      yield { kind: "finish", reason: "tool_calls", usage: null };
      return;
    }
    yield { kind: "finish", reason: "stop", usage: null };
  };
  const end = function* (
    request: CompletionRequest,
    turn: OpenTurn | undefined,
  ): Generator<CompletionChunk> {
    turns.delete(request.turnId);
    const results = resultsIn(request.messages);
    const named = turn && devicesNamed(turn.calls, results, options.house());
    if (named) understander.answered(request.conversation, named);
    const scope = turn && { ...scopeNow(turn.timers), idle: turn.idle };
    const text = scope
      ? replyAfterTools(turn.commands, turn.calls, results, scope, turn.language)
      : replyForOthers(request.messages, results, options.replyLanguage?.());
    yield { kind: "text", text };
    yield { kind: "finish", reason: "stop", usage: null };
  };
  return {
    name: "intents",
    priority: Number.POSITIVE_INFINITY,
    async *complete(request, signal) {
      signal.throwIfAborted();
      const last = request.messages.findLast(
        (message) => message.role !== "system" && !isShown(message),
      );
      const answered = last?.role === "tool";
      if (answered) yield* end(request, turns.get(request.turnId));
      else yield* begin(request);
    },
  };
}

/** Devices whose state is what a call sets it to. */
function idleIn(calls: readonly CallPlan[], house: HouseSnapshot): ReadonlySet<string> {
  const states = new Map(
    house.devices.filter(({ available }) => available).map(({ id, state }) => [id, state]),
  );
  return new Set(
    calls.flatMap((call) => {
      if (call.kind !== "devices") return [];
      const { targets, capability, value } = call.call;
      return targets.filter((id) => states.get(id)?.[capability] === value);
    }),
  );
}

/** Tools that a person may not use are not offered; an empty list means that nobody said. */
function isOffered(calls: readonly CallPlan[], { tools }: CompletionRequest): boolean {
  if (tools.length === 0) return true;
  const names = new Set(tools.map(({ name }) => name));
  return calls.every(({ tool }) => names.has(tool.name));
}

/** Whether a message only shows what tools brought: no person has said it. */
function isShown(message: Message): boolean {
  return message.role === "user" && message.media !== undefined;
}

function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "user" && !isShown(message));
  return last?.role === "user" ? last.content : "";
}

/** Results of this turn's tools, by call. */
function resultsIn(messages: readonly Message[]): Map<string, ToolMessage> {
  const results = new Map<string, ToolMessage>();
  for (const message of messages.toReversed()) {
    if (message.role === "user" && !isShown(message)) break;
    if (message.role === "tool" && !results.has(message.callId))
      results.set(message.callId, message);
  }
  return results;
}

/** A model began this turn and then failed: what its tools did is still told, plainly. */
function replyForOthers(
  messages: readonly Message[],
  results: ReadonlyMap<string, ToolMessage>,
  language = languageOf(lastUserText(messages)),
): string {
  const { say } = voiceOf(language);
  const failed = [...results.values()].find(({ outcome }) => outcome !== "ok");
  if (!failed) return say.nevermind;
  return `${say.failedAll.replace("{reason}", reasonIn(failed) ?? failed.outcome)}${say.end}`;
}
