/** What the agent did, one small chip a device: name, before → after, how it ended, what undoes it. */
import type { Device, StateValue, ToolCallRecord } from "#contract";
import type { Words } from "../i18n/index.ts";
import { capabilityOf, isWritable } from "./capability.ts";
import { clockText } from "./time.ts";
import { capabilityName, valueText } from "./value.ts";

/** What to send to take an action back. */
export interface Undo {
  readonly deviceId: string;
  readonly capability: string;
  readonly value: Exclude<StateValue, null>;
}

/** One chip. */
export interface ToolChip {
  readonly key: string;
  /** The device or the deed. */
  readonly title: string;
  /** The change, where there is one to tell. */
  readonly change: string;
  readonly done: boolean;
  /** How it ended, in words; empty when it simply worked. */
  readonly outcome: string;
  readonly undo: Undo | null;
}

/** The house as it stood when the sentence was said. */
export type HouseBefore = ReadonlyMap<string, Device>;

const CHIPS_MAX = 6;

/** The chips of one call; a call on many devices ends in "还有 n 个". */
export function toolChips(call: ToolCallRecord, before: HouseBefore, words: Words): ToolChip[] {
  const args = (call.arguments ?? {}) as Readonly<Record<string, unknown>>;
  const done = call.outcome === "ok";
  const outcome = done ? "" : (words.tools.outcome[call.outcome] ?? call.outcome);
  const plain = (title: string, change = ""): ToolChip[] => [
    { key: "0", title, change, done, outcome, undo: null },
  ];
  switch (call.name) {
    case "device_command":
      return commandChips(args, before, { done, outcome }, words);
    case "device_query":
      return plain(queryTitle(args, before, words));
    case "timer_set":
      return plain(words.tools.timerSet(timerText(args, words)));
    case "timer_cancel":
      return plain(words.tools.timerCancel);
    case "timer_pause":
      return plain(words.tools.timerPause);
    case "timer_resume":
      return plain(words.tools.timerResume);
    case "timer_adjust":
      return plain(words.tools.timerAdjust);
    case "timer_query":
      return plain(words.tools.timerQuery);
    default:
      return plain(call.name.replaceAll("_", " "));
  }
}

function commandChips(
  args: Readonly<Record<string, unknown>>,
  before: HouseBefore,
  end: { readonly done: boolean; readonly outcome: string },
  words: Words,
): ToolChip[] {
  const targets = Array.isArray(args["targets"]) ? args["targets"].map(String) : [];
  const name = String(args["capability"] ?? "");
  const value = scalar(args["value"]);
  const chips = targets.slice(0, CHIPS_MAX).map((id): ToolChip => {
    const device = before.get(id);
    const capability = device ? capabilityOf(device, name) : undefined;
    if (!device || !capability) return { key: id, title: id, change: name, ...end, undo: null };
    const old = device.state[name];
    const after = value === undefined ? "" : valueText(capability, value, words);
    const same = old === undefined || old === null || old === value;
    const change = same ? after : `${valueText(capability, old, words)} → ${after}`;
    const what = name === "on" ? "" : `${capabilityName(capability, words)} `;
    return {
      key: id,
      title: device.name,
      change: `${what}${change}`,
      ...end,
      undo: end.done && value !== undefined ? undoOf(device, name, value) : null,
    };
  });
  const rest = targets.length - chips.length;
  if (rest > 0) {
    chips.push({ key: "rest", title: words.chat.more(rest), change: "", ...end, undo: null });
  }
  return chips;
}

/** A lamp that was off goes off again, whatever was set on it. */
function undoOf(device: Device, name: string, value: StateValue): Undo | null {
  const power = capabilityOf(device, "on");
  if (name !== "on" && power?.kind === "binary" && isWritable(power)) {
    if (device.state["on"] === power.valueOff) {
      return { deviceId: device.id, capability: "on", value: power.valueOff };
    }
  }
  const capability = capabilityOf(device, name);
  const old = device.state[name];
  if (!capability || !isWritable(capability) || !capability.access.includes("read")) return null;
  if (old === undefined || old === null || old === value) return null;
  return { deviceId: device.id, capability: name, value: old };
}

function queryTitle(
  args: Readonly<Record<string, unknown>>,
  before: HouseBefore,
  words: Words,
): string {
  const targets = Array.isArray(args["targets"]) ? args["targets"].map(String) : [];
  const names = targets.slice(0, 3).map((id) => before.get(id)?.name ?? id);
  if (names.length === 0) return words.tools.queryAll;
  return `${words.tools.query} ${names.join(words.listComma)}`;
}

function timerText(args: Readonly<Record<string, unknown>>, words: Words): string {
  const name = typeof args["name"] === "string" ? args["name"] : "";
  return [lengthText(args, words), name].filter((part) => part !== "").join(" · ");
}

function lengthText(args: Readonly<Record<string, unknown>>, words: Words): string {
  const at = args["at"];
  if (typeof at === "string") return Number.isNaN(Date.parse(at)) ? at : clockText(at, words);
  const seconds = Number(args["durationSeconds"]);
  if (!Number.isFinite(seconds)) return "";
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return words.tools.duration(hours, minutes, Math.floor(seconds % 60));
}

function scalar(value: unknown): Exclude<StateValue, null> | undefined {
  return typeof value === "boolean" || typeof value === "number" || typeof value === "string"
    ? value
    : undefined;
}
