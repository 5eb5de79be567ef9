/** Durations as people write them: `30s`, `10m`, `2h`, `2d`, `1w`, or joined as in `1h30m`. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Each unit at most once, larger before smaller; at most nine digits, so that no sum is inexact. */
const DURATION =
  /^(?:(?<w>\d{1,9})w)?(?:(?<d>\d{1,9})d)?(?:(?<h>\d{1,9})h)?(?:(?<m>\d{1,9})m)?(?:(?<s>\d{1,9})s)?$/;

/** What may be written, for a hint. */
export const DURATION_HINT = "a number with s, m, h, d or w, such as 30s, 10m, 2h, 1h30m, 2d, 1w";

/** Milliseconds, or undefined for anything that is not a duration. A unit is never guessed. */
export function parseDuration(text: string): number | undefined {
  const groups = text === "" ? undefined : DURATION.exec(text)?.groups;
  if (!groups) return undefined;
  const count = (unit: string) => Number(groups[unit] ?? 0);
  return (
    count("w") * WEEK_MS +
    count("d") * DAY_MS +
    count("h") * HOUR_MS +
    count("m") * MINUTE_MS +
    count("s") * SECOND_MS
  );
}

/** Milliseconds as text that reads back as the same, rounded down to seconds. */
export function formatDuration(durationMs: number): string {
  let left = durationMs;
  let text = "";
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === "" ? "0s" : text;
}

const UNITS = [
  ["w", WEEK_MS],
  ["d", DAY_MS],
  ["h", HOUR_MS],
  ["m", MINUTE_MS],
  ["s", SECOND_MS],
] as const;
