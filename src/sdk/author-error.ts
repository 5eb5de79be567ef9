/** Where in the author's own files an error came from: `main.ts:12`, as the hub's log shows it. */
import { dirname, isAbsolute, relative } from "node:path";

const FRAME = /\(?((?:file:\/\/)?\/[^\s()]+?):(\d+):\d+\)?$/;

/** The whole way; undefined for what is no error. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/**
 * The first line of the stack that is no library's, relative to `folder`. Undefined for what is no
 * error, or came from elsewhere.
 */
export function placeOf(error: unknown, folder: string = dirname(Bun.main)): string | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  for (const frame of error.stack.split("\n")) {
    const [, path = "", line = ""] = FRAME.exec(frame.trim()) ?? [];
    const inside = relative(folder, path.replace(/^file:\/\//, ""));
    const isOwn = path !== "" && !inside.startsWith("..") && !isAbsolute(inside);
    if (isOwn && !inside.includes("node_modules/")) return `${inside}:${line}`;
  }
  return undefined;
}
