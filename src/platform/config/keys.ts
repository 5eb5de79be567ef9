/** Keys and patterns of settings: how they are spelled, matched, and what was meant by a wrong one. */
import { PLUGIN_NAME_PATTERN, problem } from "#contract";
import { KEY_LENGTH_MAX, NEAREST_DISTANCE_MAX } from "./limits.ts";

/** One part of a key. People name model sources, so it is not bound to ASCII. */
const PART = /^[\p{L}\p{N}_-]+$/u;

const PLUGIN_NAME = new RegExp(PLUGIN_NAME_PATTERN);

/** The name of the core's namespace; a plugin's is the plugin's name. */
export const CORE_NAMESPACE = "core";

/** `core`, or the plugin of `plugin.<name>.…`; undefined for anything that is no key. */
export function namespaceOf(key: string): string | undefined {
  const [head, plugin = "", ...rest] = key.split(".");
  if (head === CORE_NAMESPACE) return plugin === "" ? undefined : CORE_NAMESPACE;
  return head === "plugin" && PLUGIN_NAME.test(plugin) && rest.length > 0 ? plugin : undefined;
}

/** Refuses what cannot be a key; with `pattern`, parts may be `*`. */
export function requireKey(key: string, pattern: boolean): void {
  const isPart = (part: string) => PART.test(part) || (pattern && part === "*");
  const spelled = key.length <= KEY_LENGTH_MAX && key.split(".").every(isPart);
  if (spelled && namespaceOf(key) !== undefined) return;
  throw problem("INVALID_PARAMS", `"${key.slice(0, KEY_LENGTH_MAX)}" cannot be a setting's key`, {
    hint: "core.<part>.<part> or plugin.<name>.<part>, of letters, digits, _ and -",
  });
}

/** Whether a key belongs to a pattern: `*` stands for exactly one part. */
export function matches(pattern: string, key: string): boolean {
  const wanted = pattern.split(".");
  const parts = key.split(".");
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part === "*" || part === parts[index])
  );
}

/** What stands for the first `*` of `pattern` in a key that begins like it; else undefined. */
export function nameIn(pattern: string, key: string): string | undefined {
  const length = pattern.split(".").length;
  const head = key.split(".").slice(0, length);
  if (!matches(pattern, head.join("."))) return undefined;
  return head[pattern.split(".").indexOf("*")];
}

/** The known key that was most likely meant; undefined when none is near. */
export function nearestKey(key: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let best = NEAREST_DISTANCE_MAX + 1;
  for (const candidate of known) {
    const distance = editDistance(key, candidate, best);
    if (distance < best) [nearest, best] = [candidate, distance];
  }
  return nearest;
}

/** Levenshtein's distance, given up at `limit`. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const removed = (previous[column] ?? 0) + 1;
      const added = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, removed, added));
    }
    if (Math.min(...current) >= limit) return limit;
    previous = current;
  }
  return previous[to.length] ?? limit;
}
