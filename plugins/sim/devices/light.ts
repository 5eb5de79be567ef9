/** Dimmable lights, with color temperature and color where the lamp has them. */
import type { DeviceState } from "@homeagent/sdk";
import { type DeviceModel, inert, type Place, placed, READ_WRITE } from "../model.ts";

const KELVIN_MIN = 2700;
const KELVIN_MAX = 6500;

/** What a lamp can do and how bright it is. */
export interface LightOptions {
  readonly colorTemperature?: boolean;
  readonly color?: boolean;
  /** Lux in its room at full brightness. */
  readonly luxMax: number;
  /** Watts at full brightness. */
  readonly wattsMax: number;
}

/** Makes a light. Brightness 0 switches off; switching on from 0 goes to full. */
export function light(place: Place, options: LightOptions): DeviceModel {
  const state = { on: false, brightness: 100, color_temp: 4000, color: "#ffffff" };
  const told = (): DeviceState => ({
    on: state.on,
    brightness: state.brightness,
    ...(options.colorTemperature ? { color_temp: state.color_temp } : {}),
    ...(options.color ? { color: state.color } : {}),
  });
  const lit = () => (state.on ? state.brightness / 100 : 0);
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "light",
      capabilities: [
        { name: "on", kind: "binary", access: READ_WRITE, valueOn: true, valueOff: false },
        {
          name: "brightness",
          kind: "numeric",
          access: READ_WRITE,
          unit: "%",
          min: 0,
          max: 100,
          step: 1,
        },
        ...(options.colorTemperature
          ? [
              {
                name: "color_temp",
                kind: "numeric" as const,
                access: READ_WRITE,
                unit: "K",
                min: KELVIN_MIN,
                max: KELVIN_MAX,
                step: 50,
              },
            ]
          : []),
        ...(options.color ? [{ name: "color", kind: "color" as const, access: READ_WRITE }] : []),
      ],
      state: told(),
    },
    command(capability, value) {
      if (capability === "on") {
        state.on = value === true;
        if (state.on && state.brightness === 0) state.brightness = 100;
      } else if (capability === "brightness") {
        state.brightness = Number(value);
        state.on = state.brightness > 0;
      } else if (capability === "color_temp") {
        state.color_temp = Number(value);
        state.on = true;
      } else if (capability === "color") {
        state.color = String(value);
        state.on = true;
      }
      return told();
    },
    influence: () => ({ lux: lit() * options.luxMax, heatW: lit() * options.wattsMax }),
  };
}
