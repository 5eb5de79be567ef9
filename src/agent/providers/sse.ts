/** Reads server-sent events out of bytes, however they are cut. */
import { ProviderError } from "./errors.ts";
import { ERROR_BODY_MAX_BYTES, EVENT_MAX_CHARS } from "./limits.ts";
import type { StreamEvent } from "./stream-event.ts";

/** How lines end. A CR at the very end may be half a CRLF, so it waits for what follows. */
const LINE_END = /\r\n|\n|\r(?!$)/g;

/**
 * A reader of one stream. Takes LF, CRLF and CR, comments, several `data` lines, and a last event
 * without its empty line. One decoder for the whole stream, since bytes may part a letter.
 */
export class SseReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #event = "";
  #data: string[] = [];
  #stray = "";

  /** Lines that are no events: a server's plain JSON under the wrong name, for one. */
  get stray(): string {
    return this.#stray;
  }

  /** The events that these bytes complete. */
  feed(bytes: Uint8Array): StreamEvent[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The event that the stream's end completes, if one was under way. */
  end(): StreamEvent[] {
    // The end stands for the newline and the empty line that some servers leave out.
    const events = this.#take(`${this.#decoder.decode()}\n\n`);
    this.#rest = "";
    return events;
  }

  #take(text: string): StreamEvent[] {
    const buffer = this.#rest + text;
    const events: StreamEvent[] = [];
    let start = 0;
    const ends = new RegExp(LINE_END);
    for (let end = ends.exec(buffer); end; end = ends.exec(buffer)) {
      this.#line(buffer.slice(start, end.index), events);
      start = ends.lastIndex;
    }
    this.#rest = buffer.slice(start);
    if (this.#rest.length + this.#dataLength() > EVENT_MAX_CHARS) {
      throw new ProviderError("PROVIDER_UNSUITABLE", "an event of the stream is too long");
    }
    return events;
  }

  #dataLength(): number {
    return this.#data.reduce((sum, line) => sum + line.length, 0);
  }

  #line(line: string, events: StreamEvent[]): void {
    if (line === "") {
      if (this.#data.length > 0) events.push({ event: this.#event, data: this.#data.join("\n") });
      this.#event = "";
      this.#data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value =
      colon < 0 ? "" : line.slice(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field !== "" && this.#stray.length < ERROR_BODY_MAX_BYTES) this.#stray += `${line}\n`;
  }
}
