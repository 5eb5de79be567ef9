/** Reads server-sent events from any text stream; EventSource can neither post nor say why it failed. */

/** One event as it came. */
export interface ServerEvent {
  /** The id that the stream stands at; null as long as it gave none. */
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** An event that grows beyond this is no event of ours. */
const EVENT_LENGTH_MAX = 1_048_576;

/** Takes the stream in pieces of any size and tells whole events and comments. */
interface SseParser {
  /** Throws `RangeError` when one event grows beyond 1 MiB. */
  push(piece: string): void;
}

/** Makes a parser; `onComment` hears the hub's heartbeat. */
export function createSseParser(
  onEvent: (event: ServerEvent) => void,
  onComment: () => void = () => undefined,
): SseParser {
  let rest = "";
  let begun = false;
  let id: string | null = null;
  let event = "";
  let data: string[] = [];
  let length = 0;

  const field = (name: string, value: string) => {
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "id" && !value.includes("\0")) id = value;
  };
  const line = (text: string) => {
    if (text === "") {
      if (data.length > 0) onEvent({ id, event: event || "message", data: data.join("\n") });
      event = "";
      data = [];
      length = 0;
      return;
    }
    length += text.length;
    if (length > EVENT_LENGTH_MAX) throw new RangeError("an event is larger than 1 MiB");
    if (text.startsWith(":")) return onComment();
    const colon = text.indexOf(":");
    if (colon < 0) return field(text, "");
    const start = text[colon + 1] === " " ? colon + 2 : colon + 1;
    field(text.slice(0, colon), text.slice(start));
  };

  return {
    push(piece) {
      rest += piece;
      if (!begun && rest !== "") {
        begun = true;
        if (rest.startsWith("\uFEFF")) rest = rest.slice(1);
      }
      // A carriage return at the end may be half of a line end: wait for the rest.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      if (rest.length > EVENT_LENGTH_MAX) throw new RangeError("an event is larger than 1 MiB");
      for (const text of lines) line(text);
    },
  };
}

/** Feeds a response's body to a parser until it ends; `onBytes` hears every sign of life. */
export async function readEvents(
  response: Response,
  parser: SseParser,
  onBytes: () => void = () => undefined,
): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
