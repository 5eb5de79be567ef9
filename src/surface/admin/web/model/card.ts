/** What a device's card shows: its tone, its line, its level, and what a tap on its control does. */
import type { Device, DeviceState, StateValue } from "#contract";
import type { Words } from "../i18n/index.ts";
import {
  capabilityOf,
  enumOf,
  isOn,
  isRanged,
  isUpkeep,
  isWritable,
  mainSwitch,
  numberAt,
  numericOf,
  type RangedCapability,
} from "./capability.ts";
import { isHexColor, kelvinOf, warmthOf } from "./color.ts";
import type { IconName } from "./icon-of.ts";
import { iconOf } from "./icon-of.ts";
import { isShare, shareOf } from "./percent.ts";
import { valueText } from "./value.ts";

/** How a card is colored: only what is on, wrong or waiting has a color. */
type Tone = "quiet" | "lit" | "cool" | "heat" | "active" | "alert" | "away";

/** What the control on a card does. */
export type CardAction =
  | {
      readonly kind: "switch";
      readonly capability: string;
      readonly on: boolean;
      readonly next: StateValue;
    }
  | {
      readonly kind: "lock";
      readonly capability: string;
      readonly locked: boolean;
      readonly next: StateValue;
    }
  | {
      readonly kind: "press";
      readonly capability: string;
      readonly value: StateValue;
      readonly icon: IconName;
      readonly label: string;
    };

/** A value with a minus and a plus beside it. */
export interface CardStepper {
  readonly capability: RangedCapability;
  readonly value: number;
}

/** Everything that a card shows. */
interface CardView {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly line: string;
  /** The filled share of the card's bar; null without one. */
  readonly level: number | null;
  /** The color that a lamp shines in; null where it has none of its own. */
  readonly color: string | null;
  readonly action: CardAction | null;
  readonly stepper: CardStepper | null;
  /** Takes two columns, whether or not the stepper shows now: a card must not jump when it goes on. */
  readonly wide: boolean;
}

type Draft = Partial<Omit<CardView, "icon">>;
type Describe = (device: Device, state: DeviceState, words: Words) => Draft;

const BLANK: Omit<CardView, "icon"> = {
  tone: "quiet",
  line: "",
  level: null,
  color: null,
  action: null,
  stepper: null,
  wide: false,
};

/** Describes a card for the state that is shown: the truth, or the wish while one is under way. */
export function describeCard(device: Device, state: DeviceState, words: Words): CardView {
  const icon = iconOf(device, state);
  if (!device.available) return { ...BLANK, icon, tone: "away", line: words.home.unavailable };
  const describe = DESCRIBERS[device.kind] ?? describeSwitch;
  return { ...BLANK, icon, ...describe(device, state, words) };
}

const DESCRIBERS: Partial<Record<Device["kind"], Describe>> = {
  light: describeLight,
  climate: describeClimate,
  water_heater: describeClimate,
  cover: describeCover,
  lock: describeLock,
  vacuum: describeMachine,
  lawn_mower: describeMachine,
  media_player: describePlayer,
  button: describeButton,
  scene: describeButton,
  script: describeButton,
};

function describeLight(device: Device, state: DeviceState, words: Words): Draft {
  const main = mainSwitch(device, state);
  const brightness = numericOf(device, "brightness");
  const raw = numberAt(state, "brightness");
  const on = main ? main.on : (raw ?? 0) > 0;
  if (!on) return { action: switchAction(main), line: words.common.off };
  const parts: string[] = [];
  if (brightness && raw !== undefined) parts.push(valueText(brightness, raw, words));
  const temperature = numericOf(device, "color_temp");
  const warmth = numberAt(state, "color_temp");
  const color = isHexColor(state["color"]) ? state["color"] : null;
  if (color === null && temperature && warmth !== undefined) {
    parts.push(words.devices.warmth[warmthOf(kelvinOf(warmth, temperature.unit))]);
  }
  return {
    tone: "lit",
    action: switchAction(main),
    line: parts.length > 0 ? parts.join(" · ") : words.common.on,
    level: brightness && isRanged(brightness) && raw !== undefined ? shareOf(brightness, raw) : 1,
    color,
  };
}

function describeSwitch(device: Device, state: DeviceState, words: Words): Draft {
  const main = mainSwitch(device, state);
  if (!main) return { line: readingsText(device, state, words, 2) };
  const parts = [main.on ? words.common.on : words.common.off];
  let level: number | null = null;
  for (const name of ["speed", "target_humidity", "mode", "fan_mode", "power"]) {
    const capability = capabilityOf(device, name);
    if (!main.on || !capability || parts.length > 2 || name === main.capability) continue;
    const value = state[name];
    if (value === undefined || value === null) continue;
    parts.push(valueText(capability, value, words));
    if (isShare(capability) && typeof value === "number") level ??= shareOf(capability, value);
  }
  return {
    tone: main.on ? "active" : "quiet",
    action: switchAction(main),
    line: parts.join(" · "),
    level,
  };
}

function describeClimate(device: Device, state: DeviceState, words: Words): Draft {
  const main = mainSwitch(device, state);
  const mode = enumOf(device, "mode");
  const modeValue = typeof state["mode"] === "string" ? state["mode"] : null;
  const inside = numericOf(device, "current_temperature");
  const insideValue = numberAt(state, "current_temperature");
  const on = main ? main.on : modeValue !== "off";
  const parts: string[] = [];
  if (!on) parts.push(words.common.off);
  else if (mode && modeValue !== null) parts.push(valueText(mode, modeValue, words));
  if (inside && insideValue !== undefined) {
    parts.push(words.devices.inside(valueText(inside, insideValue, words)));
  }
  const target = numericOf(device, "target_temperature");
  const targetValue = numberAt(state, "target_temperature");
  const stepper =
    on && target && isRanged(target) && isWritable(target) && targetValue !== undefined
      ? { capability: target, value: targetValue }
      : null;
  return {
    tone: on ? climateTone(modeValue) : "quiet",
    action: switchAction(main),
    line: parts.join(" · "),
    stepper,
    wide: target !== undefined && isRanged(target) && isWritable(target),
  };
}

function climateTone(mode: string | null): Tone {
  if (mode === "cool" || mode === "dry" || mode === "fan_only") return "cool";
  return mode === "heat" ? "heat" : "active";
}

function describeCover(device: Device, state: DeviceState, words: Words): Draft {
  const position = numericOf(device, "position");
  const raw = numberAt(state, "position");
  const share = position && isRanged(position) && raw !== undefined ? shareOf(position, raw) : null;
  const phase = ["state", "action", "status"].map((name) => state[name]).find(isMoving);
  const open = share !== null ? share > 0.02 : state["state"] === "open";
  let line = open ? words.devices.coverOpen : words.devices.coverShut;
  if (position && raw !== undefined && share !== null && share > 0.02 && share < 0.98) {
    line = words.devices.coverAt(valueText(position, raw, words));
  }
  if (phase !== undefined) line = words.devices.values[phase] ?? line;
  const next = position && isRanged(position) ? (open ? position.min : position.max) : null;
  const action: CardAction | null =
    position && isWritable(position) && next !== null
      ? {
          kind: "press",
          capability: "position",
          value: next,
          icon: open ? "shut" : "open",
          label: open ? words.devices.shutIt : words.devices.openIt,
        }
      : deedAction(device, open ? ["close"] : ["open"], open ? "shut" : "open", words);
  const tone = phase === undefined ? "quiet" : "active";
  return { tone, line, level: open ? share : null, action };
}

function isMoving(value: StateValue | undefined): value is "opening" | "closing" {
  return value === "opening" || value === "closing";
}

function describeLock(device: Device, state: DeviceState, words: Words): Draft {
  const capability = capabilityOf(device, "locked");
  if (capability?.kind !== "binary") return describeSwitch(device, state, words);
  const locked = isOn(capability, state);
  const action: CardAction | null = isWritable(capability)
    ? {
        kind: "lock",
        capability: "locked",
        locked,
        next: locked ? capability.valueOff : capability.valueOn,
      }
    : null;
  const jammed = state["state"] === "jammed";
  return {
    tone: locked && !jammed ? "quiet" : "alert",
    line: jammed ? words.devices.jammed : locked ? words.devices.locked : words.devices.unlocked,
    action,
  };
}

const WORKING = new Set(["cleaning", "returning", "mowing", "on", "clean", "start", "running"]);

function describeMachine(device: Device, state: DeviceState, words: Words): Draft {
  const phaseName = ["state", "status", "mode", "action"].find(
    (name) => typeof state[name] === "string",
  );
  const phase = phaseName === undefined ? null : (state[phaseName] as string);
  const capability = phaseName === undefined ? undefined : capabilityOf(device, phaseName);
  const main = mainSwitch(device, state);
  const working = phase !== null ? WORKING.has(phase) : (main?.on ?? false);
  const battery = numericOf(device, "battery");
  const level = numberAt(state, "battery");
  const parts: string[] = [];
  if (capability && phase !== null) parts.push(valueText(capability, phase, words));
  else if (main) parts.push(main.on ? words.common.on : words.common.off);
  if (battery && level !== undefined) parts.push(valueText(battery, level, words));
  const deed = working
    ? deedAction(device, ["return_to_base", "return_home", "return", "dock", "stop"], "dock", words)
    : deedAction(device, ["start", "clean", "resume"], "play", words);
  return {
    tone: phase === "error" ? "alert" : working ? "active" : "quiet",
    line: parts.join(" · "),
    action: deed ?? switchAction(main),
  };
}

function describePlayer(device: Device, state: DeviceState, words: Words): Draft {
  const playback = enumOf(device, "playback") ?? enumOf(device, "state");
  const value = playback ? state[playback.name] : undefined;
  const playing = value === "playing" || value === "play";
  const title = playing ? titleOf(state) : "";
  const volume = numericOf(device, "volume");
  const raw = numberAt(state, "volume");
  const parts: string[] = [];
  if (title !== "") parts.push(title);
  else if (playback) parts.push(valueText(playback, value, words));
  if (volume && raw !== undefined && title === "") parts.push(valueText(volume, raw, words));
  const wanted = playing ? ["paused", "pause", "stop"] : ["playing", "play"];
  const next = playback?.values.find((candidate) => wanted.includes(candidate));
  const action: CardAction | null =
    playback && isWritable(playback) && next !== undefined
      ? {
          kind: "press",
          capability: playback.name,
          value: next,
          icon: playing ? "pause" : "play",
          label: words.devices.values[playing ? "pause" : "play"] ?? next,
        }
      : switchAction(mainSwitch(device, state));
  if (parts.length === 0) return { ...describeSwitch(device, state, words), action };
  return { tone: playing ? "active" : "quiet", line: parts.join(" · "), action };
}

function titleOf(state: DeviceState): string {
  const title = ["media_title", "track", "title"].map((name) => state[name]).find(isText);
  return title ?? "";
}

function isText(value: StateValue | undefined): value is string {
  return typeof value === "string" && value !== "";
}

function describeButton(device: Device, state: DeviceState, words: Words): Draft {
  const capability = device.capabilities.find(isWritable);
  const line = words.devices.kinds[device.kind] ?? "";
  if (!capability) return { line };
  const value =
    capability.kind === "enum"
      ? capability.values[0]
      : capability.kind === "binary"
        ? capability.valueOn
        : undefined;
  if (value === undefined) return { line: readingsText(device, state, words, 1) || line };
  const label = device.kind === "button" ? words.devices.press : words.devices.run;
  const action: CardAction = {
    kind: "press",
    capability: capability.name,
    value,
    icon: "play",
    label,
  };
  return { line, action };
}

function switchAction(main: ReturnType<typeof mainSwitch>): CardAction | null {
  return main ? { kind: "switch", ...main } : null;
}

/** The first of the wanted deeds that the device's writable enums offer. */
function deedAction(
  device: Device,
  wanted: readonly string[],
  icon: IconName,
  words: Words,
): CardAction | null {
  for (const value of wanted) {
    for (const capability of device.capabilities) {
      if (capability.kind !== "enum" || !isWritable(capability)) continue;
      if (!capability.values.includes(value)) continue;
      const label = words.devices.values[value] ?? value;
      return { kind: "press", capability: capability.name, value, icon, label };
    }
  }
  return null;
}

/** The device's first readings in a line, upkeep left out. */
function readingsText(device: Device, state: DeviceState, words: Words, most: number): string {
  return device.capabilities
    .filter((capability) => !isUpkeep(capability) && state[capability.name] !== undefined)
    .slice(0, most)
    .map((capability) => valueText(capability, state[capability.name], words, device.deviceClass))
    .join(" · ");
}
