/** Reads lines of JSON out of bytes, however they are cut. */
import { ProviderError } from "./errors.ts";
import { EVENT_MAX_CHARS } from "./limits.ts";
import type { StreamEvent } from "./stream-event.ts";

/** A reader of one stream. One decoder for all of it, since bytes may part a letter. */
export class NdjsonReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  /** Every line is a piece; one that is no JSON fails when it is parsed. */
  readonly stray = "";

  /** The lines that these bytes complete. */
  feed(bytes: Uint8Array): StreamEvent[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The last line, which servers may leave without its end. */
  end(): StreamEvent[] {
    const events = this.#take(`${this.#decoder.decode()}\n`);
    this.#rest = "";
    return events;
  }

  #take(text: string): StreamEvent[] {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > EVENT_MAX_CHARS) {
      throw new ProviderError("PROVIDER_UNSUITABLE", "a line of the stream is too long");
    }
    return lines.flatMap((line) => {
      const data = line.trim();
      return data === "" ? [] : { event: "", data };
    });
  }
}
