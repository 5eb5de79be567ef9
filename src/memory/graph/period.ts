/** When something holds, as it is told ("2024", "2024-05", a date, an instant) and as it is kept. */
import { problem } from "#contract";

/** Epoch milliseconds; from `from` up to, but without, `to`. Null is not known, or has no end yet. */
export interface Period {
  readonly from: number | null;
  readonly to: number | null;
}

const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
/** An instant; without an offset it is meant in the house's own time. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** The period that a triple tells. Throws INVALID_PARAMS. */
export function periodOf(
  told: { readonly valid_from?: string | undefined; readonly valid_to?: string | undefined },
  timeZone: string,
  field: string,
): Period {
  const from = instantOf(told.valid_from, timeZone, `${field}.valid_from`, 0);
  const to = instantOf(told.valid_to, timeZone, `${field}.valid_to`, 1);
  if (from !== null && to !== null && to < from) {
    throw problem("INVALID_PARAMS", `${field}: valid_to lies before valid_from`);
  }
  return { from, to };
}

/** `later` is 1 for the end of what is named: until 2024 means until that year is over. */
function instantOf(
  text: string | undefined,
  timeZone: string,
  field: string,
  later: 0 | 1,
): number | null {
  const told = text?.trim() ?? "";
  if (told === "") return null;
  const [, year, month, day] = DATE.exec(told) ?? [];
  if (year !== undefined) {
    const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
    const named = new Date(Date.UTC(y, m - 1, d));
    if (named.getUTCMonth() === m - 1 && named.getUTCDate() === d) {
      if (day !== undefined) return localTime(Date.UTC(y, m - 1, d + later), timeZone);
      if (month !== undefined) return localTime(Date.UTC(y, m - 1 + later, 1), timeZone);
      return localTime(Date.UTC(y + later, 0, 1), timeZone);
    }
  }
  const [instant, offset] = INSTANT.exec(told) ?? [];
  const at = instant === undefined ? Number.NaN : Date.parse(offset ? told : `${told}Z`);
  if (!Number.isNaN(at)) return offset ? at : localTime(at, timeZone);
  throw problem("INVALID_PARAMS", `${field}: "${told.slice(0, 40)}" is no time`, {
    hint: "2024, 2024-05, 2024-05-03 or 2024-05-03T18:30:00+08:00",
  });
}

/** The moment at which clocks of a zone show what `wall` shows in UTC. */
export function localTime(wall: number, timeZone: string): number {
  const first = wall - offsetAt(wall, timeZone);
  // Where summer time begins or ends in between, the second look is the right one.
  return wall - offsetAt(first, timeZone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    // A house has one zone; a few more come from tests.
    if (formats.size > 8) formats.clear();
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "numeric", day: "numeric" },
      ...{ hour: "numeric", minute: "numeric", second: "numeric" },
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(at / 1000) * 1000;
}
