/** A flat as people really have it: names with aliases, two bedrooms, devices of every sort. */
import type {
  Area,
  Capability,
  Device,
  DeviceKind,
  DeviceState,
  Floor,
  HouseSnapshot,
} from "#contract";

const RW: Capability["access"] = ["read", "write"];
const R: Capability["access"] = ["read"];
const onOff: Capability = {
  name: "on",
  kind: "binary",
  access: RW,
  valueOn: true,
  valueOff: false,
};
const percent = (name: string): Capability => ({
  name,
  kind: "numeric",
  access: RW,
  unit: "%",
  min: 0,
  max: 100,
  step: 1,
});
const measured = (name: string, unit: string): Capability => ({
  name,
  kind: "numeric",
  access: R,
  unit,
});

const areas: readonly Area[] = [
  { id: "living", name: "客厅", aliases: ["living room"], floorId: "f1" },
  { id: "master", name: "主卧", aliases: ["master bedroom"], floorId: "f2" },
  { id: "guest", name: "次卧", aliases: ["second bedroom"], floorId: "f2" },
  { id: "kitchen", name: "厨房", aliases: ["kitchen"], floorId: "f1" },
  { id: "hallway", name: "玄关", aliases: ["hallway"], floorId: "f1" },
];
const floors: readonly Floor[] = [
  { id: "f1", name: "一楼", aliases: ["first floor", "downstairs"], level: 1 },
  { id: "f2", name: "二楼", aliases: ["second floor", "upstairs"], level: 2 },
];

/** A device of the flat; `extra` overrides anything. */
export function device(
  id: string,
  name: string,
  areaId: string | null,
  kind: DeviceKind,
  capabilities: readonly Capability[],
  state: DeviceState,
  extra: Partial<Device> = {},
): Device {
  const area = areas.find((one) => one.id === areaId);
  return {
    id: `flat.${id}`,
    name,
    aliases: [],
    area: area ? { id: area.id, name: area.name } : null,
    plugin: "flat",
    kind,
    available: true,
    capabilities,
    state,
    lastChange: null,
    ...extra,
  };
}

/** Brightness as Zigbee lamps have it. */
export const rawBrightness: Capability = {
  name: "brightness",
  kind: "numeric",
  access: RW,
  min: 0,
  max: 254,
  step: 1,
};
const kelvin: Capability = {
  name: "color_temp",
  kind: "numeric",
  access: RW,
  unit: "K",
  min: 2200,
  max: 6500,
};
const mired: Capability = {
  name: "color_temp",
  kind: "numeric",
  access: RW,
  unit: "mired",
  min: 153,
  max: 500,
};
const color: Capability = { name: "color", kind: "color", access: RW };
const modes: Capability = {
  name: "mode",
  kind: "enum",
  access: RW,
  values: ["off", "cool", "heat", "auto", "dry", "fan_only"],
};
const target: Capability = {
  name: "target_temperature",
  kind: "numeric",
  access: RW,
  unit: "°C",
  min: 16,
  max: 30,
  step: 0.5,
};
const fanMode: Capability = {
  name: "fan_mode",
  kind: "enum",
  access: RW,
  values: ["auto", "low", "medium", "high"],
};
const locked: Capability = {
  name: "locked",
  kind: "binary",
  access: RW,
  valueOn: true,
  valueOff: false,
};
const playback: Capability = {
  name: "playback",
  kind: "enum",
  access: RW,
  values: ["playing", "paused", "stopped"],
};
const track: Capability = {
  name: "action",
  kind: "enum",
  access: ["write"],
  values: ["next", "previous"],
};
const muted: Capability = {
  name: "muted",
  kind: "binary",
  access: RW,
  valueOn: true,
  valueOff: false,
};
const robot: Capability = {
  name: "action",
  kind: "enum",
  access: ["write"],
  values: ["start", "pause", "stop", "return_to_base"],
};
const binary = (name: string): Capability => ({
  name,
  kind: "binary",
  access: R,
  valueOn: true,
  valueOff: false,
});

/** Devices of the flat, each with its state at the beginning. */
export const devices: readonly Device[] = [
  device(
    "living_light",
    "客厅主灯",
    "living",
    "light",
    [onOff, percent("brightness"), kelvin],
    { on: true, brightness: 50, color_temp: 4000 },
    { aliases: ["客厅灯", "living room main light", "living room light"] },
  ),
  device(
    "reading",
    "阅读灯",
    "living",
    "light",
    [onOff, rawBrightness, mired, color],
    { on: false, brightness: 127, color_temp: 370 },
    { aliases: ["reading lamp"] },
  ),
  device(
    "master_light",
    "主卧灯",
    "master",
    "light",
    [onOff, percent("brightness"), kelvin],
    { on: false, brightness: 80 },
    { aliases: ["master bedroom light"] },
  ),
  device(
    "guest_light",
    "次卧灯",
    "guest",
    "light",
    [onOff, percent("brightness")],
    { on: false, brightness: 80 },
    { aliases: ["second bedroom light"] },
  ),
  device(
    "kitchen_light",
    "厨房灯",
    "kitchen",
    "light",
    [onOff],
    { on: true },
    { aliases: ["kitchen light"] },
  ),
  device(
    "hallway_light",
    "玄关灯",
    "hallway",
    "light",
    [onOff, percent("brightness")],
    { on: false, brightness: 100 },
    { aliases: ["hallway light"] },
  ),
  device(
    "fan",
    "吊扇",
    "living",
    "fan",
    [onOff, percent("speed")],
    { on: false, speed: 50 },
    { aliases: ["ceiling fan"] },
  ),
  device(
    "living_ac",
    "客厅空调",
    "living",
    "climate",
    [onOff, modes, target, measured("current_temperature", "°C"), fanMode],
    { on: true, mode: "cool", target_temperature: 26, current_temperature: 27.5, fan_mode: "auto" },
    { aliases: ["living room AC"] },
  ),
  device(
    "master_ac",
    "主卧空调",
    "master",
    "climate",
    [onOff, modes, target, measured("current_temperature", "°C"), fanMode],
    { on: false, mode: "off", target_temperature: 26, current_temperature: 24, fan_mode: "auto" },
    { aliases: ["master bedroom AC"] },
  ),
  device(
    "curtain",
    "客厅窗帘",
    "living",
    "cover",
    [percent("position")],
    { position: 100 },
    { deviceClass: "curtain", aliases: ["living room curtain"] },
  ),
  device(
    "master_curtain",
    "主卧窗帘",
    "master",
    "cover",
    [percent("position")],
    { position: 0 },
    { deviceClass: "curtain", aliases: ["master bedroom curtain"] },
  ),
  device(
    "lock",
    "大门门锁",
    "hallway",
    "lock",
    [locked, measured("battery", "%")],
    { locked: true, battery: 87 },
    { aliases: ["门锁", "大门", "front door", "front door lock"] },
  ),
  device(
    "plug",
    "厨房插座",
    "kitchen",
    "outlet",
    [onOff, measured("power", "W")],
    { on: true, power: 12 },
    { deviceClass: "outlet", aliases: ["kitchen plug"] },
  ),
  device(
    "vacuum",
    "扫地机器人",
    "living",
    "vacuum",
    [
      robot,
      { name: "state", kind: "enum", access: R, values: ["docked", "cleaning", "returning"] },
    ],
    { state: "docked" },
    { aliases: ["扫地机", "robot vacuum"] },
  ),
  device(
    "speaker",
    "音箱",
    "living",
    "media_player",
    [onOff, percent("volume"), muted, playback, track],
    { on: true, volume: 30, muted: false, playback: "playing" },
    { deviceClass: "speaker", aliases: ["speaker"] },
  ),
  device(
    "door_sensor",
    "大门门磁",
    "hallway",
    "binary_sensor",
    [binary("contact")],
    { contact: false },
    { deviceClass: "door", aliases: ["门磁", "door sensor"] },
  ),
  device(
    "motion",
    "玄关人体传感器",
    "hallway",
    "binary_sensor",
    [binary("occupancy")],
    { occupancy: true },
    { deviceClass: "motion", aliases: ["motion sensor"] },
  ),
  device(
    "climate_sensor",
    "客厅温湿度计",
    "living",
    "sensor",
    [measured("temperature", "°C"), measured("humidity", "%"), measured("battery", "%")],
    { temperature: 25.3, humidity: 48, battery: 90 },
  ),
  device(
    "master_sensor",
    "主卧温湿度计",
    "master",
    "sensor",
    [measured("temperature", "°C"), measured("humidity", "%")],
    { temperature: 22.1, humidity: 55 },
  ),
  device("lux", "客厅光照传感器", "living", "sensor", [measured("illuminance", "lx")], {
    illuminance: 320,
  }),
  device("movie", "观影模式", null, "scene", [onOff], {}, { aliases: ["movie time"] }),
];

/** The flat. */
export function flat(extra: readonly Device[] = [], revision = 1): HouseSnapshot {
  return { revision, floors, areas, devices: [...devices, ...extra] };
}
