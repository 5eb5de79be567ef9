/** What a server says about an error, out of the body of an answer that is no success. */
import { type Redactor, shownText } from "./errors.ts";
import { ERROR_BODY_MAX_BYTES } from "./limits.ts";

/** An error's body: its text for people, and the names that it gives the error, nearest first. */
export interface ErrorBody {
  readonly text: string;
  readonly names: readonly string[];
}

/** Reads the body of an error; empty where there is none. Never rejects. */
export async function readErrorBody(
  body: AsyncIterable<Uint8Array>,
  redact: Redactor,
): Promise<ErrorBody> {
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
  const { text, names } = explained(Buffer.concat(pieces).toString("utf8"));
  return { text: shownText(text, redact), names };
}

function explained(body: string): ErrorBody {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // A proxy's page, most likely: nothing in it helps a person.
    return { text: body.trimStart().startsWith("<") ? "" : body, names: [] };
  }
  // Gemini was seen to send a list of one.
  const outer = fieldsOf(Array.isArray(value) ? value[0] : value);
  const { error, message, msg, detail } = outer;
  const inner = fieldsOf(error);
  const texts = [inner["message"], inner["msg"], error, message, msg, detail].filter(isText);
  const names = [...reasonsOf(inner["details"]), ...namesOf(inner), ...namesOf(outer)];
  return { text: texts[0] ?? "", names };
}

/** Gemini says in the details what its status leaves open. */
function reasonsOf(details: unknown): string[] {
  return Array.isArray(details)
    ? details.map((detail) => fieldsOf(detail)["reason"]).filter(isText)
    : [];
}

function namesOf({ code, status, type }: ReturnType<typeof fieldsOf>): string[] {
  return [code, status, type].filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function fieldsOf(value: unknown): {
  readonly [field: string]: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly type?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
  readonly msg?: unknown;
  readonly detail?: unknown;
} {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
