/** Errors as they travel: code, message, hint and flat details, and back into errors of our own. */
import { CanceledError, codeOf, messageOf, OperationalError } from "#base";

/** Flat facts that stand beside code and message in an error frame, such as `method`. */
export type WireErrorDetails = Readonly<Record<string, string | number | boolean>>;

/** An expected failure that tells more than code, message and hint. */
export class WireError extends OperationalError {
  override readonly name = "WireError";
  readonly details: WireErrorDetails;

  constructor(
    code: string,
    message: string,
    details: WireErrorDetails,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.details = details;
  }
}

/** An error as a frame carries it. */
export interface WireErrorBody {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly [detail: string]: unknown;
}

/** Any thrown value for the other side. A bug tells no inside detail; the log has it. */
export function toWireError(error: unknown): WireErrorBody {
  const code = codeOf(error);
  if (code === "INTERNAL") return { code, message: "an internal error; see the log" };
  const details = error instanceof WireError ? error.details : {};
  const hint = error instanceof OperationalError ? error.hint : undefined;
  return {
    ...details,
    code,
    message: messageOf(error),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** What an error frame holds, as an error. Anything at all may stand in it. */
export function fromWireError(body: unknown): Error {
  if (typeof body !== "object" || body === null) {
    return new OperationalError("INTERNAL", "the other side failed without saying why");
  }
  const { code, message, hint, ...rest } = body as Record<string, unknown>;
  const text = typeof message === "string" ? message : "the other side failed";
  if (code === "CANCELED") return new CanceledError("stopped", text);
  const name = typeof code === "string" ? code : "INTERNAL";
  const options = typeof hint === "string" ? { hint } : {};
  const details = Object.entries(rest).filter(([, value]) => isFlat(value));
  return details.length === 0
    ? new OperationalError(name, text, options)
    : new WireError(name, text, Object.fromEntries(details) as WireErrorDetails, options);
}

function isFlat(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
