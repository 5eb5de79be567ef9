/** Rows of the house: what is read back at a start and written when something changes. */
import { type TSchema, Type } from "typebox";
import type { Logger } from "#base";
import {
  type Cause,
  type Checker,
  checker,
  type DeviceState,
  deviceDeclaration,
  type Floor,
} from "#contract";
import type { Store } from "#platform/store";
import { type AreaEntry, createEntry, type DeviceEntry } from "./model.ts";

const Names = Type.Array(Type.String());
const names = checker(Names);
const overrides = checker(
  Type.Object({
    name: Type.Optional(Type.String()),
    aliases: Type.Optional(Names),
    areaId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);
const state = checker(
  Type.Record(
    Type.String(),
    Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Null()]),
  ),
);
/** Any kind is taken: a chain that a newer version wrote still says more than none. */
const cause = checker(Type.Array(Type.Object({ kind: Type.String(), id: Type.String() })));

/** A state as JSON from a row. */
export function readState(text: string): DeviceState {
  return state.require(JSON.parse(text), "state");
}

/** A cause chain as JSON from a row. */
export function readCause(text: string): readonly Cause[] {
  return cause.require(JSON.parse(text), "cause") as readonly Cause[];
}

interface FloorRow {
  readonly id: string;
  readonly name: string;
  readonly aliases: string;
  readonly level: number | null;
}
interface AreaRow {
  readonly id: string;
  readonly name: string;
  readonly aliases: string;
  readonly floor_id: string | null;
  readonly removed: number;
}
interface DeviceRow {
  readonly id: string;
  readonly owner: string;
  readonly declaration: string;
  readonly area_id: string | null;
  readonly overrides: string;
  readonly state: string | null;
  readonly changed_at: number | null;
  readonly cause: string | null;
}

const SELECT_DEVICES = `SELECT d.id, d.owner, d.declaration, d.area_id, d.overrides,
  s.state, s.changed_at, s.cause
  FROM home_devices d LEFT JOIN home_states s ON s.device_id = d.id`;
const SAVE_DEVICE = `INSERT OR REPLACE INTO home_devices (id, owner, declaration, area_id, overrides)
  VALUES (?, ?, ?, ?, ?)`;
const SAVE_STATE =
  "INSERT OR REPLACE INTO home_states (device_id, state, changed_at, cause) VALUES (?, ?, ?, ?)";
// An upsert and no replacement: the row keeps its place, and with it the room its order.
const SAVE_AREA = `INSERT INTO home_areas (id, name, aliases, floor_id, removed)
  VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, aliases = excluded.aliases,
    floor_id = excluded.floor_id, removed = excluded.removed`;
const SAVE_FLOOR =
  "INSERT OR REPLACE INTO home_floors (id, name, aliases, level) VALUES (?, ?, ?, ?)";

/** Reading and writing the house. Every write is durable when the call returns. */
export class HouseRecords {
  readonly #store: Store;
  readonly #log: Logger;

  constructor(store: Store, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  floors(): Floor[] {
    const rows = this.#store.all<FloorRow>("SELECT id, name, aliases, level FROM home_floors");
    return rows.flatMap((row) =>
      this.#readable(row, () => ({ ...row, aliases: parse(names, row.aliases) })),
    );
  }

  areas(): AreaEntry[] {
    const rows = this.#store.all<AreaRow>("SELECT * FROM home_areas ORDER BY rowid");
    return rows.flatMap((row) =>
      this.#readable(row, () => ({
        id: row.id,
        name: row.name,
        aliases: parse(names, row.aliases),
        floorId: row.floor_id,
        removed: row.removed === 1,
      })),
    );
  }

  /** All devices with their last state, not yet registered. */
  devices(): DeviceEntry[] {
    return this.#store
      .all<DeviceRow>(SELECT_DEVICES)
      .flatMap((row) => this.#readable(row, () => entryOf(row)));
  }

  saveDevice(entry: DeviceEntry): void {
    this.#store.run(
      SAVE_DEVICE,
      entry.id,
      entry.owner,
      JSON.stringify(entry.declaration),
      entry.areaId,
      JSON.stringify(entry.overrides),
    );
  }

  /** To be called inside a group: states are too many for a commit each. */
  saveState(entry: DeviceEntry): void {
    const { lastChange } = entry;
    this.#store.run(
      SAVE_STATE,
      entry.id,
      JSON.stringify(entry.state),
      lastChange === null ? null : Date.parse(lastChange.at),
      lastChange === null ? null : JSON.stringify(lastChange.cause),
    );
  }

  removeDevice(id: string): void {
    // What waits for its group would otherwise be written after the removal.
    this.#store.flush();
    this.#store.transaction(() => {
      this.#store.run("DELETE FROM home_devices WHERE id = ?", id);
      this.#store.run("DELETE FROM home_states WHERE device_id = ?", id);
      this.#store.run("DELETE FROM home_history WHERE device_id = ?", id);
    });
  }

  saveArea({ id, name, aliases, floorId, removed }: AreaEntry): void {
    this.#store.run(SAVE_AREA, id, name, JSON.stringify(aliases), floorId, removed ? 1 : 0);
  }

  saveFloor({ id, name, aliases, level }: Floor): void {
    this.#store.run(SAVE_FLOOR, id, name, JSON.stringify(aliases), level);
  }

  removeFloor(id: string): void {
    this.#store.run("DELETE FROM home_floors WHERE id = ?", id);
  }

  /** Runs several writes as one. */
  together(work: () => void): void {
    this.#store.transaction(work);
  }

  /** A row that cannot be read is named in the log and left where it is; the rest of the house lives. */
  #readable<T>(row: { readonly id: string }, read: () => T): T[] {
    try {
      return [read()];
    } catch (error) {
      this.#log.error("home.row_unreadable", { id: row.id, error });
      return [];
    }
  }
}

function entryOf(row: DeviceRow): DeviceEntry {
  const hasChange = row.changed_at !== null && row.cause !== null;
  return createEntry({
    owner: row.owner,
    declaration: parse(deviceDeclaration, row.declaration),
    areaId: row.area_id,
    overrides: parse(overrides, row.overrides),
    state: row.state === null ? {} : readState(row.state),
    lastChange: hasChange
      ? { at: new Date(row.changed_at).toISOString(), cause: readCause(row.cause) }
      : null,
    registered: false,
    reachable: false,
  });
}

function parse<Schema extends TSchema>(check: Checker<Schema>, text: string) {
  return check.require(JSON.parse(text), "row");
}
