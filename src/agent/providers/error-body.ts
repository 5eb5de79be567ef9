/** What a server says about an error, out of the body of an answer that is no success. */
import { type Redactor, shownText } from "./errors.ts";
import { ERROR_BODY_MAX_BYTES } from "./limits.ts";

/** The message in an error's body; empty where there is none. Never rejects. */
export async function errorText(
  body: AsyncIterable<Uint8Array>,
  redact: Redactor,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes >= ERROR_BODY_MAX_BYTES) break;
    }
  } catch {
    // The status is known; its explanation is a luxury.
  }
  return shownText(messageIn(Buffer.concat(pieces).toString("utf8")), redact);
}

function messageIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const { error, message, msg, detail } = fieldsOf(value);
    const inner = fieldsOf(error);
    const found = [inner["message"], inner["msg"], error, message, msg, detail];
    return found.find((candidate) => typeof candidate === "string") ?? "";
  } catch {
    // A proxy's page, most likely: nothing in it helps a person.
    return text.trimStart().startsWith("<") ? "" : text;
  }
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
