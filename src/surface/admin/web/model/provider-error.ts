/** Why a model source failed, in the words of a family. The hub tells only the source's own English. */
import type { Words } from "../i18n/index.ts";

/** What the hub's and the sources' sentences have in common, the plainest first. */
const REASONS: readonly (readonly [keyof Words["admin"]["providerReason"], RegExp])[] = [
  ["key", /\b40[13]\b|api.?key|unauthori|authenticat|permission/i],
  ["money", /\b402\b|quota|balance|billing|arrear/i],
  ["often", /\b429\b|rate.?limit|too many/i],
  ["setting", /base_url|adapter|\b404\b|not.?found|no model/i],
  ["late", /time[d ]?.?out|in time|within \d+|deadline|first token|\b504\b/i],
  ["long", /exceeds|too long|context/i],
  ["busy", /places stay taken|requests wait|overload|\b5\d\d\b/i],
  ["filtered", /filter/i],
  ["network", /connect|fetch|socket|network|resolve|ENOTFOUND|ECONN|unreachable|refused|dns/i],
];

/** What went wrong and what to do. */
export function providerErrorText(lastError: string, words: Words): string {
  const found = REASONS.find(([, pattern]) => pattern.test(lastError));
  return words.admin.providerReason[found?.[0] ?? "other"];
}
