/** A flat of sixteen devices for the page's tests: every kind of card, one device out of reach. */
import type { Area, Capability, Device, DeviceKind, DeviceState, HistoryEntry } from "#contract";

/** The rooms of the flat. */
export const AREAS: readonly Area[] = [
  ["living", "客厅"],
  ["bedroom", "主卧"],
  ["kitchen", "厨房"],
  ["entrance", "玄关"],
].map(([id = "", name = ""]) => ({ id, name, aliases: [], floorId: null }));

const RW = ["read", "write"] as const;
const R = ["read"] as const;

const on = (name = "on", access: readonly ("read" | "write")[] = RW): Capability => ({
  name,
  kind: "binary",
  access: [...access],
  valueOn: true,
  valueOff: false,
});
const number = (
  name: string,
  more: Partial<Extract<Capability, { kind: "numeric" }>> = {},
): Capability => ({ name, kind: "numeric", access: [...R], ...more });
const range = (name: string, min: number, max: number, unit?: string, step = 1): Capability => ({
  name,
  kind: "numeric",
  access: [...RW],
  min,
  max,
  step,
  ...(unit === undefined ? {} : { unit }),
});
const choice = (name: string, values: string[], access: readonly ("read" | "write")[] = RW) =>
  ({ name, kind: "enum", access: [...access], values }) satisfies Capability;

/** Epoch of the flat's clock; the tests and the pictures look the same at any time of day. */
const person = [{ kind: "person", id: "owner" }] as const;

function device(
  id: string,
  name: string,
  kind: DeviceKind,
  areaId: string,
  capabilities: readonly Capability[],
  state: DeviceState,
  more: Partial<Device> = {},
): Device {
  const area = AREAS.find((candidate) => candidate.id === areaId);
  return {
    id,
    name,
    aliases: [],
    area: area ? { id: area.id, name: area.name } : null,
    plugin: "sim",
    kind,
    available: true,
    capabilities,
    state,
    lastChange: {
      at: new Date(Date.now() - 4 * 60_000).toISOString(),
      cause: [...person, { kind: "command", id: "m_1" }],
    },
    ...more,
  };
}

/** The devices as they stand when a test begins. */
export function flatDevices(): Device[] {
  const door = { ...on("contact", R), deviceClass: "door" };
  const motion = { ...on("occupancy", R), deviceClass: "occupancy" };
  const celsius = number("temperature", { unit: "°C" });
  return [
    device(
      "sim.living_light",
      "客厅主灯",
      "light",
      "living",
      [on(), range("brightness", 0, 254), range("color_temp", 153, 500, "mired")],
      { on: true, brightness: 204, color_temp: 370 },
      { aliases: ["客厅灯", "大灯"] },
    ),
    device("sim.reading_light", "阅读灯", "light", "living", [on(), range("brightness", 0, 254)], {
      on: false,
      brightness: 90,
    }),
    device(
      "sim.strip",
      "电视灯带",
      "light",
      "living",
      [on(), range("brightness", 0, 254), { name: "color", kind: "color", access: [...RW] }],
      { on: true, brightness: 120, color: "#5b4bff" },
    ),
    device(
      "sim.ac",
      "客厅空调",
      "climate",
      "living",
      [
        choice("mode", ["cool", "heat", "auto", "dry", "fan_only", "off"]),
        range("target_temperature", 16, 30, "°C", 0.5),
        number("current_temperature", { unit: "°C" }),
        choice("fan_mode", ["auto", "low", "medium", "high"]),
      ],
      { mode: "cool", target_temperature: 25, current_temperature: 26.5, fan_mode: "auto" },
    ),
    device("sim.curtain", "客厅窗帘", "cover", "living", [range("position", 0, 100, "%")], {
      position: 60,
    }),
    device(
      "sim.tv_plug",
      "电视插座",
      "outlet",
      "living",
      [on(), number("power", { unit: "W" }), number("energy", { unit: "kWh" })],
      { on: true, power: 84.2, energy: 132.4 },
    ),
    device(
      "sim.music",
      "音箱",
      "media_player",
      "living",
      [
        choice("playback", ["playing", "paused", "stopped"]),
        range("volume", 0, 100, "%"),
        on("muted"),
        { name: "media_title", kind: "text", access: [...R] },
      ],
      { playback: "paused", volume: 35, muted: false, media_title: "" },
    ),
    device(
      "sim.living_climate",
      "客厅温湿度",
      "sensor",
      "living",
      [
        celsius,
        number("humidity", { unit: "%" }),
        number("battery", { unit: "%", min: 0, max: 100 }),
      ],
      { temperature: 26.5, humidity: 48, battery: 81 },
    ),
    device("sim.living_motion", "客厅人体传感器", "binary_sensor", "living", [motion], {
      occupancy: true,
    }),
    device("sim.bed_light", "床头灯", "light", "bedroom", [on(), range("brightness", 0, 254)], {
      on: false,
      brightness: 40,
    }),
    device(
      "sim.fan",
      "主卧风扇",
      "fan",
      "bedroom",
      [on(), range("speed", 0, 100, "%"), on("oscillating")],
      { on: true, speed: 40, oscillating: true },
    ),
    device(
      "sim.bed_climate",
      "主卧温湿度",
      "sensor",
      "bedroom",
      [celsius, number("humidity", { unit: "%" })],
      { temperature: 25.1, humidity: 52 },
    ),
    device(
      "sim.kitchen_light",
      "厨房灯",
      "light",
      "kitchen",
      [on()],
      { on: false },
      {
        available: false,
      },
    ),
    device(
      "sim.vacuum",
      "扫地机器人",
      "vacuum",
      "kitchen",
      [
        choice("state", ["docked", "cleaning", "returning", "paused", "error"], R),
        choice("action", ["start", "pause", "stop", "return_to_base", "locate"], ["write"]),
        number("battery", { unit: "%", min: 0, max: 100 }),
      ],
      { state: "docked", battery: 100 },
    ),
    device(
      "sim.lock",
      "玄关门锁",
      "lock",
      "entrance",
      [on("locked"), number("battery", { unit: "%", min: 0, max: 100 })],
      { locked: false, battery: 62 },
    ),
    device("sim.door", "大门", "binary_sensor", "entrance", [door], { contact: false }),
  ];
}

/** A day of a device's past, made from its present state. */
export function flatHistory(device: Device, nowMs: number): HistoryEntry[] {
  const at = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
  const own = [{ kind: "device", id: device.id }] as const;
  if (typeof device.state["temperature"] === "number") {
    const mean = device.state["temperature"];
    return Array.from({ length: 96 }, (_, index) => ({
      at: at((96 - index) * 15),
      state: { temperature: Math.round((mean - 1.6 + 1.8 * Math.sin(index / 14)) * 10) / 10 },
      cause: [...own],
    }));
  }
  if (device.kind === "cover") {
    // One sentence: the curtain tells where it is once a second until it is there.
    return [60, 60, 77, 93, 100].map((position, second) => ({
      at: new Date(nowMs - (second === 0 ? 500 : 30) * 60_000 + second * 1_000).toISOString(),
      state: { position },
      cause: second === 0 ? [...own] : [...person, { kind: "command", id: "m_9" }],
    }));
  }
  if (device.capabilities.some((capability) => capability.name === "brightness")) {
    return [
      { at: at(1_300), state: { on: false, brightness: 20 }, cause: [...own] },
      { at: at(700), state: { on: true }, cause: [...own] },
      {
        at: at(300),
        state: { brightness: 254 },
        cause: [
          { kind: "automation", id: "日落开灯" },
          { kind: "command", id: "m_2" },
        ],
      },
      {
        at: at(90),
        state: { brightness: 76 },
        cause: [
          { kind: "person", id: "mama" },
          { kind: "turn", id: "t_1" },
          { kind: "tool", id: "c_1" },
          { kind: "command", id: "m_3" },
        ],
      },
      {
        at: at(4),
        state: { brightness: 204 },
        cause: [...person, { kind: "command", id: "m_4" }],
      },
    ];
  }
  return [];
}
