/** How benches tell their figures: a line of JSON each (contract §6), or a line for a person. */

/** One measured figure. */
export interface Figure {
  readonly bench: string;
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
}

const json = process.argv.includes("--json");

/** Tells one figure. What was not measured is none: it would look like a good one in a table (F55). */
export function tell(bench: string, figure: string, value: number, unit: string): void {
  if (!Number.isFinite(value)) throw new Error(`${bench}: ${figure} was not measured (${value})`);
  const rounded = Number(value.toPrecision(4));
  const line: Figure = { bench, figure, value: rounded, unit };
  console.log(json ? JSON.stringify(line) : `${bench}  ${figure.padEnd(28)} ${rounded} ${unit}`);
}

/** The value below which the share `q` (0–1) of the samples lies. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(q * sorted.length));
  const value = sorted[index];
  if (value === undefined) throw new Error("no samples: nothing was measured");
  return value;
}
