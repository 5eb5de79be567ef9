/** OpenAI's streaming chat protocol on a scripted server: its chunks, and whole answers of them. */
import { setTimeout as wait } from "node:timers/promises";
import { type Reply, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

export {
  type Exchange,
  hangReply,
  pieceReply,
  type ReceivedRequest,
  type Reply,
  type ScriptedServer as ScriptedOpenAi,
  statusReply,
} from "./scripted-server.ts";

/** Starts a server whose `url` is what to set as `base_url` of an OpenAI source. */
export async function startScriptedOpenAi(...replies: Reply[]): Promise<ScriptedServer> {
  const server = await startScriptedServer(...replies);
  return { ...server, url: `${server.url}/v1` };
}

/** A chunk of OpenAI's stream as its JSON. */
export function chunk(
  delta: Readonly<Record<string, unknown>>,
  finish: string | null = null,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_764_500_000,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

/** The piece that counts tokens: it has no choices at all. */
export function usageChunk(usage: Readonly<Record<string, unknown>>) {
  return { ...chunk({}), choices: [], usage };
}

/** A piece of a tool call; whatever is not given is absent, as on the wire. */
export function callDelta(call: {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: string;
}): Readonly<Record<string, unknown>> {
  const { index, id, name } = call;
  const target = {
    ...(name === undefined ? {} : { name }),
    ...(call.arguments === undefined ? {} : { arguments: call.arguments }),
  };
  return {
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id, type: "function" }),
    function: target,
  };
}

/** How a stream is written down. */
export interface StreamOptions {
  readonly newline?: "\n" | "\r\n" | "\r";
  /** Without it the stream just ends. */
  readonly done?: boolean;
  /** A comment before each event, as queues send them to keep a connection alive. */
  readonly comments?: boolean;
  /** `data:{…}` without the space that most servers write. */
  readonly tight?: boolean;
}

/** The text of a stream: JSON values, or texts that go in as they are. */
export function streamText(
  events: readonly (string | object)[],
  { newline = "\n", done = true, comments = false, tight = false }: StreamOptions = {},
): string {
  const data = (text: string) => `data:${tight ? "" : " "}${text}`;
  const lines: string[] = [];
  for (const event of events) {
    if (comments) lines.push(": keep-alive", "");
    lines.push(typeof event === "string" ? event : data(JSON.stringify(event)), "");
  }
  if (done) lines.push(data("[DONE]"), "");
  return lines.map((line) => line + newline).join("");
}

const EVENT_STREAM = { "content-type": "text/event-stream" };

/** A whole stream, every event in a piece of its own. */
export function streamReply(events: readonly (string | object)[], options?: StreamOptions): Reply {
  return async (exchange) => {
    await exchange.head(200, EVENT_STREAM);
    for (const event of events) {
      await exchange.write(streamText([event], { ...options, done: false }));
    }
    if (options?.done !== false) await exchange.write(streamText([], options));
    await exchange.end();
  };
}

/** A plain answer in text. */
export function textReply(...texts: readonly string[]): Reply {
  return streamReply([
    ...texts.map((content) => chunk({ content })),
    chunk({}, "stop"),
    usageChunk({ prompt_tokens: 12, completion_tokens: 3 }),
  ]);
}

/** One call of a tool: id and name first, then its arguments in pieces of `size` letters. */
export function toolCallReply(
  call: { readonly id: string; readonly name: string; readonly arguments: string },
  size = 5,
): Reply {
  const first = callDelta({ index: 0, id: call.id, name: call.name, arguments: "" });
  const letters = [...call.arguments];
  const rest = Array.from({ length: Math.ceil(letters.length / size) }, (_, position) =>
    callDelta({
      index: 0,
      arguments: letters.slice(position * size, (position + 1) * size).join(""),
    }),
  );
  return streamReply([
    ...[first, ...rest].map((delta) => chunk({ tool_calls: [delta] })),
    chunk({}, "tool_calls"),
  ]);
}

/** Sends these events and then nothing more, with the connection open. */
export function hangAfterReply(events: readonly (string | object)[]): Reply {
  return async (exchange) => {
    await exchange.head(200, EVENT_STREAM);
    await exchange.write(streamText(events, { done: false }));
  };
}

/** Sends these events and then drops the connection. */
export function cutAfterReply(events: readonly (string | object)[]): Reply {
  return async (exchange) => {
    await hangAfterReply(events)(exchange);
    // What was written must be out before the end overtakes it.
    await wait(20);
    exchange.cut();
  };
}

/** Sends these events and ends the body cleanly, as if that were all. */
export function endAfterReply(events: readonly (string | object)[]): Reply {
  return streamReply(events, { done: false });
}
