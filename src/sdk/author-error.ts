/** Where in the author's own files an error came from: `main.ts:12`, as the hub's log shows it. */
import { dirname, isAbsolute, relative } from "node:path";

/** A script in Lua has its place in the message; its stack is only that of the machine that runs it. */
const SCRIPT = /^(?:on_start: )?([\w./-]+\.lua:\d+):/;
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
  const [, inScript] = SCRIPT.exec(error.message) ?? [];
  if (inScript !== undefined) return inScript;
  for (const frame of error.stack.split("\n")) {
    const [, path = "", line = ""] = FRAME.exec(frame.trim()) ?? [];
    const inside = relative(folder, path.replace(/^file:\/\//, ""));
    const isOwn = path !== "" && !inside.startsWith("..") && !isAbsolute(inside);
    if (isOwn && !inside.includes("node_modules/")) return `${inside}:${line}`;
  }
  return undefined;
}
