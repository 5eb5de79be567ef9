/** The physics in small: sun, heat, moisture and light in each room, driven by what the devices do. */
import { type Random, seededRandom } from "@homeagent/sdk";
import { rooms } from "./flat.ts";
import { clamp, type DeviceModel, type RoomClimate, type World } from "./model.ts";

/** Heat that a room's air and furniture hold, J/K for a square meter. */
const CAPACITY_PER_M2 = 60_000;
/** Heat that leaks to the outside, W/K for a square meter of floor. */
const LEAK_PER_M2 = 1.5;
/** Water that the air of a square meter holds at saturation, grams, near room temperature. */
const SATURATION_GRAMS_PER_M2 = 48;
/** How fast moisture evens out with the outside, per hour. */
const AIR_CHANGES_PER_HOUR = 0.3;
/** Sunlight through a window warms: watts for a lux of daylight in a square meter. */
const SUN_WATTS_PER_LUX_M2 = 0.02;

const DAY_MS = 86_400_000;

/** The simulated world; `step` moves it on. */
export interface SimulatedWorld extends World {
  /** Moves on by `seconds` of simulated time under what the devices do. */
  step(seconds: number, devices: readonly DeviceModel[]): void;
}

/** What the outside is like at an hour of the day: a mild spring day. */
export function outside(hour: number): {
  readonly temperature: number;
  readonly daylight: number;
  readonly humidity: number;
} {
  const sun = Math.sin(((hour - 6) / 12) * Math.PI);
  return {
    // The warmest hour comes about two hours after noon.
    temperature: 17 + 6 * Math.sin(((hour - 8) / 12) * Math.PI),
    daylight: clamp(sun, 0, 1),
    humidity: 60 - 12 * Math.sin(((hour - 8) / 12) * Math.PI),
  };
}

/** Makes a world at a moment. `offsetMinutes` is the house's distance from UTC. */
export function createWorld(startMs: number, offsetMinutes: number, seed: number): SimulatedWorld {
  const random: Random = seededRandom(seed);
  const climates = new Map<string, RoomClimate>();
  for (const room of Object.values(rooms)) {
    climates.set(room.id, {
      temperature: 22 + random.next() * 2,
      humidity: 48 + random.next() * 6,
      illuminance: 0,
    });
  }
  let nowMs = startMs;
  const hour = () => {
    const local = (((nowMs + offsetMinutes * 60_000) % DAY_MS) + DAY_MS) % DAY_MS;
    return local / 3_600_000;
  };
  return {
    get nowMs() {
      return nowMs;
    },
    get hour() {
      return hour();
    },
    chance: () => random.next(),
    room(id) {
      const climate = climates.get(id);
      if (!climate) throw new Error(`the flat has no room "${id}"`);
      return climate;
    },
    step(seconds, devices) {
      nowMs += seconds * 1000;
      const air = outside(hour());
      for (const room of Object.values(rooms)) {
        const climate = this.room(room.id);
        const acting = devices
          .filter((device) => device.areaId === room.id)
          .map((device) => device.influence());
        const sum = (pick: (influence: (typeof acting)[number]) => number | undefined) =>
          acting.reduce((total, influence) => total + (pick(influence) ?? 0), 0);
        const curtains = acting.flatMap(({ daylight }) =>
          daylight === undefined ? [] : [daylight],
        );
        const window = curtains.length === 0 ? 1 : Math.max(...curtains);
        const daylightLux = room.daylightLux * air.daylight * (0.03 + 0.97 * window);
        climate.illuminance = daylightLux + sum(({ lux }) => lux);
        const heatW =
          sum(({ heatW: watts }) => watts) +
          daylightLux * room.floorArea * SUN_WATTS_PER_LUX_M2 +
          LEAK_PER_M2 * room.floorArea * (air.temperature - climate.temperature);
        climate.temperature += (heatW * seconds) / (CAPACITY_PER_M2 * room.floorArea);
        const dried =
          sum(({ dryingGramsPerHour }) => dryingGramsPerHour) /
          (SATURATION_GRAMS_PER_M2 * room.floorArea);
        const perHour = AIR_CHANGES_PER_HOUR * (air.humidity - climate.humidity) - dried * 100;
        climate.humidity = clamp(climate.humidity + (perHour * seconds) / 3600, 15, 95);
      }
    },
  };
}
