/** How a provider can fail, what each failure means for the order of sources, and what it shows. */
import { type LogFields, messageOf, OperationalError } from "#base";
import { ERROR_TEXT_MAX, RETRY_AFTER_MAX_MS } from "./limits.ts";

/** The codes of the `Provider` port, with what the order of sources makes of each. */
export const PROVIDER_FAILURES = {
  /** 401, 403: off until its settings change. */
  PROVIDER_AUTH: "off",
  /** Its settings cannot work: off until they change. */
  PROVIDER_CONFIG: "off",
  /** 429: the next source now, this one after the time that it asks for. */
  PROVIDER_RATE_LIMITED: "rest",
  /** 404 and the like, a broken adapter, too long an answer: rests, is not tried again at once. */
  PROVIDER_UNSUITABLE: "rest",
  PROVIDER_ADAPTER: "rest",
  PROVIDER_TIMEOUT: "rest",
  /** 5xx, no network, a cut or empty or malformed stream: tried once more. */
  PROVIDER_UNAVAILABLE: "retry",
  PROVIDER_CUT: "retry",
  /** This one request it does not take; others it may, and a shorter one where it is its window. */
  PROVIDER_REFUSED: "skip",
  PROVIDER_FILTERED: "skip",
  PROVIDER_CONTEXT: "skip",
  PROVIDER_BUSY: "skip",
} as const satisfies Record<string, "off" | "rest" | "retry" | "skip">;

/** A code of the `Provider` port. */
export type ProviderErrorCode = keyof typeof PROVIDER_FAILURES;

/** What a failure means for the source: out, resting, once more, or only this request. */
export type FailureEffect = (typeof PROVIDER_FAILURES)[ProviderErrorCode];

/** A provider's failure; `retryAfterMs` is the server's own wish. */
export class ProviderError extends OperationalError {
  override readonly name = "ProviderError";
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ProviderErrorCode,
    message: string,
    options: { hint?: string; cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(code, message, options);
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** What an error from a provider means. One that is not of the port is its bug: it rests. */
export function effectOf(error: unknown): FailureEffect {
  const code = error instanceof OperationalError ? error.code : "";
  return PROVIDER_FAILURES[code as ProviderErrorCode] ?? "rest";
}

/** The code for an HTTP status that is no success. */
export function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 401 || status === 403) return "PROVIDER_AUTH";
  // 402: the account is empty. It may be filled up at any time, so it is asked again later.
  if (status === 429 || status === 402) return "PROVIDER_RATE_LIMITED";
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    return "PROVIDER_UNAVAILABLE";
  }
  // Less may pass: a window, a proxy's limit or a quota of tokens, each time the request is too long.
  if (status === 413) return "PROVIDER_CONTEXT";
  if (status === 400 || status === 422) return "PROVIDER_REFUSED";
  return "PROVIDER_UNSUITABLE";
}

/**
 * The code for a status and the names that the body gives its error. Only where the status alone
 * would blame the request, the names may know better: Gemini answers 400 to a wrong key.
 */
export function codeOfRefusal(status: number, names: readonly string[]): ProviderErrorCode {
  const code = codeOfStatus(status);
  if (code !== "PROVIDER_REFUSED") return code;
  const named = names.map((name) => NAMED_ERRORS[name]).find((found) => found !== undefined);
  return named ?? code;
}

/** An error that came inside an answer: `{"error": …}`, in a stream or instead of one. */
export interface AnswerError {
  readonly message: string;
  readonly code: string | number | undefined;
  readonly type: string | undefined;
}

/** Names by which APIs tell those errors that need no look at the text. */
const NAMED_ERRORS: Readonly<Record<string, ProviderErrorCode>> = {
  authentication_error: "PROVIDER_AUTH",
  invalid_api_key: "PROVIDER_AUTH",
  permission_error: "PROVIDER_AUTH",
  rate_limit_error: "PROVIDER_RATE_LIMITED",
  rate_limit_exceeded: "PROVIDER_RATE_LIMITED",
  insufficient_quota: "PROVIDER_RATE_LIMITED",
  billing_error: "PROVIDER_RATE_LIMITED",
  invalid_request_error: "PROVIDER_REFUSED",
  request_too_large: "PROVIDER_CONTEXT",
  context_length_exceeded: "PROVIDER_CONTEXT",
  // llama.cpp's, and GLM's number for it.
  exceed_context_size_error: "PROVIDER_CONTEXT",
  "1261": "PROVIDER_CONTEXT",
  content_filter: "PROVIDER_FILTERED",
  not_found_error: "PROVIDER_UNSUITABLE",
  // Gemini's.
  API_KEY_INVALID: "PROVIDER_AUTH",
  UNAUTHENTICATED: "PROVIDER_AUTH",
  PERMISSION_DENIED: "PROVIDER_AUTH",
  RESOURCE_EXHAUSTED: "PROVIDER_RATE_LIMITED",
  INVALID_ARGUMENT: "PROVIDER_REFUSED",
  // DashScope's.
  InvalidApiKey: "PROVIDER_AUTH",
  Arrearage: "PROVIDER_RATE_LIMITED",
  data_inspection_failed: "PROVIDER_FILTERED",
  DataInspectionFailed: "PROVIDER_FILTERED",
};

/** The code of an error inside an answer: by number or name, never by searching its text (F49). */
export function codeOfAnswerError({ code, type }: AnswerError): ProviderErrorCode {
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status < 600) {
    return codeOfRefusal(status, type === undefined ? [] : [type]);
  }
  return NAMED_ERRORS[String(code)] ?? NAMED_ERRORS[String(type)] ?? "PROVIDER_UNAVAILABLE";
}

/** How long the server asks to be left alone: seconds, milliseconds or a date. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const inMs = Number(headers.get("retry-after-ms") ?? Number.NaN);
  const text = headers.get("retry-after");
  const seconds = text === null ? Number.NaN : Number(text);
  const date = text === null ? Number.NaN : Date.parse(text) - now;
  const asked = [inMs, seconds * 1_000, date].find((value) => Number.isFinite(value) && value >= 0);
  return asked === undefined ? undefined : Math.min(asked, RETRY_AFTER_MAX_MS);
}

/** Removes secrets from texts that may quote them. */
export type Redactor = (text: string) => string;

/** A redactor for these secrets. Very short ones would blot out half of any text. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = secrets.filter((secret) => secret.length >= 4);
  return (text) => known.reduce((left, secret) => left.replaceAll(secret, "***"), text);
}

/** A server's own text for people: one line, short, without secrets. */
export function shownText(text: string, redact: Redactor): string {
  return redact(text).replace(/\s+/g, " ").trim().slice(0, ERROR_TEXT_MAX);
}

/** A failure as fields of a log line. */
export function failureFields(error: unknown): LogFields {
  const code = error instanceof OperationalError ? error.code : "INTERNAL";
  return { code, reason: messageOf(error) };
}
