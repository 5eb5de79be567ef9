/** Devices coming and going: what their plugins declare and what of it is kept. */
import type { Cause, DeviceDeclaration } from "#contract";
import { problem } from "#contract";
import {
  announceNames,
  announceState,
  applyChange,
  type HouseCore,
  saveStateSoon,
} from "./core.ts";
import { AREAS_MAX, DEVICES_MAX, DEVICES_PER_OWNER_MAX } from "./limits.ts";
import { type AreaEntry, capabilitiesOf, createEntry, type DeviceEntry } from "./model.ts";
import { tidyNames } from "./names.ts";
import { acceptable, announceAvailability, changesOf, complain } from "./reports.ts";

/** Adds a device or updates what it is; durable when it returns. */
export function registerDevice(core: HouseCore, owner: string, told: DeviceDeclaration): void {
  checkDeclaration(told);
  const declared = tidyNames(told);
  const known = core.model.devices.get(declared.id);
  if (known && known.owner !== owner) {
    throw problem("CONFLICT", `device ${declared.id} belongs to plugin ${known.owner}`, {
      hint: `name it ${owner}.<device>`,
    });
  }
  if (!known) checkRoom(core, owner);
  // State and availability are of the moment; the declaration that is kept must not change with them.
  const { state = {}, available = true, ...declaration } = declared;
  const wasAvailable = known !== undefined && core.model.available(known);
  const entry = known ? update(core, known, declaration) : add(core, owner, declaration);
  entry.registered = true;
  entry.reachable = available;
  const reported = acceptable(entry, state, (event, name) => complain(core, entry, event, name));
  const changed = changesOf(entry, reported);
  const cause: Cause[] = [{ kind: "plugin", id: owner }];
  if (Object.keys(changed).length > 0) {
    announceState(core, entry, applyChange(core, entry, changed, cause), cause);
  } else if (core.model.available(entry) !== wasAvailable) {
    announceAvailability(core, entry);
  }
}

/** Room in the house for one more; a plugin gone wild must leave some to the others. */
function checkRoom({ model }: HouseCore, owner: string): void {
  const hint = "remove some that are gone";
  if (model.devices.size >= DEVICES_MAX) {
    throw problem("BUSY", `there are already ${DEVICES_MAX} devices`, { hint });
  }
  let own = 0;
  for (const entry of model.devices.values()) if (entry.owner === owner) own += 1;
  if (own >= DEVICES_PER_OWNER_MAX) {
    throw problem("BUSY", `plugin ${owner} has ${DEVICES_PER_OWNER_MAX} devices already`, { hint });
  }
}

/** Takes a device out of the house with everything that is known of it; durable when it returns. */
export function dropDevice(core: HouseCore, id: string): void {
  core.records.removeDevice(id);
  core.model.devices.delete(id);
  core.history.forget(id);
  core.commands.forgetDevice(id);
  announceNames(core);
}

function add(core: HouseCore, owner: string, declaration: DeviceDeclaration): DeviceEntry {
  const entry = createEntry({
    owner,
    declaration,
    areaId: null,
    overrides: {},
    state: {},
    lastChange: null,
    registered: false,
    reachable: false,
  });
  savePlaced(core, entry, placeFor(core, declaration));
  core.model.devices.set(entry.id, entry);
  announceNames(core);
  return entry;
}

function update(core: HouseCore, entry: DeviceEntry, declaration: DeviceDeclaration): DeviceEntry {
  // Plugins say the same thing at every start; that costs no write and disturbs no index.
  if (Bun.deepEquals(entry.declaration, declaration, true)) return entry;
  const sameWish = Bun.deepEquals(entry.declaration.area, declaration.area, true);
  const updated = { ...entry, declaration };
  savePlaced(core, updated, sameWish ? { areaId: entry.areaId } : placeFor(core, declaration));
  entry.declaration = declaration;
  entry.areaId = updated.areaId;
  entry.capabilities = capabilitiesOf(declaration);
  entry.complained = false;
  // A capability may have changed its type; a value of the old type would be a lie.
  const kept = acceptable(entry, entry.state, () => undefined);
  if (!Bun.deepEquals(kept, entry.state, true)) {
    entry.state = kept;
    saveStateSoon(core, entry);
  }
  announceNames(core);
  return entry;
}

/** Where a device goes, and the area that has to be made for it. */
interface Place {
  readonly areaId: string | null;
  readonly created?: AreaEntry;
}

/**
 * The place that a plugin's wish leads to: by id, or else by name (two plugins may call one room by
 * different ids), or else a new area. An area that the owner removed is not brought back.
 */
function placeFor(core: HouseCore, { area: wish }: DeviceDeclaration): Place {
  if (!wish) return { areaId: null };
  const { areas } = core.model;
  const same = areas.get(wish.id);
  if (same) return { areaId: same.removed ? null : same.id };
  for (const area of areas.values()) {
    if (!area.removed && [area.name, ...area.aliases].includes(wish.name)) {
      return { areaId: area.id };
    }
  }
  if (areas.size >= AREAS_MAX) {
    core.log.warn("home.areas_too_many", { area: wish.id });
    return { areaId: null };
  }
  const created = { id: wish.id, name: wish.name, aliases: [], floorId: null, removed: false };
  return { areaId: wish.id, created };
}

/** Writes a device and its new area as one; memory follows only what is on the disk. */
function savePlaced(core: HouseCore, entry: DeviceEntry, { areaId, created }: Place): void {
  entry.areaId = areaId;
  core.records.together(() => {
    if (created) core.records.saveArea(created);
    core.records.saveDevice(entry);
  });
  if (created) core.model.areas.set(created.id, created);
}

/** What the schema of the wire cannot say. */
function checkDeclaration({ id, capabilities }: DeviceDeclaration): void {
  const seen = new Set<string>();
  for (const capability of capabilities) {
    const where = `device ${id}: capability ${capability.name}`;
    if (seen.has(capability.name)) throw problem("INVALID_PARAMS", `${where} stands there twice`);
    seen.add(capability.name);
    if (capability.kind === "binary" && capability.valueOn === capability.valueOff) {
      throw problem("INVALID_PARAMS", `${where} has one value for on and off`);
    }
    if (capability.kind !== "numeric") continue;
    const { min, max } = capability;
    if (min !== undefined && max !== undefined && min > max) {
      throw problem("INVALID_PARAMS", `${where} has a min of ${min} above its max of ${max}`);
    }
  }
}
