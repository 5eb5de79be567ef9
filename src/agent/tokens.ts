/**
 * Estimates tokens without a tokenizer. Against o200k and Qwen over Chinese, English, code and JSON
 * it gives 0.95 to 1.45 of the truth; two tokens a character, as is customary, gives 2 to 9.
 */
import type { Message, ToolDefinition } from "#contract";

/** A run of characters of one kind, and how many of them one token holds. */
type Kind = "space" | "letters" | "single" | "signs" | "lines" | "pair";
const PER_TOKEN: Readonly<Record<Kind, number>> = {
  // One space belongs to the word behind it.
  space: Number.POSITIVE_INFINITY,
  letters: 6,
  // Han, kana, hangul, their punctuation, digits: models differ, one each is the cautious count.
  single: 1,
  // Such as `":` in JSON; letters of other alphabets too.
  signs: 2,
  lines: Number.POSITIVE_INFINITY,
  // Halves of what lies beyond the base plane (emoji, rare Han): three tokens for two halves.
  pair: 2 / 3,
};

/** Role, and the marks of beginning and end. */
const MESSAGE_OVERHEAD = 4;

function kindOf(code: number): Kind {
  if (code < 0x80) {
    const lower = code | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) return "letters";
    if (code >= 0x30 && code <= 0x39) return "single";
    if (code === 0x20) return "space";
    return code < 0x20 ? "lines" : "signs";
  }
  if (code < 0x250) return "letters";
  if (code >= 0xd800 && code <= 0xdfff) return "pair";
  // General punctuation and symbols (“ — → ℃), then everything written in squares.
  const isSingle = code >= 0x2000 && !(code >= 0xd7b0 && code < 0xf900);
  return isSingle ? "single" : "signs";
}

/** About how many tokens a text is; never fewer than one unless it is empty. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let kind: Kind = "space";
  let length = 0;
  const close = () => {
    if (kind === "lines") tokens += 1;
    else if (kind === "pair") tokens += length / PER_TOKEN.pair;
    else if (kind !== "space") tokens += Math.ceil(length / PER_TOKEN[kind]);
    length = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const next = kindOf(text.charCodeAt(at));
    if (next !== kind) close();
    kind = next;
    length += 1;
  }
  close();
  return text === "" ? 0 : Math.max(1, Math.ceil(tokens));
}

/** About how many tokens messages are. */
export function estimateMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}

function estimateMessage(message: Message): number {
  const text = MESSAGE_OVERHEAD + estimateTokens(message.content);
  if (message.role !== "assistant") return text;
  return message.toolCalls.reduce(
    (sum, call) =>
      sum + MESSAGE_OVERHEAD + estimateTokens(call.name + (JSON.stringify(call.arguments) ?? "")),
    text + estimateTokens(message.reasoning ?? ""),
  );
}

/** Schemas do not change while their tools are registered; writing all out in each round would tell. */
const toolTokens = new WeakMap<object, { readonly head: string; readonly tokens: number }>();

/** About how many tokens the offered tools are. */
export function estimateTools(tools: readonly ToolDefinition[]): number {
  return tools.reduce((sum, { name, description, parameters }) => {
    const head = `${name} ${description}`;
    const known = toolTokens.get(parameters);
    if (known?.head === head) return sum + known.tokens;
    const tokens = estimateTokens(JSON.stringify({ name, description, parameters }));
    toolTokens.set(parameters, { head, tokens });
    return sum + tokens;
  }, 0);
}
