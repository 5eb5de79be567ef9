/** What the agent did, one small chip a device or one for many: name, before → after, how it ended, what undoes it. */
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
  /** The devices behind a chip that stands for many of them. */
  readonly parts: readonly ToolChip[];
}

/** A call's arguments where it commands devices; what is not such a call has no targets. */
export interface Commanded {
  readonly targets: readonly string[];
  readonly capability: string;
  readonly value: Exclude<StateValue, null> | undefined;
}

/** The house as it stood when the sentence was said. */
export type HouseBefore = ReadonlyMap<string, Device>;

/** More devices than this share one chip, so that the answer below stays in sight. */
const SINGLE_CHIPS_MAX = 3;
/** As many devices as the hub takes in one call; a model may ask for more and be refused. */
const TARGETS_MAX = 50;

/** Refused before any device was asked: what one device says later changes nothing about that. */
const REFUSED: readonly ToolCallRecord["outcome"][] = ["denied", "invalid", "unknown"];

/**
 * The chips of one call; many devices share one. `reached` are the devices that were seen at the
 * wanted value after the call: the one outcome of a call on many does not tell which of them failed.
 */
export function toolChips(
  call: ToolCallRecord,
  before: HouseBefore,
  words: Words,
  reached: ReadonlySet<string> = new Set(),
): ToolChip[] {
  const args = argumentsOf(call);
  const done = call.outcome === "ok";
  const outcome = done ? "" : (words.tools.outcome[call.outcome] ?? call.outcome);
  const plain = (title: string, change = ""): ToolChip[] => [
    { key: "0", title, change, done, outcome, undo: null, parts: [] },
  ];
  switch (call.name) {
    case "device_command": {
      const did = (id: string) => done || (!REFUSED.includes(call.outcome) && reached.has(id));
      return commandChips(commandOf(call), before, { did, outcome }, words);
    }
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

/** What a call wants of which devices. */
export function commandOf(call: ToolCallRecord): Commanded {
  const args = argumentsOf(call);
  const named = call.name === "device_command" && Array.isArray(args["targets"]);
  return {
    targets: named ? [...new Set((args["targets"] as unknown[]).map(String))] : [],
    capability: String(args["capability"] ?? ""),
    value: scalar(args["value"]),
  };
}

/** Whether a device stands where it was wanted, within half a step as the hub sees it. */
export function hasReached(device: Device, { capability: name, value }: Commanded): boolean {
  const now = device.state[name];
  const capability = capabilityOf(device, name);
  if (capability?.kind !== "numeric" || typeof now !== "number" || typeof value !== "number") {
    return value !== undefined && now === value;
  }
  const { min, max, step } = capability;
  const span = min === undefined || max === undefined ? 0 : (max - min) / 100;
  return Math.abs(now - value) <= (step ?? span) / 2 + 1e-9;
}

/** How a call ended: at which devices it worked, and what happened at the others. */
interface CommandEnd {
  readonly did: (id: string) => boolean;
  readonly outcome: string;
}

function commandChips(
  command: Commanded,
  before: HouseBefore,
  end: CommandEnd,
  words: Words,
): ToolChip[] {
  const { targets } = command;
  const chips = targets
    .slice(0, TARGETS_MAX)
    .map((id) => deviceChip(id, command, before, end, words));
  if (targets.length <= SINGLE_CHIPS_MAX) return chips;
  const rest = targets.length - chips.length;
  if (rest > 0) {
    const ended = { done: end.outcome === "", outcome: end.outcome, undo: null, parts: [] };
    chips.push({ key: "rest", title: words.chat.more(rest), change: "", ...ended });
  }
  return [groupChip(targets.length, chips, command, before, end, words)];
}

function deviceChip(
  id: string,
  { capability: name, value }: Commanded,
  before: HouseBefore,
  end: CommandEnd,
  words: Words,
): ToolChip {
  const done = end.did(id);
  const ended = { key: id, done, outcome: done ? "" : end.outcome, undo: null, parts: [] };
  const device = before.get(id);
  const capability = device ? capabilityOf(device, name) : undefined;
  if (!device || !capability) return { title: device?.name ?? id, change: name, ...ended };
  const old = device.state[name];
  const after = value === undefined ? "" : valueText(capability, value, words);
  const same = old === undefined || old === null || old === value;
  const change = same ? after : `${valueText(capability, old, words)} → ${after}`;
  const what = name === "on" ? "" : `${capabilityName(capability, words)} `;
  return {
    ...ended,
    title: device.name,
    change: `${what}${change}`,
    undo: done && value !== undefined ? undoOf(device, name, value) : null,
  };
}

/** "8 个设备 · 关了", or "8 个设备 · 6 个关了 · 2 个没成功". */
function groupChip(
  count: number,
  parts: readonly ToolChip[],
  command: Commanded,
  before: HouseBefore,
  { outcome }: CommandEnd,
  words: Words,
): ToolChip {
  const failed = parts.filter((part) => !part.done).length;
  const all = failed === 0;
  const none = failed === parts.length;
  const deed = deedText(command, before, words);
  const worked = all ? deed : none ? "" : words.chat.ofThem(deed, parts.length - failed);
  return {
    key: "group",
    title: words.chat.group(count),
    change: worked === "" ? "" : `· ${worked}`,
    done: all,
    outcome: all ? "" : `· ${none ? outcome : words.chat.notOfThem(failed, outcome)}`,
    undo: null,
    parts,
  };
}

/** What was done, in a word: "关了", "亮度 30%". Told by the first device that knows the capability. */
function deedText(
  { targets, capability: name, value }: Commanded,
  before: HouseBefore,
  words: Words,
): string {
  for (const id of targets.slice(0, TARGETS_MAX)) {
    const device = before.get(id);
    const capability = device ? capabilityOf(device, name) : undefined;
    if (!capability || value === undefined) continue;
    if (capability.kind === "binary" && name === "on") {
      return value === capability.valueOn ? words.chat.turnedOn : words.chat.turnedOff;
    }
    return `${capabilityName(capability, words)} ${valueText(capability, value, words)}`;
  }
  return name;
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

function argumentsOf(call: ToolCallRecord): Readonly<Record<string, unknown>> {
  return (call.arguments ?? {}) as Readonly<Record<string, unknown>>;
}

function scalar(value: unknown): Exclude<StateValue, null> | undefined {
  return typeof value === "boolean" || typeof value === "number" || typeof value === "string"
    ? value
    : undefined;
}
