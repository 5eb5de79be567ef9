/** Small pieces that all replies share: names as the listener knows them, lists, times, filled sentences. */
import type { Device } from "#contract";
import { hasHan, normalizeText } from "#platform/text";
import { repliesOf } from "../content/replies.ts";
import type { Replies } from "../content/reply-types.ts";
import { isChinese, type Language } from "../language/language.ts";

/** A language with its sentences. */
export interface Voice {
  readonly language: Language;
  readonly say: Replies;
}

/** The voice of a language. */
export function voiceOf(language: Language): Voice {
  return { language, say: repliesOf(language) };
}

/** Fills `{x}` from `values`; what is missing stays empty. */
export function fill(
  template: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return template.replace(/\{(\w+)\}/g, (_all, key: string) => String(values[key] ?? ""));
}

/** A device's name, in the listener's script if the device has one; without marks that would garble it. */
export function nameFor(device: Device, { language }: Voice): string {
  const names = [device.name, ...device.aliases];
  const chinese = isChinese(language);
  const fitting = names.find((name) => hasHan(name) === chinese);
  return normalizeText(fitting ?? device.name);
}

/** How many names are said before the rest is counted. */
const NAMES_SHOWN = 4;

/** "A, B and C"; of many the first few and their number. */
export function listNames(devices: readonly Device[], voice: Voice): string {
  const names = [...new Set(devices.map((device) => nameFor(device, voice)))];
  const { say } = voice;
  if (names.length > NAMES_SHOWN) {
    return fill(say.andMore, {
      names: names.slice(0, NAMES_SHOWN - 1).join(say.listJoin),
      count: names.length,
    });
  }
  return joinList(names, voice);
}

/** A list with its last joint. */
export function joinList(items: readonly string[], { say }: Voice): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(say.listJoin)}${say.listLast}${last}`;
}

/** A template's space before a filled-in number has no place before a Chinese word. */
const BETWEEN_HAN = /(\p{Script=Han}) (?=\p{Script=Han})/gu;

/** Parts as one sentence, with `ok` in front where something was done. */
export function sentence(parts: readonly string[], voice: Voice, ok: boolean): string {
  const text = parts.filter((part) => part !== "").join(voice.say.join);
  const whole = `${ok ? voice.say.ok : ""}${text}`.replace(BETWEEN_HAN, "$1");
  const opened = whole.charAt(0).toUpperCase() + whole.slice(1);
  return /[。.?!？！]$/.test(opened) ? opened : opened + voice.say.end;
}

/** Seconds as a person says them: 1 hour 30 minutes. */
export function timeText(seconds: number, { say }: Voice): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts: (readonly ["hours" | "minutes" | "seconds", number])[] = [
    ["hours", Math.floor(whole / 3600)],
    ["minutes", Math.floor((whole % 3600) / 60)],
    ["seconds", whole % 60],
  ];
  const said = parts.filter(([, amount]) => amount > 0);
  const shown = said.length > 0 ? said : parts.slice(2);
  return shown
    .map(([unit, amount]) => `${amount} ${say.units[unit][amount === 1 ? 0 : 1]}`)
    .join(say.unitJoin || " ");
}

/** A number without a long tail. */
export function numberText(value: number): string {
  return String(Number(value.toFixed(2)));
}
