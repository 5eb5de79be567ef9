/** Curtains: they move at their own pace and tell where they are on the way. */
import {
  clamp,
  type DeviceModel,
  type Place,
  placed,
  READ,
  READ_WRITE,
  roundTo,
} from "../model.ts";

/** Seconds from closed to open. */
const TRAVEL_S = 3;

/** Makes a curtain; position 0 is closed, 100 open. */
export function curtain(place: Place, position: number): DeviceModel {
  const state = { position, target: position };
  const motion = () =>
    state.target > state.position
      ? "opening"
      : state.target < state.position
        ? "closing"
        : state.position > 0
          ? "open"
          : "closed";
  return {
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "cover",
      deviceClass: "curtain",
      capabilities: [
        {
          name: "position",
          kind: "numeric",
          access: READ_WRITE,
          unit: "%",
          min: 0,
          max: 100,
          step: 1,
        },
        {
          name: "state",
          kind: "enum",
          access: READ,
          values: ["open", "opening", "closed", "closing"],
        },
      ],
      state: { position, state: motion() },
    },
    command(_capability, value) {
      state.target = Number(value);
      // Where it is already is true at once; everything else is told on the way.
      return state.target === state.position
        ? { position: state.position, state: motion() }
        : { state: motion() };
    },
    step(_world, seconds) {
      if (state.target === state.position) return {};
      const reach = (100 / TRAVEL_S) * seconds;
      const left = state.target - state.position;
      // A tick that came a little early must not leave the last percent for another second.
      state.position =
        Math.abs(left) <= reach * 1.05
          ? state.target
          : roundTo(state.position + clamp(left, -reach, reach), 1);
      return { position: state.position, state: motion() };
    },
    influence: () => ({ daylight: state.position / 100 }),
  };
}
