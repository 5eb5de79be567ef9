/** Settings as people find and read them. */
import type { ConfigEntry } from "#contract";
import type { Words } from "../i18n/index.ts";

const VALUE_LENGTH_MAX = 60;

/** Settings that match every word, in groups by the first parts of their keys. */
export function filterSettings(
  list: readonly ConfigEntry[],
  wanted: string,
): readonly (readonly [group: string, entries: readonly ConfigEntry[]])[] {
  const parts = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const groups = new Map<string, ConfigEntry[]>();
  for (const entry of list) {
    const text = `${entry.key} ${entry.description}`.toLowerCase();
    if (!parts.every((part) => text.includes(part))) continue;
    const group = entry.key.split(".").slice(0, 2).join(".");
    const entries = groups.get(group) ?? [];
    entries.push(entry);
    groups.set(group, entries);
  }
  return [...groups];
}

/** A setting's description in one language: the hub's are written "中文 · English". */
export function describedIn(description: string, language: "zh" | "en"): string {
  const [chinese = "", ...rest] = description.split(" · ");
  const english = rest.join(" · ");
  return language === "zh" || english === "" ? chinese : english;
}

/** A setting's value in a line. */
export function settingText(value: unknown, words: Words): string {
  if (value === true) return words.common.on;
  if (value === false) return words.common.off;
  if (value === "" || value === null || value === undefined) return words.admin.empty;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}

/** What the hub expects for a text that was typed; undefined where the text is no such value. */
export function settingValue(type: string, text: string): string | number | undefined {
  if (type !== "int" && type !== "float") return text;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return undefined;
  return type === "int" && !Number.isInteger(value) ? undefined : value;
}
