/** The vacuum cleaner: cleans while its battery lasts, then goes home and charges. */
import { clamp, type DeviceModel, type Place, placed, READ, WRITE } from "../model.ts";

const ACTIONS = ["start", "pause", "stop", "return_to_base", "locate"];
/** Percent of battery per second while it cleans and while it charges. */
const DRAIN_PER_S = 100 / 5400;
const CHARGE_PER_S = 100 / 9000;
/** Seconds that the way home takes. */
const RETURN_S = 20;

/** Makes a vacuum cleaner that stands in its dock. */
export function vacuum(place: Place): DeviceModel {
  const state = { activity: "docked", battery: 100, told: 100, wayHome: 0 };
  const act = (action: string) => {
    if (action === "start") state.activity = "cleaning";
    else if (action === "pause" && state.activity === "cleaning") state.activity = "paused";
    else if (action === "stop") state.activity = state.activity === "docked" ? "docked" : "idle";
    else if (action === "return_to_base" && state.activity !== "docked") goHome();
  };
  const goHome = () => {
    state.activity = "returning";
    state.wayHome = RETURN_S;
  };
  return {
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "vacuum",
      capabilities: [
        { name: "action", kind: "enum", access: WRITE, values: ACTIONS },
        {
          name: "state",
          kind: "enum",
          access: READ,
          values: ["docked", "cleaning", "paused", "idle", "returning"],
        },
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
      state: { state: state.activity, battery: state.battery },
    },
    command(_capability, value) {
      act(String(value));
      // An action has no state of its own; echoing it confirms the command.
      return { action: String(value), state: state.activity };
    },
    step(_world, seconds) {
      const before = state.activity;
      const rate =
        before === "docked"
          ? CHARGE_PER_S
          : before === "paused" || before === "idle"
            ? 0
            : -DRAIN_PER_S;
      state.battery = clamp(state.battery + rate * seconds, 0, 100);
      if (before === "cleaning" && state.battery <= 15) goHome();
      if (before === "returning") {
        state.wayHome -= seconds;
        if (state.wayHome <= 0) state.activity = "docked";
      }
      const battery = Math.round(state.battery);
      if (state.activity === before && battery === state.told) return {};
      state.told = battery;
      return { state: state.activity, battery };
    },
    influence: () => ({ heatW: state.activity === "cleaning" ? 40 : 0 }),
  };
}
