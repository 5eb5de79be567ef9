/** Remembered events as messages for a model, whole or, where they have to be, shortened. */
import { CONTEXT_SOURCES, type ContextEvent, type MediaReference, type Message } from "#contract";
import { CONVERSATION_TTL_MS } from "./limits.ts";
import { estimateMessages, estimateTokens } from "./tokens.ts";

/** Below this an event is not worth its overhead; then fewer events are shown. */
const EVENT_TOKENS_MIN = 32;
/** Stands for the middle of a shortened text. */
const ELLIPSIS = " […] ";
/** Pronouns hold for five minutes (architecture §4); what is older is told from what is not. */
const EARLIER_NOTE =
  'The messages above are from earlier; words such as "it" or "that" no longer refer to them.';

/** An event as a model sees it: question, tool calls with their results, answer. */
export function eventMessages(event: ContextEvent): Message[] {
  const messages: Message[] = [];
  const input = inputText(event);
  if (input !== "") messages.push({ role: "user", content: input });
  if (event.toolResults.length > 0) {
    messages.push({
      role: "assistant",
      content: "",
      toolCalls: event.toolResults.map(({ callId, name, arguments: args }) => ({
        id: callId,
        name,
        arguments: args ?? {},
      })),
    });
    for (const { callId, name, outcome, content } of event.toolResults) {
      messages.push({ role: "tool", callId, name, outcome, content });
    }
    if (event.media.length > 0) {
      const content = event.media.map(mediaText).join("\n");
      messages.push({ role: "user", content, media: event.media });
    }
  }
  if (event.response !== "") {
    messages.push({ role: "assistant", content: event.response, toolCalls: [] });
  }
  return messages;
}

/** The question, with where it came from if not from a person, and what was shown with it. */
function inputText({ source, input, media }: ContextEvent): string {
  // What the agent showed stands with its tools' results.
  if (source === CONTEXT_SOURCES.agent) return input;
  const text = [input, ...media.map(mediaText)].filter((part) => part !== "").join("\n");
  const isTalk = Object.values<string>(CONTEXT_SOURCES).includes(source);
  return text === "" || isTalk ? text : `[${source}] ${text}`;
}

const mediaText = ({ kind, digest }: MediaReference) => `[${kind} ${digest.slice(0, 12)}]`;

/** Events never change, and a window is measured in every turn. */
const known = new WeakMap<ContextEvent, number>();

/** What an event costs in a prompt. */
export function eventTokens(event: ContextEvent): number {
  const tokens = known.get(event) ?? estimateMessages(eventMessages(event));
  known.set(event, tokens);
  return tokens;
}

/** Events of a window, oldest first, as messages; the present conversation told from earlier talk. */
export function windowMessages(
  events: readonly ContextEvent[],
  now: number,
  tokensMax = Number.POSITIVE_INFINITY,
): Message[] {
  const begin = beginOfTalk(events, now);
  const shown = shorten(events, tokensMax - (begin > 0 ? NOTE_TOKENS : 0));
  const split = Math.max(0, begin - (events.length - shown.length));
  const note: Message[] = split > 0 ? [{ role: "system", content: EARLIER_NOTE }] : [];
  return [...shown.slice(0, split).flat(), ...note, ...shown.slice(split).flat()];
}
const NOTE_TOKENS = estimateMessages([{ role: "system", content: EARLIER_NOTE }]);

/** Where the talk begins that has not been silent for longer than pronouns hold. */
function beginOfTalk(events: readonly ContextEvent[], now: number): number {
  let begin = events.length;
  for (let next = now; begin > 0; begin -= 1) {
    const at = events[begin - 1]?.at ?? 0;
    if (next - at > CONVERSATION_TTL_MS) break;
    next = at;
  }
  return begin;
}

/**
 * The messages of each event, at most `tokensMax` together. Short events stay whole and long ones
 * share what is left evenly; where even that is too little, the oldest are left out.
 */
function shorten(events: readonly ContextEvent[], tokensMax: number): Message[][] {
  const sizes = events.map(eventTokens);
  if (sizes.reduce((sum, size) => sum + size, 0) <= tokensMax) return events.map(eventMessages);
  const affordable = Math.max(0, Math.floor(tokensMax / EVENT_TOKENS_MIN));
  const shown = affordable === 0 ? [] : events.slice(-affordable);
  const each = evenShare(shown.map(eventTokens), tokensMax);
  return shown.map((event) =>
    eventTokens(event) <= each ? eventMessages(event) : shortMessages(event, each),
  );
}

/** The most that each may have so that all together have at most `total`. */
function evenShare(sizes: readonly number[], total: number): number {
  let left = total;
  let count = sizes.length;
  for (const size of sizes.toSorted((a, b) => a - b)) {
    if (size > left / count) break;
    left -= size;
    count -= 1;
  }
  return count === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / count);
}

/** An event in at most `tokensMax` tokens: what was said, without the tools' part. */
function shortMessages(event: ContextEvent, tokensMax: number): Message[] {
  const whole = eventMessages({ ...event, toolResults: [] });
  const each = Math.floor(tokensMax / Math.max(1, whole.length));
  return whole
    .map((message) => {
      const overhead = estimateMessages([{ ...message, content: "" }]);
      return { ...message, content: cutToTokens(message.content, each - overhead) };
    })
    .filter(({ content }) => content !== "");
}

/** Beginning and end of a text that is too long. */
function cutToTokens(text: string, tokensMax: number): string {
  let kept = text.length;
  let cut = text;
  // Each pass takes away at least a tenth, so it ends.
  while (kept > 0 && estimateTokens(cut) > tokensMax) {
    kept = Math.floor(Math.min(kept * 0.9, (kept * tokensMax) / estimateTokens(cut)));
    const head = Math.ceil((kept * 2) / 3);
    cut = text.slice(0, head) + ELLIPSIS + text.slice(text.length - (kept - head));
  }
  return kept > 0 ? cut : "";
}
