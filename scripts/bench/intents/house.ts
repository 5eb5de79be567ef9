/** Builds the house of a case: its entities become devices with what their domain usually can do. */
import {
  type Area,
  type Capability,
  DEVICE_KINDS,
  type Device,
  type DeviceKind,
  type DeviceState,
  type Floor,
  type HouseSnapshot,
  type StateValue,
  type Timer,
} from "#contract";
import type { IntentCase } from "./cases.ts";

/** A house and where in it the sentence is said. */
export interface CaseHouse {
  readonly house: HouseSnapshot;
  readonly areaId: string | undefined;
  readonly timers: readonly Timer[];
}

const RW: Capability["access"] = ["read", "write"];
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
const state = (values: readonly string[]): Capability => ({
  name: "state",
  kind: "enum",
  access: ["read"],
  values: [...values],
});

/** What devices of a domain usually can do. */
const CAPABILITIES: Partial<Record<DeviceKind, readonly Capability[]>> = {
  light: [
    onOff,
    { name: "brightness", kind: "numeric", access: RW, min: 0, max: 254, step: 1 },
    { name: "color_temp", kind: "numeric", access: RW, unit: "K", min: 1800, max: 6500 },
    { name: "color", kind: "color", access: RW },
  ],
  switch: [onOff],
  outlet: [onOff],
  fan: [onOff, percent("speed")],
  climate: [
    onOff,
    {
      name: "target_temperature",
      kind: "numeric",
      access: RW,
      unit: "°C",
      min: 5,
      max: 35,
      step: 0.5,
    },
    { name: "current_temperature", kind: "numeric", access: ["read"], unit: "°C" },
  ],
  cover: [percent("position")],
  valve: [percent("position")],
  lock: [{ name: "locked", kind: "binary", access: RW, valueOn: true, valueOff: false }],
  media_player: [
    onOff,
    percent("volume"),
    { name: "muted", kind: "binary", access: RW, valueOn: true, valueOff: false },
    { name: "playback", kind: "enum", access: RW, values: ["playing", "paused"] },
    { name: "action", kind: "enum", access: ["write"], values: ["next", "previous"] },
  ],
  vacuum: [
    {
      name: "action",
      kind: "enum",
      access: ["write"],
      values: ["start", "pause", "return_to_base"],
    },
  ],
  lawn_mower: [
    { name: "action", kind: "enum", access: ["write"], values: ["start_mowing", "pause", "dock"] },
  ],
  scene: [onOff],
  script: [onOff],
  sensor: [{ name: "value", kind: "text", access: ["read"] }],
  binary_sensor: [
    { name: "state", kind: "binary", access: ["read"], valueOn: "on", valueOff: "off" },
  ],
};

/** The house of a case, exactly as it lists it. */
export function caseHouse(one: IntentCase, revision: number): CaseHouse {
  const floors = named([
    ...(one.floors ?? []).map(({ name }) => name),
    ...(one.areas ?? []).flatMap(({ floor }) => floor ?? []),
  ]);
  const floorId = idsByName(floors);
  const places = new Map((one.areas ?? []).map(({ name, floor }) => [name, floor]));
  for (const { area } of one.entities ?? [])
    if (area && !places.has(area)) places.set(area, undefined);
  const areas = [...places].map(
    ([name, floor], index): Area => ({
      id: `a${index}`,
      name,
      aliases: [],
      floorId: (floor && floorId.get(floor)) ?? null,
    }),
  );
  const areaIds = idsByName(areas);
  const zones = (one.zones ?? []).map(({ name }) => name);
  const devices = (one.entities ?? []).map((entity, index) =>
    deviceOf(entity, index, areaIds, zones),
  );
  const here = one.context?.area ?? one.areas?.find((area) => area.context_area)?.name;
  return {
    house: { revision, floors, areas, devices },
    areaId: here === undefined ? undefined : areaIds.get(here),
    timers: timersOf(one, areaIds),
  };
}

function named(names: readonly string[]): Floor[] {
  return [...new Set(names)].map((name, index) => ({
    id: `f${index}`,
    name,
    aliases: [],
    level: null,
  }));
}

function idsByName(
  places: readonly { readonly id: string; readonly name: string }[],
): Map<string, string> {
  return new Map(places.map(({ id, name }) => [name, id]));
}

type Entity = NonNullable<IntentCase["entities"]>[number];

function deviceOf(
  entity: Entity,
  index: number,
  areaIds: ReadonlyMap<string, string>,
  zones: readonly string[],
): Device {
  const kind = DEVICE_KINDS.find((one) => one === entity.domain) ?? otherKind(entity.domain);
  const area = entity.area ? { id: areaIds.get(entity.area) ?? "", name: entity.area } : null;
  const deviceClass = entity.attributes?.["device_class"];
  const said = stateText(entity.state);
  const capabilities =
    kind === "person"
      ? [state([...zones, "home", "not_home"])]
      : (CAPABILITIES[kind] ?? [state(["on", "off"])]);
  return {
    id: `case.d${index}`,
    name: entity.name,
    aliases: [],
    area,
    plugin: "case",
    kind,
    ...(typeof deviceClass === "string" ? { deviceClass } : {}),
    available: true,
    capabilities,
    state: stateOf(kind, said),
    lastChange: null,
  };
}

/** Home Assistant has domains that are no kind of device here: what can be switched is a switch. */
function otherKind(domain: string): DeviceKind {
  return ["input_boolean", "siren", "remote", "automation", "group"].includes(domain)
    ? "switch"
    : "sensor";
}

/** A state is a text, or what goes in and what comes out of a template. */
function stateText(value: unknown): string {
  if (value && typeof value === "object") return String((value as { out?: unknown }).out ?? "");
  return value === undefined ? "" : String(value);
}

function stateOf(kind: DeviceKind, said: string): DeviceState {
  const values: Partial<Record<DeviceKind, Readonly<Record<string, StateValue>>>> = {
    lock: { locked: said === "locked" },
    cover: { position: said === "open" ? 100 : 0 },
    valve: { position: said === "open" ? 100 : 0 },
    person: { state: said },
    binary_sensor: { state: said },
    sensor: { value: said },
  };
  return values[kind] ?? { on: said === "on" };
}

function timersOf(one: IntentCase, areaIds: ReadonlyMap<string, string>): Timer[] {
  return (one.timers ?? []).map((timer, index) => {
    const number = (name: string) => Number(timer[name] ?? 0);
    const durationMs =
      (number("start_hours") * 3600 + number("start_minutes") * 60 + number("start_seconds")) *
      1000;
    const area = timer["area"];
    return {
      timerId: `case.t${index}`,
      name: typeof timer["name"] === "string" ? timer["name"] : null,
      state: timer["is_active"] === false ? "paused" : "running",
      durationMs,
      dueAt: null,
      remainingMs: number("total_seconds_left") * 1000,
      areaId: typeof area === "string" ? (areaIds.get(area) ?? null) : null,
      message: null,
      action: null,
    };
  });
}

const FILLERS: readonly (readonly [DeviceKind, string, string])[] = [
  ["light", "灯", "lamp"],
  ["switch", "开关", "switch"],
  ["sensor", "温度计", "thermometer"],
  ["cover", "卷帘", "shutter"],
  ["fan", "风扇", "fan"],
];

const rooms = Array.from(
  { length: 20 },
  (_, index): Area => ({
    id: `x${index}`,
    name: `实验间${index + 1}`,
    aliases: [`Lab ${index + 1}`],
    floorId: null,
  }),
);

const fillers: Device[] = [];

/** The n-th other device; made once, as the devices of a real house stay the same between sentences. */
function filler(index: number): Device {
  const known = fillers[index];
  if (known) return known;
  const room = rooms[index % rooms.length];
  const [kind, zh, en] = FILLERS[index % FILLERS.length] ?? ["light", "灯", "lamp"];
  const device: Device = {
    id: `case.x${index}`,
    name: `${room?.name ?? ""}${index}号${zh}`,
    aliases: [`lab ${en} ${index}`],
    area: room ? { id: room.id, name: room.name } : null,
    plugin: "case",
    kind,
    available: true,
    capabilities: CAPABILITIES[kind] ?? [],
    state: stateOf(kind, "on"),
    lastChange: null,
  };
  fillers[index] = device;
  return device;
}

/** The house of a case with other devices around, `count` in all, in rooms of their own. */
export function crowdedHouse(one: IntentCase, revision: number, count: number): CaseHouse {
  const built = caseHouse(one, revision);
  const own = built.house.devices;
  const others = Array.from({ length: Math.max(0, count - own.length) }, (_, index) =>
    filler(index),
  );
  const { floors, areas } = built.house;
  return {
    ...built,
    house: { revision, floors, areas: [...areas, ...rooms], devices: [...own, ...others] },
  };
}
