/** Things with a switch: fan, plugs with metering, the refrigerator, lock, speaker. */
import type { DeviceState } from "@homeagent/sdk";
import {
  type DeviceModel,
  inert,
  type Place,
  placed,
  READ,
  READ_WRITE,
  roundTo,
  WRITE,
} from "../model.ts";

const on = {
  name: "on",
  kind: "binary",
  access: READ_WRITE,
  valueOn: true,
  valueOff: false,
} as const;
const onCapability = () => ({ ...on, access: READ_WRITE });
const power = () => ({
  name: "power",
  kind: "numeric" as const,
  access: READ,
  unit: "W",
  deviceClass: "power",
  stateClass: "measurement",
});
const energy = () => ({
  name: "energy",
  kind: "numeric" as const,
  access: READ,
  unit: "kWh",
  deviceClass: "energy",
  stateClass: "total_increasing",
});

/** A ceiling fan with speed in percent. */
export function fan(place: Place): DeviceModel {
  const state = { on: false, speed: 50 };
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "fan",
      capabilities: [
        onCapability(),
        {
          name: "speed",
          kind: "numeric",
          access: READ_WRITE,
          unit: "%",
          min: 0,
          max: 100,
          step: 1,
        },
      ],
      state: { ...state },
    },
    command(capability, value) {
      if (capability === "on") state.on = value === true;
      else state.speed = Number(value);
      if (capability === "speed") state.on = state.speed > 0;
      else if (state.on && state.speed === 0) state.speed = 50;
      return { ...state };
    },
  };
}

/** Watts that an appliance draws at a moment of its life, in seconds since the start. */
export type Load = (seconds: number) => number;

/** A plug with power metering and what is plugged into it. */
export function meteredPlug(place: Place, load: Load, startsOn: boolean): DeviceModel {
  const state = { on: startsOn, seconds: 0, kilowattHours: 0, toldW: -1, toldKwh: 0 };
  const watts = () => (state.on ? roundTo(load(state.seconds), 0.1) : 0);
  return {
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "outlet",
      deviceClass: "outlet",
      capabilities: [onCapability(), power(), energy()],
      state: { on: startsOn, power: watts(), energy: 0 },
    },
    command(_capability, value) {
      state.on = value === true;
      state.toldW = watts();
      return { on: state.on, power: state.toldW };
    },
    step(_world, seconds) {
      state.seconds += seconds;
      state.kilowattHours += (watts() * seconds) / 3_600_000;
      const told: Record<string, number> = {};
      // A meter tells what a person would notice, not every flicker.
      if (Math.abs(watts() - state.toldW) >= 1) {
        state.toldW = watts();
        told["power"] = state.toldW;
      }
      if (state.kilowattHours - state.toldKwh >= 0.01) {
        state.toldKwh = roundTo(state.kilowattHours, 0.01);
        told["energy"] = state.toldKwh;
      }
      return told;
    },
    influence: () => ({ heatW: watts() }),
  };
}

/** Compressor on for a third of each 45 minutes; the electronics draw a little always. */
export const refrigerator: Load = (seconds) => (seconds % 2700 < 900 ? 92 : 2.4);
/** A kettle-like load: nothing until it is used; the plug itself draws almost nothing. */
export const standby: Load = () => 1.2;

/** A door lock. */
export function lock(place: Place): DeviceModel {
  let locked = true;
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "lock",
      capabilities: [
        { name: "locked", kind: "binary", access: READ_WRITE, valueOn: true, valueOff: false },
        {
          name: "battery",
          kind: "numeric",
          access: READ,
          unit: "%",
          min: 0,
          max: 100,
          deviceClass: "battery",
        },
      ],
      state: { locked, battery: 87 },
    },
    command(_capability, value) {
      locked = value === true;
      return { locked };
    },
  };
}

const TRACKS = ["茉莉花", "月光", "晴天", "Clair de lune"];

/** A speaker with volume, mute and playback. */
export function speaker(place: Place): DeviceModel {
  const state = { on: true, volume: 35, muted: false, playback: "stopped", track: 0 };
  const told = (): DeviceState => ({
    on: state.on,
    volume: state.volume,
    muted: state.muted,
    playback: state.playback,
    track: TRACKS[state.track] ?? "",
  });
  const act = (action: string) => {
    const move = action === "next" ? 1 : action === "previous" ? -1 : 0;
    state.track = (state.track + move + TRACKS.length) % TRACKS.length;
    state.playback = "playing";
  };
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "media_player",
      deviceClass: "speaker",
      capabilities: [
        onCapability(),
        {
          name: "volume",
          kind: "numeric",
          access: READ_WRITE,
          unit: "%",
          min: 0,
          max: 100,
          step: 1,
        },
        { name: "muted", kind: "binary", access: READ_WRITE, valueOn: true, valueOff: false },
        {
          name: "playback",
          kind: "enum",
          access: READ_WRITE,
          values: ["playing", "paused", "stopped"],
        },
        { name: "action", kind: "enum", access: WRITE, values: ["next", "previous"] },
        { name: "track", kind: "text", access: READ },
      ],
      state: told(),
    },
    command(capability, value) {
      if (capability === "on") {
        state.on = value === true;
        if (!state.on) state.playback = "stopped";
      } else if (capability === "volume") state.volume = Number(value);
      else if (capability === "muted") state.muted = value === true;
      else if (capability === "playback") {
        state.playback = String(value);
        if (state.playback === "playing") state.on = true;
      } else act(String(value));
      return capability === "action" ? { ...told(), action: String(value) } : told();
    },
  };
}
