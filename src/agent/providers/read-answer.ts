/** Reads what a server sends, as a stream or at once, into the chunks of an answer. */
import { type HttpStream, OperationalError, parseJson } from "#base";
import type { CompletionChunk } from "#contract";
import type { Adapter, AdapterSource, AdapterStream } from "./adapter.ts";
import type { Answer } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import { ProviderError } from "./errors.ts";
import { createStreamReader } from "./framing.ts";
import type { StreamEvent } from "./stream-event.ts";

/** Everything that takes part in reading one answer. */
export interface Reading {
  readonly adapter: Adapter;
  readonly source: AdapterSource;
  readonly response: HttpStream;
  readonly answer: Answer;
  readonly attempt: Attempt;
}

/** Yields the chunks of an answer whose status is a success. */
export async function* readAnswer(reading: Reading): AsyncGenerator<CompletionChunk> {
  const { adapter, response, attempt } = reading;
  // A server may answer at once though a stream was asked for: with an error, most often.
  const isWhole = isWholeJson(response) && adapter.streamFormat === "sse";
  if (!adapter.canStream || isWhole) {
    if (adapter.canStream) attempt.heard();
    yield* await readWhole(reading, await textOf(response));
  } else yield* readStream(reading);
}

async function* readStream(reading: Reading): AsyncGenerator<CompletionChunk> {
  const { adapter, response, answer, attempt } = reading;
  using stream = adapter.openStream();
  const reader = createStreamReader(adapter.streamFormat);
  let isDone = false;
  try {
    for await (const bytes of response.body) {
      // What follows is read to its end all the same, so that the connection can be used again.
      if (isDone) continue;
      isDone = yield* readEvents(reader.feed(bytes), stream, answer, attempt);
      if (isDone) attempt.draining();
    }
    if (!isDone) isDone = yield* readEvents(reader.end(), stream, answer, attempt);
  } catch (error) {
    // Once the model said that it is done, a server that does not hang up takes nothing away.
    if (error instanceof ProviderError || !(isDone || answer.isFinished)) throw error;
  }
  const { stray } = reader;
  if (!isDone && !answer.isFinished && /^\s*[[{]/.test(stray)) {
    yield* await readWhole(reading, stray);
  } else yield* answer.end(isDone);
}

/** Yields what events bring; answers whether the server said that none follows. */
function* readEvents(
  events: readonly StreamEvent[],
  stream: AdapterStream,
  answer: Answer,
  attempt: Attempt,
): Generator<CompletionChunk, boolean> {
  for (const { data, event } of events) {
    if (data === "[DONE]") return true;
    attempt.heard();
    const piece = stream.read(parsed(data), event);
    const chunks = answer.take(piece);
    if (answer.isFinished) attempt.ending();
    attempt.hold();
    yield* chunks;
    attempt.resume();
    if (piece.isDone) return true;
  }
  return false;
}

async function readWhole(
  { adapter, source, answer, attempt }: Reading,
  text: string,
): Promise<CompletionChunk[]> {
  const piece = await adapter.response(parsed(text), source, attempt.signal);
  return [...answer.take(piece), ...answer.end(true)];
}

/** JSON of the server. What is none ends the answer: nobody knows what was lost with it. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new OperationalError("HTTP_CUT", "the server sent malformed JSON", { cause });
  }
}

function isWholeJson(response: HttpStream): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^application\/(problem\+)?json\b/i.test(type);
}

async function textOf(response: HttpStream): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
