/** What the owner changes about the house: names, rooms, storeys, and devices that are gone for good. */
import { type Static, Type } from "typebox";
import { type Area, checker, type Device, type Floor, problem } from "#contract";
import { announceNames, type HouseCore } from "./core.ts";
import { AREAS_MAX, FLOORS_MAX } from "./limits.ts";
import type { AreaEntry, DeviceOverrides } from "./model.ts";
import { dropDevice } from "./registry.ts";

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
const Aliases = Type.Array(Name, { maxItems: 20 });
const Id = Type.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,63}$" });
const closed = { additionalProperties: false };

const DeviceUpdateSchema = Type.Object(
  {
    name: Type.Optional(Name),
    aliases: Type.Optional(Aliases),
    areaId: Type.Optional(Type.Union([Id, Type.Null()])),
    reset: Type.Optional(
      Type.Array(
        Type.Union([Type.Literal("name"), Type.Literal("aliases"), Type.Literal("areaId")]),
        { maxItems: 3 },
      ),
    ),
  },
  closed,
);
/** The owner's word about a device; `areaId` null: in no area; `reset`: the plugin's word again. */
export type DeviceUpdate = Static<typeof DeviceUpdateSchema>;
const deviceUpdate = checker(DeviceUpdateSchema);

const AreaUpdateSchema = Type.Object(
  {
    id: Type.Optional(Id),
    name: Name,
    aliases: Type.Optional(Aliases),
    floorId: Type.Optional(Type.Union([Id, Type.Null()])),
  },
  closed,
);
/** An area to add (without a known id) or to change; what is left out stays. */
export type AreaUpdate = Static<typeof AreaUpdateSchema>;
const areaUpdate = checker(AreaUpdateSchema);

const FloorUpdateSchema = Type.Object(
  {
    id: Type.Optional(Id),
    name: Name,
    aliases: Type.Optional(Aliases),
    level: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  closed,
);
/** A floor to add (without a known id) or to change; what is left out stays. */
export type FloorUpdate = Static<typeof FloorUpdateSchema>;
const floorUpdate = checker(FloorUpdateSchema);

/**
 * The owner's hand on the house. Every change is durable when the call returns. Arguments are
 * checked (`INVALID_PARAMS`); who may call is the caller's to decide.
 */
export interface HouseAdmin {
  /** Throws `DEVICE_UNKNOWN`, `NOT_FOUND` (area). */
  updateDevice(id: string, update: DeviceUpdate): Device;
  /** For a device that will not come back; one that its plugin still registers does. */
  removeDevice(id: string): void;
  /** Throws `CONFLICT` when another area has the name, `NOT_FOUND` (floor). */
  saveArea(update: AreaUpdate): Area;
  /** Its devices are in no area then, and no plugin's wish brings it back. Throws `NOT_FOUND`. */
  removeArea(id: string): void;
  /** Throws `CONFLICT` when another floor has the name. */
  saveFloor(update: FloorUpdate): Floor;
  /** Its areas stay, on no floor. Throws `NOT_FOUND`. */
  removeFloor(id: string): void;
}

/** The owner's hand on the house that `core` is. */
export function createHouseAdmin(core: HouseCore): HouseAdmin {
  return {
    updateDevice: (id, update) => updateDevice(core, id, update),
    removeDevice(id) {
      core.model.require(id);
      dropDevice(core, id);
    },
    saveArea: (update) => saveArea(core, update),
    removeArea(id) {
      const removed: AreaEntry = { ...requireArea(core, id), removed: true };
      core.records.saveArea(removed);
      core.model.areas.set(id, removed);
      announceNames(core);
    },
    saveFloor: (update) => saveFloor(core, update),
    removeFloor: (id) => removeFloor(core, id),
  };
}

function updateDevice(core: HouseCore, id: string, update: DeviceUpdate): Device {
  const { reset = [], ...changes } = deviceUpdate.require(update, "device update");
  const entry = core.model.require(id);
  if (typeof changes.areaId === "string") requireArea(core, changes.areaId);
  const overrides: DeviceOverrides = Object.fromEntries(
    Object.entries({ ...entry.overrides, ...changes }).filter(
      ([key]) => !(reset as readonly string[]).includes(key),
    ),
  );
  core.records.saveDevice({ ...entry, overrides });
  entry.overrides = overrides;
  announceNames(core);
  return core.model.view(entry);
}

function saveArea(core: HouseCore, update: AreaUpdate): Area {
  const { id = core.ids.next("area"), name, aliases, floorId } = areaUpdate.require(update, "area");
  const { areas } = core.model;
  const known = areas.get(id);
  if (!known) checkRoom(areas.size, AREAS_MAX, "areas");
  if (typeof floorId === "string") requireFloor(core, floorId);
  for (const area of areas.values()) {
    if (!area.removed && area.id !== id) checkName(area, name, "area");
  }
  const area: AreaEntry = {
    id,
    name,
    aliases: aliases ?? known?.aliases ?? [],
    floorId: floorId === undefined ? (known?.floorId ?? null) : floorId,
    removed: false,
  };
  core.records.saveArea(area);
  areas.set(id, area);
  announceNames(core);
  return { id, name, aliases: area.aliases, floorId: area.floorId };
}

function saveFloor(core: HouseCore, update: FloorUpdate): Floor {
  const {
    id = core.ids.next("floor"),
    name,
    aliases,
    level,
  } = floorUpdate.require(update, "floor");
  const { floors } = core.model;
  const known = floors.get(id);
  if (!known) checkRoom(floors.size, FLOORS_MAX, "floors");
  for (const floor of floors.values()) if (floor.id !== id) checkName(floor, name, "floor");
  const floor: Floor = {
    id,
    name,
    aliases: aliases ?? known?.aliases ?? [],
    level: level === undefined ? (known?.level ?? null) : level,
  };
  core.records.saveFloor(floor);
  floors.set(id, floor);
  announceNames(core);
  return floor;
}

function removeFloor(core: HouseCore, id: string): void {
  requireFloor(core, id);
  const { areas, floors } = core.model;
  const above = [...areas.values()]
    .filter((area) => area.floorId === id)
    .map((area) => ({ ...area, floorId: null }));
  core.records.together(() => {
    core.records.removeFloor(id);
    for (const area of above) core.records.saveArea(area);
  });
  floors.delete(id);
  for (const area of above) areas.set(area.id, area);
  announceNames(core);
}

function requireArea(core: HouseCore, id: string): AreaEntry {
  const area = core.model.areas.get(id);
  if (area && !area.removed) return area;
  throw problem("NOT_FOUND", `there is no area ${id}`);
}

function requireFloor(core: HouseCore, id: string): void {
  if (!core.model.floors.has(id)) throw problem("NOT_FOUND", `there is no floor ${id}`);
}

function checkRoom(size: number, max: number, what: string): void {
  if (size >= max) throw problem("BUSY", `there are already ${max} ${what}`);
}

/** Two rooms of one name and a spoken command could mean either. */
function checkName(
  other: { readonly id: string; readonly name: string },
  name: string,
  what: string,
): void {
  if (other.name !== name) return;
  throw problem("CONFLICT", `${what} ${other.id} is already called ${name}`);
}
