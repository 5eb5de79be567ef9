/** Counts the bytes of a body over HTTP, or of each event in a stream of them, and refuses too many. */
import { OperationalError } from "#base";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Looks at the next bytes. Throws `HTTP_TOO_LARGE`. */
export type ByteGuard = (bytes: Uint8Array) => void;

/** A guard for one body; with `isEvents` every blank line begins the count anew. */
export function createEventGuard(bytesMax: number, isEvents: boolean): ByteGuard {
  let count = 0;
  let lineLength = 0;
  return (bytes) => {
    if (!isEvents) {
      count += bytes.length;
      refuse(count, bytesMax);
      return;
    }
    for (const byte of bytes) {
      count += 1;
      // CRLF then ends a line as LF does; nobody ends lines with CR alone.
      if (byte === RETURN) continue;
      if (byte !== NEWLINE) lineLength += 1;
      else if (lineLength > 0) lineLength = 0;
      else count = 0;
    }
    refuse(count, bytesMax);
  };
}

function refuse(count: number, bytesMax: number): void {
  if (count <= bytesMax) return;
  throw new OperationalError("HTTP_TOO_LARGE", `one message has more than ${bytesMax} bytes`);
}
