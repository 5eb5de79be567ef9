/** Why a model source failed, in the words of a family: by the code that the hub gives, not its English. */
import type { Words } from "../i18n/index.ts";

type Reason = keyof Words["admin"]["providerReason"];

/** What each code can mean; where that is more than one thing the sentence decides, the last if it does not. */
const BY_CODE: Readonly<Record<string, readonly [Reason, ...Reason[]]>> = {
  PROVIDER_AUTH: ["key"],
  PROVIDER_CONFIG: ["setting"],
  PROVIDER_UNSUITABLE: ["long", "setting"],
  PROVIDER_ADAPTER: ["setting"],
  PROVIDER_RATE_LIMITED: ["money", "often"],
  PROVIDER_TIMEOUT: ["late"],
  PROVIDER_UNAVAILABLE: ["busy", "network", "other"],
  PROVIDER_CUT: ["network"],
  PROVIDER_REFUSED: ["long", "setting", "other"],
  PROVIDER_FILTERED: ["filtered"],
  PROVIDER_CONTEXT: ["long"],
  PROVIDER_BUSY: ["busy"],
};

/** What the hub's and the sources' sentences have in common, the plainest first. */
const REASONS: readonly (readonly [Reason, RegExp])[] = [
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

/** What went wrong and what to do. Without a code that is known the sentence alone has to tell. */
export function providerErrorText(lastError: string, words: Words, errorCode?: string): string {
  const meant = BY_CODE[errorCode ?? ""];
  const found = REASONS.find(
    ([reason, pattern]) => (meant?.includes(reason) ?? true) && pattern.test(lastError),
  );
  return words.admin.providerReason[found?.[0] ?? meant?.at(-1) ?? "other"];
}
