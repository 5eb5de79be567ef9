/** The ways in which APIs part a stream, behind one reader. */
import { NdjsonReader } from "./ndjson.ts";
import { SseReader } from "./sse.ts";
import type { StreamEvent } from "./stream-event.ts";

/** Server-sent events, with or without names; or a line of JSON for each piece. */
export type StreamFormat = "sse" | "ndjson";

/** Reads one stream, however its bytes are cut. */
export interface StreamReader {
  /** The events that these bytes complete. */
  feed(bytes: Uint8Array): StreamEvent[];
  /** The event that the stream's end completes, if one was under way. */
  end(): StreamEvent[];
  /** What was no event: a server's plain JSON under the wrong name, for one. */
  readonly stray: string;
}

/** A reader of one stream. */
export function createStreamReader(format: StreamFormat): StreamReader {
  return format === "ndjson" ? new NdjsonReader() : new SseReader();
}

/** What a request says that it takes. */
export function acceptHeader(format: StreamFormat): string {
  const stream = format === "ndjson" ? "application/x-ndjson" : "text/event-stream";
  return `${stream}, application/json`;
}
