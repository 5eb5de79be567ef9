/** Cuts a byte stream into frames: one JSON object a line, bounded, checked, in any split. */
import { messageOf, OperationalError, parseJson } from "#base";
import { FRAME_BYTES_MAX } from "./limits.ts";

/** A frame of which nothing but "it is a JSON object" is known. */
export type RawFrame = Readonly<Record<string, unknown>>;

/** What the first bytes of a frame that is too long tell of it. */
export interface FrameHead {
  readonly id: number;
  readonly kind: "call" | "reply";
}

/** Takes bytes as they come. */
export interface FrameReader {
  /** Hands over the frames that are complete; keeps a copy of what is not. */
  feed(bytes: Uint8Array): void;
}

export interface FrameReaderOptions {
  readonly frameBytesMax?: number;
  readonly onFrame: (frame: RawFrame) => void;
  /** Hears why a line is no frame, and whose it was if it says so. Reading goes on behind it. */
  readonly onRefused: (error: OperationalError, head: FrameHead | undefined) => void;
}

const NEWLINE = 0x0a;
const REST_BYTES_MIN = 1024;
/** A buffer that one long frame made grow is given back above this. */
const REST_BYTES_KEPT = 64 * 1024;
const HEAD_BYTES = 64;
const HEAD_PATTERN = /^\s*\{\s*"id"\s*:\s*(\d{1,15})\s*,\s*"(method|result|error)"/;

/** Makes a reader. A line that is too long is told once, then skipped up to its newline. */
export function createFrameReader(options: FrameReaderOptions): FrameReader {
  const { onFrame, onRefused } = options;
  const bytesMax = options.frameBytesMax ?? FRAME_BYTES_MAX;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const rest = createRest();
  let skipping = false;

  const refuseLong = (head: Uint8Array) => {
    const hint = "send less at once; media go by the arena";
    const message = `a frame is longer than ${bytesMax} bytes`;
    onRefused(new OperationalError("TOO_LARGE", message, { hint }), headOf(head));
  };

  const take = (line: Uint8Array) => {
    if (line.length === 0) return;
    if (line.length > bytesMax) {
      refuseLong(line);
      return;
    }
    const frame = decode(decoder, line);
    if (frame instanceof OperationalError) onRefused(frame, undefined);
    else onFrame(frame);
  };

  /** Adds to the unfinished frame. False when that made it too long and it was refused. */
  const keep = (bytes: Uint8Array): boolean => {
    const fits = rest.length + bytes.length <= bytesMax;
    rest.add(fits ? bytes : bytes.subarray(0, HEAD_BYTES));
    if (!fits) refuseLong(rest.take());
    return fits;
  };

  return {
    feed(bytes) {
      let start = 0;
      while (start < bytes.length) {
        const end = bytes.indexOf(NEWLINE, start);
        const piece = bytes.subarray(start, end < 0 ? bytes.length : end);
        if (end < 0) {
          if (!skipping) skipping = !keep(piece);
          return;
        }
        start = end + 1;
        if (skipping) skipping = false;
        else if (rest.length === 0) take(piece);
        else if (keep(piece)) take(rest.take());
      }
    },
  };
}

/** The bytes of a frame whose end has not come yet. */
function createRest() {
  let buffer = new Uint8Array(REST_BYTES_MIN);
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(bytes: Uint8Array) {
      if (length + bytes.length > buffer.length) {
        // Doubling keeps a frame that comes byte by byte from costing the square of its length.
        const larger = new Uint8Array(Math.max(length + bytes.length, buffer.length * 2));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(bytes, length);
      length += bytes.length;
    },
    take(): Uint8Array {
      const bytes = buffer.slice(0, length);
      length = 0;
      if (buffer.length > REST_BYTES_KEPT) buffer = new Uint8Array(REST_BYTES_MIN);
      return bytes;
    },
  };
}

function headOf(bytes: Uint8Array): FrameHead | undefined {
  const text = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const found = HEAD_PATTERN.exec(text);
  if (!found) return undefined;
  return { id: Number(found[1]), kind: found[2] === "method" ? "call" : "reply" };
}

/** One line as an object, or why it is none. */
function decode(decoder: TextDecoder, line: Uint8Array): RawFrame | OperationalError {
  try {
    const value = parseJson(decoder.decode(line));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as RawFrame;
    }
    return new OperationalError("BAD_JSON", "a frame must be one JSON object");
  } catch (error) {
    if (error instanceof OperationalError) return error;
    if (error instanceof TypeError) {
      return new OperationalError("BAD_JSON", "a frame is not valid UTF-8");
    }
    return new OperationalError("BAD_JSON", messageOf(error));
  }
}
