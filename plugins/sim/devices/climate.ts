/** The air conditioner: drives its room towards the target, within what it can do. */
import {
  clamp,
  type DeviceModel,
  type Place,
  placed,
  READ,
  READ_WRITE,
  roundTo,
} from "../model.ts";

const MODES = ["off", "cool", "heat", "dry", "fan_only", "auto"];
const FAN_MODES = ["auto", "low", "medium", "high"];
const FAN_SHARE: Readonly<Record<string, number>> = { auto: 0.8, low: 0.5, medium: 0.75, high: 1 };
/** Heating and cooling power of a split unit for one room. */
const POWER_MAX_W = 2600;
/** Watts for each degree that is missing: full power from two degrees on. */
const WATTS_PER_DEGREE = 1300;

/** Makes an air conditioner. */
export function airConditioner(place: Place): DeviceModel {
  const state = { mode: "off", last: "cool", target: 26, fan: "auto", room: 25 };
  const told = () => ({
    on: state.mode !== "off",
    mode: state.mode,
    target_temperature: state.target,
    fan_mode: state.fan,
  });
  const heatW = (): number => {
    const missing = state.target - state.room;
    const limit = POWER_MAX_W * (FAN_SHARE[state.fan] ?? 1);
    const wanted = missing * WATTS_PER_DEGREE;
    if (state.mode === "heat") return clamp(wanted, 0, limit);
    if (state.mode === "cool") return clamp(wanted, -limit, 0);
    if (state.mode === "auto") return clamp(wanted, -limit, limit);
    return 0;
  };
  const setMode = (mode: string) => {
    state.mode = mode;
    if (mode !== "off") state.last = mode;
  };
  return {
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "climate",
      capabilities: [
        { name: "on", kind: "binary", access: READ_WRITE, valueOn: true, valueOff: false },
        { name: "mode", kind: "enum", access: READ_WRITE, values: MODES },
        {
          name: "target_temperature",
          kind: "numeric",
          access: READ_WRITE,
          unit: "°C",
          min: 16,
          max: 30,
          step: 0.5,
        },
        { name: "current_temperature", kind: "numeric", access: READ, unit: "°C" },
        { name: "fan_mode", kind: "enum", access: READ_WRITE, values: FAN_MODES },
      ],
      state: { ...told(), current_temperature: state.room },
    },
    command(capability, value) {
      if (capability === "on") setMode(value === true ? state.last : "off");
      else if (capability === "mode") setMode(String(value));
      else if (capability === "target_temperature") state.target = Number(value);
      else if (capability === "fan_mode") state.fan = String(value);
      return told();
    },
    step(world) {
      const room = roundTo(world.room(place.area.id).temperature, 0.1);
      if (Math.abs(room - state.room) < 0.2) return {};
      state.room = room;
      return { current_temperature: room };
    },
    influence: () => ({
      heatW: heatW(),
      dryingGramsPerHour: state.mode === "dry" ? 900 : state.mode === "cool" ? 300 : 0,
    }),
  };
}
