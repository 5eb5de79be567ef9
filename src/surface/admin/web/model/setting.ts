/** Settings as people find and read them: under family words, with values in words. */
import type { ConfigEntry } from "#contract";
import type { Language, Words } from "../i18n/index.ts";

const VALUE_LENGTH_MAX = 60;

/** The page itself is the built-in plugin `admin`: who switched it off here could not switch it on again. */
const PAGE_SWITCH = "plugin.admin.enabled";

/** Settings under one heading. */
export interface SettingGroup {
  readonly title: string;
  readonly entries: readonly ConfigEntry[];
}

/** The words that settings are shown in. */
interface Reading {
  readonly words: Words;
  readonly language: Language;
}

/** Settings that match every word of the search, under their headings in the hub's order. */
export function filterSettings(
  list: readonly ConfigEntry[],
  wanted: string,
  reading: Reading,
): readonly SettingGroup[] {
  const parts = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  const groups = new Map<string, ConfigEntry[]>();
  for (const entry of list) {
    const title = groupTitle(entry, reading);
    const shown = `${title} ${settingTitle(entry, reading)}`;
    const text = `${entry.key} ${entry.description} ${shown}`.toLowerCase();
    if (!parts.every((part) => text.includes(part))) continue;
    const entries = groups.get(title) ?? [];
    entries.push(entry);
    groups.set(title, entries);
  }
  const { rest } = reading.words.settings;
  return [...groups]
    .map(([title, entries]) => ({ title, entries }))
    .toSorted((left, right) => Number(left.title === rest) - Number(right.title === rest));
}

/** What a setting is for; its bare key where nobody says so. */
export function settingTitle(entry: ConfigEntry, { words, language }: Reading): string {
  const known = words.settings.titles[entry.key];
  return known ?? (describedIn(entry.description, language) || entry.key);
}

/** Whether the page may change it. */
export function isLocked(entry: ConfigEntry): boolean {
  return entry.key === PAGE_SWITCH;
}

/** The heading of a setting. What speaks only English stands apart from what speaks Chinese. */
function groupTitle({ key, description }: ConfigEntry, { words, language }: Reading): string {
  const { groups, source, plugin, englishOnly, rest } = words.settings;
  const [first = "", second = "", third = ""] = key.split(".");
  const foreign = language === "zh" && description !== "" && !/\p{Script=Han}/u.test(description);
  const tell = (title: string) => (foreign ? englishOnly(title) : title);
  if (first === "plugin" && second !== "") return tell(plugin(second));
  if (second === "llm" && third === "sources") return tell(source(key.split(".")[3] ?? ""));
  return tell(groups[second] ?? rest);
}

/** A setting's description in one language: the hub's are written "中文 · English". */
export function describedIn(description: string, language: Language): string {
  const [chinese = "", ...rest] = description.split(" · ");
  const english = rest.join(" · ");
  return language === "zh" || english === "" ? chinese : english;
}

/** A setting's value in a line. */
export function settingText(entry: ConfigEntry, value: unknown, words: Words): string {
  if (value === true) return words.common.on;
  if (value === false) return words.common.off;
  if (value === "" || value === null || value === undefined) return words.admin.empty;
  if (typeof value !== "string") return shortened(JSON.stringify(value));
  if (entry.options?.includes(value)) return optionText(entry.key, value, words);
  return shortened(entry.type === "duration" ? durationText(value, words) : value);
}

/** One choice of a setting in words. */
export function optionText(key: string, option: string, words: Words): string {
  return words.settings.options[key]?.[option] ?? option;
}

/** "7d" as people say it; what is written otherwise stays as it is. */
function durationText(value: string, words: Words): string {
  const [, count = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value.trim()) ?? [];
  return words.settings.lengths[unit]?.(Number(count)) ?? value;
}

function shortened(text: string): string {
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}

/** What the hub expects for a text that was typed; undefined where the text is no such value. */
export function settingValue(type: string, text: string): string | number | undefined {
  if (type !== "int" && type !== "float") return text;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return undefined;
  return type === "int" && !Number.isInteger(value) ? undefined : value;
}
