/** Cuts a byte stream into lines of bounded length, in any split; a longer line is told and skipped. */

const NEWLINE = 0x0a;
/** How much of a line that is too long is told: enough for what stands at its ends. */
const END_BYTES = 256;

/** What a reader hands over. */
export interface LineReaderOptions {
  readonly bytesMax: number;
  /** A whole line without its newline, not empty. */
  readonly onLine: (line: string) => void;
  /** Hears of a line that was too long once it is over, with its first and last letters. */
  readonly onTooLong: (head: string, tail: string) => void;
}

/** Takes bytes as they come. `rest` is the line that has not ended yet. */
export interface LineReader {
  feed(bytes: Uint8Array): void;
  rest(): string;
}

/** Makes a reader. */
export function createLineReader({ bytesMax, onLine, onTooLong }: LineReaderOptions): LineReader {
  let pieces: Uint8Array[] = [];
  let length = 0;
  /** Of a line that is too long. */
  let head: string | undefined;
  const text = () => Buffer.concat(pieces).toString("utf8");
  const keep = (piece: Uint8Array) => {
    if (piece.length === 0) return;
    length += piece.length;
    // A copy: the buffer is the stream's own.
    pieces.push(piece.slice());
    if (length <= bytesMax) return;
    const line = Buffer.concat(pieces);
    head ??= line.subarray(0, END_BYTES).toString("utf8");
    pieces = [line.subarray(-END_BYTES)];
    // From here on every piece makes it too long again.
    length = bytesMax;
  };
  const end = () => {
    const line = text();
    const began = head;
    pieces = [];
    length = 0;
    head = undefined;
    if (began !== undefined) onTooLong(began, line);
    else if (line.trim() !== "") onLine(line.trimEnd());
  };
  return {
    feed(bytes) {
      let start = 0;
      for (;;) {
        const newline = bytes.indexOf(NEWLINE, start);
        keep(bytes.subarray(start, newline < 0 ? bytes.length : newline));
        if (newline < 0) return;
        end();
        start = newline + 1;
      }
    },
    rest: () => text().trimEnd(),
  };
}
