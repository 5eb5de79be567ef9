/** Errors as people and programs outside see them: RFC 9457 problems with stable codes. */
import { codeOf, messageOf, OperationalError } from "#base";

/** Every public error code with its HTTP status and title (contract §2). */
export const PROBLEMS = {
  BAD_JSON: [400, "Malformed JSON"],
  INVALID_PARAMS: [400, "Invalid parameters"],
  UNAUTHENTICATED: [401, "Not signed in"],
  CAPABILITY_DENIED: [403, "Capability not granted"],
  FORBIDDEN: [403, "Not allowed"],
  NOT_FOUND: [404, "Not found"],
  METHOD_UNKNOWN: [404, "Unknown method"],
  DEVICE_UNKNOWN: [404, "Unknown device"],
  CAPABILITY_UNKNOWN: [404, "Unknown capability"],
  CONFIG_KEY_UNKNOWN: [404, "Unknown setting"],
  PLUGIN_UNKNOWN: [404, "Unknown plugin"],
  CONFLICT: [409, "Conflict"],
  TOO_LARGE: [413, "Too large"],
  CONTEXT_OVERFLOW: [413, "Too much for the model"],
  CONFIG_VALUE_INVALID: [422, "Invalid setting"],
  MANIFEST_INVALID: [422, "Invalid plugin manifest"],
  PACKAGE_INVALID: [422, "Invalid plugin package"],
  SDK_MISMATCH: [422, "Made for another SDK"],
  NOT_WRITABLE: [422, "Not writable"],
  VALUE_INVALID: [422, "Invalid value"],
  VALUE_OUT_OF_RANGE: [422, "Value out of range"],
  RATE_LIMITED: [429, "Too many tries"],
  CANCELED: [499, "Canceled"],
  INTERNAL: [500, "Internal error"],
  MEDIA_CORRUPT: [500, "Damaged media"],
  PLUGIN_FAILED: [502, "Plugin failed"],
  NOT_AVAILABLE: [503, "Not available"],
  BUSY: [503, "Busy"],
  DEVICE_UNAVAILABLE: [503, "Device unavailable"],
  STORE_BUSY: [503, "Storage busy"],
  COMMAND_TIMEOUT: [504, "No answer in time"],
  STORE_FULL: [507, "Disk full"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** An RFC 9457 problem. */
export interface Problem {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly hint?: string;
}

/** Any thrown value as a problem. What is not an expected failure tells no inside detail. */
export function toProblem(error: unknown): Problem {
  const code = codeOf(error);
  const [status, title] = PROBLEMS[code as ProblemCode] ?? [500, "Error"];
  const hint = error instanceof OperationalError ? error.hint : undefined;
  return {
    type: "about:blank",
    title,
    status,
    code,
    detail: code === "INTERNAL" ? "an internal error; see the hub's log" : messageOf(error),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** An `OperationalError` with one of the public codes. */
export function problem(
  code: ProblemCode,
  message: string,
  options: { hint?: string; cause?: unknown } = {},
): OperationalError {
  return new OperationalError(code, message, options);
}
