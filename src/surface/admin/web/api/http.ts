/** One way to ask the hub: JSON over fetch, every failure an `ApiError` with a stable code. */

/** The page's own code for "nothing answered": the hub is off, or the network is. */
export const UNREACHABLE = "UNREACHABLE";

/** How long an answer may take. A device command may wait 5 s for its device; so longer than that. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Why a request did not do what was asked. `detail` and `hint` are the hub's own words. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly hint: string | null;
  /** Seconds until another try makes sense; null when the hub did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    status: number,
    detail: string,
    more: { readonly hint?: string | null; readonly retryAfterSeconds?: number | null } = {},
  ) {
    super(detail);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.hint = more.hint ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** Any thrown value as an `ApiError`; what is not one already counts as "unreachable". */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(UNREACHABLE, 0, error instanceof Error ? error.message : String(error));
}

let onSignedOut: () => void = () => undefined;

/** Hears when the hub no longer knows the session. One listener: the session state. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** What a request may carry. */
interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: unknown;
  /** A file instead of JSON. */
  readonly file?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** A 401 is an answer to the form, not the end of a session. */
  readonly anonymous?: boolean;
}

/** Sends a request and answers the raw response, or throws an `ApiError`. */
export async function send(
  path: string,
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", ...options.headers };
  const init: RequestInit = {
    method: options.method ?? "GET",
    headers,
    signal,
    credentials: "same-origin",
    cache: "no-store",
  };
  if (options.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(options.body);
  }
  if (options.file !== undefined) {
    headers["content-type"] = "application/zip";
    init.body = options.file;
  }
  const response = await fetch(`/api/v1/${path}`, init);
  if (response.ok) return response;
  const error = await problemOf(response);
  if (error.status === 401 && options.anonymous !== true) onSignedOut();
  throw error;
}

/** Sends a request and reads its JSON answer; null for an empty one. */
export async function request(path: string, options: RequestOptions = {}): Promise<unknown> {
  try {
    const response = await send(path, options, AbortSignal.timeout(ANSWER_TIMEOUT_MS));
    const text = await response.text();
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch (error) {
    throw asApiError(error);
  }
}

async function problemOf(response: Response): Promise<ApiError> {
  const waiting = Number(response.headers.get("retry-after"));
  const retryAfterSeconds = Number.isFinite(waiting) && waiting > 0 ? waiting : null;
  const fallback = `${response.status} ${response.statusText}`.trim();
  try {
    const body = (await response.json()) as Record<string, unknown> | null;
    const text = (key: string) => (typeof body?.[key] === "string" ? (body[key] as string) : null);
    return new ApiError(
      text("code") ?? codeOfStatus(response.status),
      response.status,
      text("detail") ?? text("title") ?? fallback,
      { hint: text("hint"), retryAfterSeconds },
    );
  } catch {
    // Not JSON: a proxy's page, or the hub while it starts.
    return new ApiError(codeOfStatus(response.status), response.status, fallback, {
      retryAfterSeconds,
    });
  }
}

/** A code for answers that carry none: those of a proxy in front of the hub. */
function codeOfStatus(status: number): string {
  if (status === 401) return "UNAUTHENTICATED";
  if (status === 403) return "FORBIDDEN";
  if (status === 404) return "NOT_FOUND";
  if (status === 429) return "RATE_LIMITED";
  return status >= 502 && status <= 504 ? UNREACHABLE : "INTERNAL";
}
