/** What each intent makes of one device: a capability and a raw value, or why it cannot be done. */
import type { Device } from "#contract";
import { COLORS } from "../content/colors.ts";
import type { Meaning } from "../meaning/types.ts";
import {
  binaryStep,
  enumStep,
  isOn,
  type Numeric,
  numericOf,
  type Step,
  switchStep,
} from "./capabilities.ts";
import {
  fromDegrees,
  fromKelvin,
  fromPercent,
  isMired,
  rangeOf,
  snap,
  toKelvin,
  toPercent,
} from "./numbers.ts";

/** A step, or why there is none. */
export type StepResult =
  | { readonly kind: "step"; readonly step: Step }
  | { readonly kind: "already"; readonly limit: "max" | "min" }
  | {
      readonly kind: "out_of_range";
      readonly min: number;
      readonly max: number;
      readonly unit: string;
    }
  | { readonly kind: "cannot"; readonly wants: string };

type Maker = (device: Device, meaning: Meaning) => StepResult;

const as = (step: Step | undefined, wants: string): StepResult =>
  step ? { kind: "step", step } : { kind: "cannot", wants };

/** How much "a bit" is, in percent of the range (temperatures: in degrees). */
const STEP_SIZE = {
  brightness: 20,
  speed: 25,
  position: 25,
  volume: 10,
  humidity: 5,
  temperature: 1,
} as const;

/** An absolute percentage or a step of a numeric capability. */
function percentage(
  names: readonly string[],
  slot: string,
  size: number,
  wants: string,
  least = 0,
): Maker {
  return (device, { values }) => {
    const capability = numericOf(device, ...names);
    if (!capability) return { kind: "cannot", wants };
    const value = values[slot];
    if (typeof value === "number") {
      if (value < 0 || value > 100) return { kind: "out_of_range", min: 0, max: 100, unit: "%" };
      return as({ capability: capability.name, value: fromPercent(capability, value) }, wants);
    }
    return stepped(
      device,
      capability,
      values[`${slot}_step`] ?? values["volume_step"],
      size,
      least,
    );
  };
}

function stepped(
  device: Device,
  capability: Numeric,
  by: number | string | undefined,
  size: number,
  least: number,
): StepResult {
  const raw = device.state[capability.name];
  const off = device.kind === "light" && isOn(device) === false;
  const now = off ? 0 : typeof raw === "number" ? toPercent(capability, raw) : undefined;
  // Without a current value "a bit more" has no meaning, and a guess could blind someone.
  if (now === undefined || by === undefined) return { kind: "cannot", wants: "step" };
  const change = typeof by === "number" ? by : by === "up" ? size : -size;
  const next = Math.min(100, Math.max(least, now + change));
  if (next === now || (change < 0 && now < next))
    return { kind: "already", limit: change > 0 ? "max" : "min" };
  return {
    kind: "step",
    step: { capability: capability.name, value: fromPercent(capability, next) },
  };
}

const light: Maker = (device, meaning) => {
  const { color, temperature } = meaning.values;
  if (color !== undefined) {
    const capability = device.capabilities.find(
      (one) => one.kind === "color" && one.access.includes("write"),
    );
    const hex = COLORS.find((entry) => entry.color === color)?.hex;
    return as(capability && hex ? { capability: capability.name, value: hex } : undefined, "color");
  }
  if (typeof temperature === "number") return colorTemperature(device, temperature);
  if (meaning.values["temperature_step"] !== undefined)
    return warmer(device, meaning.values["temperature_step"] === "up");
  return percentage(
    ["brightness"],
    "brightness",
    STEP_SIZE.brightness,
    "brightness",
    1,
  )(device, meaning);
};

/** So far past a lamp's end a color temperature is an error; nearer it is the end that was meant. */
const KELVIN_TOLERANCE = 800;

function colorTemperature(device: Device, kelvin: number): StepResult {
  const capability = numericOf(device, "color_temp");
  if (!capability) return { kind: "cannot", wants: "color_temp" };
  const { min, max } = rangeOf(capability);
  const [low, high] = isMired(capability)
    ? [1_000_000 / max, 1_000_000 / Math.max(min, 1)]
    : [min, max];
  if (kelvin < low - KELVIN_TOLERANCE || kelvin > high + KELVIN_TOLERANCE) {
    return { kind: "out_of_range", min: Math.round(low), max: Math.round(high), unit: "K" };
  }
  return {
    kind: "step",
    step: { capability: capability.name, value: fromKelvin(capability, kelvin) },
  };
}

/** How much warmer or colder a light gets at once. */
const KELVIN_STEP = 500;

function warmer(device: Device, up: boolean): StepResult {
  const capability = numericOf(device, "color_temp");
  if (!capability) return { kind: "cannot", wants: "color_temp" };
  const now = device.state["color_temp"];
  if (typeof now !== "number") return { kind: "cannot", wants: "step" };
  // Warm light has few kelvin and many mireds.
  const kelvin = toKelvin(capability, now) + (up ? -KELVIN_STEP : KELVIN_STEP);
  const value = fromKelvin(capability, kelvin);
  return value === now
    ? { kind: "already", limit: up ? "max" : "min" }
    : { kind: "step", step: { capability: capability.name, value } };
}

const temperature: Maker = (device, { values, fahrenheit }) => {
  const capability = numericOf(device, "target_temperature", "temperature");
  if (!capability) return { kind: "cannot", wants: "temperature" };
  const { min, max } = { min: capability.min ?? -50, max: capability.max ?? 150 };
  const said = values["temperature"];
  if (typeof said === "number") {
    const value = fromDegrees(capability, said, fahrenheit ? "fahrenheit" : undefined);
    if (value < min || value > max)
      return { kind: "out_of_range", min, max, unit: capability.unit ?? "°" };
    return as(
      { capability: capability.name, value: snap({ ...capability, min, max }, value) },
      "temperature",
    );
  }
  const now = device.state[capability.name];
  const by = values["temperature_step"];
  if (typeof now !== "number" || by === undefined) return { kind: "cannot", wants: "step" };
  const change =
    typeof by === "number" ? by : by === "up" ? STEP_SIZE.temperature : -STEP_SIZE.temperature;
  const next = Math.min(max, Math.max(min, now + change));
  if (next === now) return { kind: "already", limit: change > 0 ? "max" : "min" };
  return as(
    { capability: capability.name, value: snap({ ...capability, min, max }, next) },
    "temperature",
  );
};

const SPEED_WORDS: readonly (readonly string[])[] = [
  ["low", "quiet", "silent", "min", "1"],
  ["medium", "mid", "middle", "2"],
  ["high", "strong", "max", "turbo", "3"],
];

const SPEED_NAMES = ["speed", "fan_mode"];

const speed: Maker = (device, meaning) => {
  const numeric = percentage(
    ["speed", "percentage"],
    "percentage",
    STEP_SIZE.speed,
    "speed",
    1,
  )(device, meaning);
  if (numeric.kind !== "cannot") return numeric;
  const { percentage: percent, percentage_step: by } = meaning.values;
  if (typeof percent === "number") {
    const words = SPEED_WORDS[percent > 66 ? 2 : percent > 33 ? 1 : 0] ?? [];
    return as(enumStep(device, SPEED_NAMES, words), "speed");
  }
  const said = SPEED_NAMES.map((name) => device.state[name]).find((one) => typeof one === "string");
  const now = SPEED_WORDS.findIndex((words) => words.includes(String(said).toLowerCase()));
  if (now < 0) return { kind: "cannot", wants: "step" };
  const up = typeof by === "number" ? by > 0 : by === "up";
  const next = SPEED_WORDS[now + (up ? 1 : -1)];
  return next
    ? as(enumStep(device, SPEED_NAMES, next), "speed")
    : { kind: "already", limit: up ? "max" : "min" };
};

const action =
  (wants: string, names: readonly string[], words: readonly string[]): Maker =>
  (device) =>
    as(enumStep(device, names, words), wants);

const START = ["start", "clean", "on", "cleaning", "start_mowing", "mow"];
const DOCK = [
  "return_to_base",
  "dock",
  "return",
  "return_home",
  "home",
  "charge",
  "go_home",
  "docked",
];

/** By intent. An intent that is not here needs no device or has none. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  HassTurnOn: (device, { verb }) =>
    as(
      verb === "lock" ? binaryStep(device, "locked", true) : switchStep(device, true),
      verb === "lock" ? "lock" : "switch",
    ),
  HassTurnOff: (device, { verb }) =>
    as(
      verb === "unlock" ? binaryStep(device, "locked", false) : switchStep(device, false),
      verb === "unlock" ? "lock" : "switch",
    ),
  HassToggle: (device) => {
    const on = isOn(device);
    return as(on === undefined ? undefined : switchStep(device, !on), "switch");
  },
  HassLightSet: light,
  HassClimateSetTemperature: temperature,
  HassClimateSetMode: (device, { values }) =>
    as(enumStep(device, ["mode", "preset", "preset_mode"], [String(values["mode"])]), "mode"),
  HassFanSetSpeed: speed,
  HassSetPosition: percentage(["position"], "position", STEP_SIZE.position, "position"),
  HassHumidifierSetpoint: percentage(
    ["target_humidity", "humidity"],
    "humidity",
    STEP_SIZE.humidity,
    "humidity",
  ),
  HassSetVolume: percentage(["volume"], "volume_level", STEP_SIZE.volume, "volume"),
  HassSetVolumeRelative: percentage(["volume"], "volume_level", STEP_SIZE.volume, "volume"),
  HassMediaPlayerMute: (device) => as(binaryStep(device, "muted", true), "mute"),
  HassMediaPlayerUnmute: (device) => as(binaryStep(device, "muted", false), "mute"),
  HassMediaPause: action(
    "playback",
    ["playback", "action"],
    ["paused", "pause", "stopped", "stop"],
  ),
  HassMediaUnpause: action("playback", ["playback", "action"], ["playing", "play", "resume"]),
  HassMediaNext: action("playback", ["action", "playback"], ["next", "next_track"]),
  HassMediaPrevious: action(
    "playback",
    ["action", "playback"],
    ["previous", "previous_track", "prev"],
  ),
  HassVacuumStart: action("clean", ["action", "state"], START),
  HassVacuumReturnToBase: action("clean", ["action", "state"], DOCK),
  HassVacuumPause: action("clean", ["action", "state"], ["pause", "paused", "stop"]),
  HassLawnMowerStartMowing: action("mow", ["action", "state"], START),
  HassLawnMowerDock: action("mow", ["action", "state"], DOCK),
  HassLawnMowerPause: action("mow", ["action", "state"], ["pause", "paused", "stop"]),
};
