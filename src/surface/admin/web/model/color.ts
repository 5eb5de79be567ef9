/** Colors as people pick them: a few named swatches, and the look of a color temperature. */

/** Swatches of a color light; names are keys of the word table. */
export const SWATCHES = [
  ["red", "#ff3b30"],
  ["orange", "#ff8a1f"],
  ["yellow", "#ffd23f"],
  ["green", "#3ecf6b"],
  ["teal", "#28c4c4"],
  ["blue", "#2f7bff"],
  ["indigo", "#5b4bff"],
  ["purple", "#a74bff"],
  ["pink", "#ff5fa2"],
  ["warmWhite", "#ffd9a8"],
  ["white", "#ffffff"],
  ["coolWhite", "#dbe9ff"],
] as const;

const HEX = /^#[0-9a-f]{6}$/i;

/** Whether a state value is a color that the page can show. */
export function isHexColor(value: unknown): value is string {
  return typeof value === "string" && HEX.test(value);
}

/** The ink that can be read on a color: dark on light ones, light on dark ones. */
export function inkOn(hex: string): "#1d1408" | "#ffffff" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(hex.slice(at, at + 2)));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where contrast to black and to white is the same.
  return luminance > 0.179 ? "#1d1408" : "#ffffff";
}

function linear(channel: string): number {
  const share = Number.parseInt(channel, 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The kelvin of a color temperature in its own unit: mired (153–500) or kelvin. */
export function kelvinOf(raw: number, unit: string | undefined): number {
  const mired = unit === "mired" || unit === "mireds" || (unit === undefined && raw < 1000);
  return Math.round((mired ? 1_000_000 / raw : raw) / 50) * 50;
}

/** Whether larger raw values are warmer: so it is with mireds. */
export function isMired(unit: string | undefined, max: number): boolean {
  return unit === "mired" || unit === "mireds" || (unit === undefined && max < 1000);
}

/** How a color temperature feels: the key of its word. */
export function warmthOf(kelvin: number): "candle" | "warm" | "neutral" | "cool" {
  if (kelvin < 2400) return "candle";
  if (kelvin < 3300) return "warm";
  return kelvin < 4800 ? "neutral" : "cool";
}
