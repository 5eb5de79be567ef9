/** Sensors: they tell what their room is like, and only when it changed enough to matter. */
import {
  type DeviceModel,
  inert,
  type Place,
  placed,
  READ,
  type RoomClimate,
  roundTo,
  type World,
} from "../model.ts";

const noCommand = () => ({});

/** Temperature and humidity of a room. */
export function climateSensor(place: Place): DeviceModel {
  const told = { temperature: 22, humidity: 50 };
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "sensor",
      capabilities: [
        {
          name: "temperature",
          kind: "numeric",
          access: READ,
          unit: "°C",
          deviceClass: "temperature",
          stateClass: "measurement",
        },
        {
          name: "humidity",
          kind: "numeric",
          access: READ,
          unit: "%",
          deviceClass: "humidity",
          stateClass: "measurement",
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
      state: { ...told, battery: 93 },
    },
    command: noCommand,
    step(world) {
      const room = world.room(place.area.id);
      return {
        ...moved(told, "temperature", room, 0.1, 0.2),
        ...moved(told, "humidity", room, 0.5, 1),
      };
    },
  };
}

/** Brightness of a room. */
export function lightSensor(place: Place): DeviceModel {
  const told = { illuminance: 0 };
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "sensor",
      deviceClass: "illuminance",
      capabilities: [
        {
          name: "illuminance",
          kind: "numeric",
          access: READ,
          unit: "lx",
          deviceClass: "illuminance",
          stateClass: "measurement",
        },
      ],
      state: { ...told },
    },
    command: noCommand,
    step(world) {
      const room = world.room(place.area.id);
      return moved(told, "illuminance", room, 1, Math.max(5, told.illuminance * 0.1));
    },
  };
}

/** A value that moved by at least `least` since it was told last. */
function moved<Name extends keyof RoomClimate>(
  told: Record<Name, number>,
  name: Name,
  room: RoomClimate,
  step: number,
  least: number,
): Readonly<Record<string, number>> {
  const value = roundTo(room[name], step);
  if (Math.abs(value - told[name]) < least) return {};
  told[name] = value;
  return { [name]: value };
}

/** The front door's contact: opened now and then for some seconds, more often by day. */
export function doorSensor(place: Place): DeviceModel {
  return eventSensor(place, "contact", "door", 8, (world) =>
    isDay(world) ? 1 / 5400 : 1 / 43_200,
  );
}

/** A motion sensor: people pass while it is day. */
export function motionSensor(place: Place): DeviceModel {
  return eventSensor(place, "occupancy", "motion", 60, (world) =>
    isDay(world) ? 1 / 600 : 1 / 7200,
  );
}

const isDay = (world: World) => world.hour >= 7 && world.hour < 23;

/** A two-state sensor that something sets off by chance and that falls back after a while. */
function eventSensor(
  place: Place,
  name: "contact" | "occupancy",
  deviceClass: string,
  holdS: number,
  ratePerS: (world: World) => number,
): DeviceModel {
  const state = { on: false, leftS: 0 };
  return {
    ...inert,
    areaId: place.area.id,
    declaration: {
      ...placed(place),
      kind: "binary_sensor",
      deviceClass,
      // Zigbee2MQTT's contact is true when closed; here true means open, as Home Assistant's door.
      capabilities: [
        { name, kind: "binary", access: READ, deviceClass, valueOn: true, valueOff: false },
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
      state: { [name]: false, battery: 78 },
    },
    command: noCommand,
    step(world, seconds) {
      if (state.on) {
        state.leftS -= seconds;
        if (state.leftS > 0) return {};
        state.on = false;
        return { [name]: false };
      }
      if (world.chance() >= 1 - Math.exp(-ratePerS(world) * seconds)) return {};
      state.on = true;
      state.leftS = holdS;
      return { [name]: true };
    },
  };
}
