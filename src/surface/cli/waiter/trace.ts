/** Shows a turn as a tree: what it did, how long each part took, and the details behind that. */
import type { TraceFields, TraceNode } from "#contract";
import { plain } from "../terminal.ts";

/** A node as a line, before the lines are aligned. */
interface Line {
  readonly head: string;
  readonly time: string;
  readonly details: string;
}

/** The tree with its times in one column, right-aligned. */
export function renderTrace(root: TraceNode): string {
  const lines = linesOf(root, "", "");
  const headWidth = Math.max(...lines.map(({ head }) => Bun.stringWidth(head)));
  const timeWidth = Math.max(...lines.map(({ time }) => time.length));
  return lines
    .map(({ head, time, details }) => {
      const gap = " ".repeat(headWidth - Bun.stringWidth(head));
      return `${head}${gap}  ${time.padStart(timeWidth)}  ${details}`.trimEnd();
    })
    .join("\n");
}

/** `first` stands before the node itself, `rest` before all that belongs to it. */
function linesOf(node: TraceNode, first: string, rest: string): Line[] {
  const { kind, name, durationMs, fields, children } = node;
  const line = {
    head: `${first}${plain(`${kind} ${name}`)}`,
    time: `${durationMs.toFixed(1)} ms`,
    details: fields === undefined ? "" : detailsOf(fields),
  };
  const below = children.flatMap((child, index) =>
    index === children.length - 1
      ? linesOf(child, `${rest}└─ `, `${rest}   `)
      : linesOf(child, `${rest}├─ `, `${rest}│  `),
  );
  return [line, ...below];
}

function detailsOf(fields: TraceFields): string {
  return plain(
    Object.entries(fields)
      .map(([name, value]) => `${words(name)} ${shown(name, value)}`)
      .join(", "),
  );
}

/** `firstChunkMs` → "first chunk": the unit stands behind the value. */
const words = (name: string): string =>
  name.replace(/Ms$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function shown(name: string, value: TraceFields[string] | undefined): string {
  // Nobody counted it, which is not the same as none (F51).
  if (value === null || value === undefined) return "unknown";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name.endsWith("Ms") ? `${Number(value).toFixed(1)} ms` : String(value);
}
