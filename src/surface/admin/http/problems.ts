/** Errors as HTTP answers: RFC 9457 problems, with `Retry-After` where waiting helps. */
import { CanceledError, codeOf, type Logger, OperationalError } from "#base";
import { type Problem, type ProblemCode, problem, toProblem } from "#contract";
import { RETRY_AFTER_BUSY_S, RETRY_AFTER_DEFAULT_S } from "../limits.ts";

/** A refusal that ends by itself; `seconds` says when. */
export class RetryLater extends OperationalError {
  override readonly name = "RetryLater";
  readonly seconds: number;

  constructor(
    code: ProblemCode,
    message: string,
    seconds: number,
    options: { hint?: string } = {},
  ) {
    super(code, message, options);
    this.seconds = seconds;
  }
}

/** Headers of every answer of the interface: no sniffing, no cache, no use by other sites. */
export const API_HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** An error as an answer. `extension` adds members to the problem, as RFC 9457 allows. */
export function problemResponse(
  error: unknown,
  extension?: (problem: Problem) => Record<string, unknown>,
): Response {
  const body = problemOf(error);
  const headers = new Headers({ ...API_HEADERS, "content-type": "application/problem+json" });
  const seconds = retryAfter(error, body.status);
  if (seconds !== undefined) headers.set("retry-after", String(seconds));
  if (body.status === 401) headers.set("www-authenticate", "Bearer");
  const members = extension === undefined ? body : { ...body, ...extension(body) };
  return new Response(JSON.stringify(members), { status: body.status, headers });
}

/** An error as a problem. That the kernel did not answer in time is no cancellation by the caller. */
export function problemOf(error: unknown): Problem {
  const isLate = error instanceof CanceledError && error.reason === "deadline";
  return toProblem(isLate ? problem("COMMAND_TIMEOUT", error.message) : error);
}

function retryAfter(error: unknown, status: number): number | undefined {
  if (error instanceof RetryLater) return error.seconds;
  if (status === 429) return RETRY_AFTER_DEFAULT_S;
  return status === 503 ? RETRY_AFTER_BUSY_S : undefined;
}

/** Logs what nobody expected; an expected refusal is its caller's business. */
export function logUnexpected(log: Logger, where: string, error: unknown): void {
  if (codeOf(error) === "INTERNAL") log.error("http.failed", { where, error });
}
