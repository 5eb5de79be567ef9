/** A failure in words that a family understands, never a code. */
import { type ApiError, asApiError } from "../api/http.ts";
import type { Words } from "../i18n/index.ts";

/** What happened and what to do. */
export function problemText(error: unknown, words: Words): string {
  const problem = asApiError(error);
  const known = words.errors[problem.code];
  if (known !== undefined) return withHint(known, problem);
  return words.errors.other;
}

/** Ranges say more than "out of range"; the hub's hint for those is digits, the same in every language. */
function withHint(text: string, problem: ApiError): string {
  const telling = problem.code === "VALUE_OUT_OF_RANGE" || problem.code === "CONFIG_VALUE_INVALID";
  return telling && problem.hint !== null ? `${text} (${problem.hint})` : text;
}
