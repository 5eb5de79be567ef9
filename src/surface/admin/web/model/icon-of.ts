/** Which picture stands for a device or a reading. */
import type { Device, DeviceState } from "#contract";
import { capabilityOf, isOn, isUpkeep } from "./capability.ts";

/** Every picture that the page draws. */
export type IconName =
  | "home"
  | "chat"
  | "memory"
  | "admin"
  | "lamp"
  | "plug"
  | "switch"
  | "snow"
  | "flame"
  | "air"
  | "blinds"
  | "valve"
  | "fan"
  | "lock"
  | "unlock"
  | "vacuum"
  | "mower"
  | "speaker"
  | "drop"
  | "boiler"
  | "button"
  | "camera"
  | "person"
  | "weather"
  | "list"
  | "thermometer"
  | "sun"
  | "door"
  | "doorOpen"
  | "motion"
  | "smoke"
  | "battery"
  | "gauge"
  | "bolt"
  | "leaf"
  | "play"
  | "pause"
  | "open"
  | "shut"
  | "dock"
  | "minus"
  | "plus"
  | "close"
  | "check"
  | "warn"
  | "send"
  | "stop"
  | "bell"
  | "eye"
  | "eyeOff"
  | "next"
  | "search"
  | "box"
  | "spark"
  | "gear"
  | "people"
  | "key"
  | "globe"
  | "theme"
  | "shield"
  | "shieldOff"
  | "chip"
  | "offline";

const BY_KIND: Partial<Record<Device["kind"], IconName>> = {
  light: "lamp",
  switch: "switch",
  outlet: "plug",
  cover: "blinds",
  valve: "valve",
  fan: "fan",
  vacuum: "vacuum",
  lawn_mower: "mower",
  media_player: "speaker",
  humidifier: "drop",
  water_heater: "boiler",
  button: "button",
  scene: "spark",
  script: "spark",
  camera: "camera",
  person: "person",
  weather: "weather",
  todo: "list",
};

const BY_READING: Readonly<Record<string, IconName>> = {
  temperature: "thermometer",
  current_temperature: "thermometer",
  humidity: "drop",
  moisture: "drop",
  water_leak: "drop",
  illuminance: "sun",
  occupancy: "motion",
  presence: "motion",
  motion: "motion",
  smoke: "smoke",
  gas: "smoke",
  carbon_monoxide: "smoke",
  co2: "leaf",
  pm25: "leaf",
  pm2_5: "leaf",
  voc: "leaf",
  battery: "battery",
  power: "bolt",
  energy: "bolt",
};

/** The picture of a device in the state that is shown. */
export function iconOf(device: Device, state: DeviceState): IconName {
  if (device.kind === "climate") {
    if (state["mode"] === "heat") return "flame";
    return state["mode"] === "fan_only" || state["mode"] === "dry" ? "air" : "snow";
  }
  if (device.kind === "lock") {
    const locked = capabilityOf(device, "locked");
    return locked?.kind === "binary" && !isOn(locked, state) ? "unlock" : "lock";
  }
  const fixed = BY_KIND[device.kind];
  if (fixed) return fixed;
  const first = device.capabilities.find((capability) => !isUpkeep(capability));
  if (first?.kind === "binary" && isOpening(first.deviceClass ?? device.deviceClass, first.name)) {
    return isOn(first, state) ? "doorOpen" : "door";
  }
  const name = first?.deviceClass ?? first?.name ?? device.deviceClass ?? "";
  return BY_READING[name] ?? BY_READING[first?.name ?? ""] ?? "gauge";
}

function isOpening(deviceClass: string | undefined, name: string): boolean {
  return (
    name === "contact" || ["door", "window", "garage_door", "opening"].includes(deviceClass ?? "")
  );
}
