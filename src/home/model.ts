/** The house in memory: what every read is served from. Knows nothing of plugins or disks. */
import type { Area, Capability, Device, Floor, HouseSnapshot, LastChange } from "#contract";
import { type DeviceDeclaration, type DeviceState, problem } from "#contract";

/** What the owner said about a device; it wins over what the plugin says. */
export interface DeviceOverrides {
  readonly name?: string;
  readonly aliases?: readonly string[];
  /** null: in no area. */
  readonly areaId?: string | null;
}

/** A device with everything that is known of it. */
export interface DeviceEntry {
  readonly id: string;
  readonly owner: string;
  declaration: DeviceDeclaration;
  /** The declaration's capabilities by name. */
  capabilities: ReadonlyMap<string, Capability>;
  /** Where the plugin's wish for an area led. */
  areaId: string | null;
  overrides: DeviceOverrides;
  state: DeviceState;
  lastChange: LastChange | null;
  /** Registered by its plugin since that came up. */
  registered: boolean;
  /** What the plugin says of the connection to it. */
  reachable: boolean;
  /** A value of the wrong type was logged already. */
  complained: boolean;
}

/** The parts of a new entry that are not known from the declaration. */
export type EntryRest = Omit<DeviceEntry, "id" | "capabilities" | "complained">;

/** An entry for a declared device. */
export function createEntry(rest: EntryRest): DeviceEntry {
  const capabilities = capabilitiesOf(rest.declaration);
  return { ...rest, id: rest.declaration.id, capabilities, complained: false };
}

/** A declaration's capabilities by name. */
export function capabilitiesOf(declaration: DeviceDeclaration): ReadonlyMap<string, Capability> {
  return new Map(declaration.capabilities.map((capability) => [capability.name, capability]));
}

/** An area; a removed one is remembered so that no plugin's wish brings it back. */
export interface AreaEntry extends Area {
  readonly removed: boolean;
}

/** Devices, areas and floors, and the one cached picture of them all. */
export class HouseModel {
  readonly devices = new Map<string, DeviceEntry>();
  readonly areas = new Map<string, AreaEntry>();
  readonly floors = new Map<string, Floor>();
  /** Owners whose plugin runs. */
  readonly #running: (owner: string) => boolean;
  readonly #views = new Map<string, Device>();
  #snapshot: HouseSnapshot | undefined;
  #revision = 1;

  constructor(running: (owner: string) => boolean) {
    this.#running = running;
  }

  get revision(): number {
    return this.#revision;
  }

  /** A state or availability changed: one device is seen anew, the revision stays. */
  stateChanged(id: string): void {
    this.#views.delete(id);
    this.#snapshot = undefined;
  }

  /** Names, areas or members changed: everything is seen anew and the revision grows. */
  namesChanged(): void {
    this.#views.clear();
    this.#snapshot = undefined;
    this.#revision += 1;
  }

  /** The entry of a device. Throws `DEVICE_UNKNOWN`. */
  require(id: string): DeviceEntry {
    const entry = this.devices.get(id);
    if (entry) return entry;
    throw problem("DEVICE_UNKNOWN", `there is no device ${id}`, {
      hint: "`waiter devices` lists them all",
    });
  }

  available(entry: DeviceEntry): boolean {
    return entry.registered && entry.reachable && this.#running(entry.owner);
  }

  /** The device as everyone outside sees it. The object stays the same until it changes. */
  view(entry: DeviceEntry): Device {
    const known = this.#views.get(entry.id);
    if (known) return known;
    const { declaration, overrides } = entry;
    const areaId = overrides.areaId === undefined ? entry.areaId : overrides.areaId;
    const area = areaId === null ? undefined : this.areas.get(areaId);
    const device: Device = {
      id: entry.id,
      name: overrides.name ?? declaration.name,
      aliases: overrides.aliases ?? declaration.aliases ?? [],
      area: area && !area.removed ? { id: area.id, name: area.name } : null,
      plugin: entry.owner,
      kind: declaration.kind,
      ...(declaration.deviceClass === undefined ? {} : { deviceClass: declaration.deviceClass }),
      available: this.available(entry),
      capabilities: declaration.capabilities,
      state: entry.state,
      lastChange: entry.lastChange,
    };
    this.#views.set(entry.id, device);
    return device;
  }

  /** Everything at this moment: rooms as they came, the rest by id; the same until something changes. */
  snapshot(): HouseSnapshot {
    this.#snapshot ??= {
      revision: this.#revision,
      floors: byId(this.floors.values()),
      areas: [...this.areas.values()]
        .filter((area) => !area.removed)
        .map(({ id, name, aliases, floorId }) => ({ id, name, aliases, floorId })),
      devices: byId(this.devices.values()).map((entry) => this.view(entry)),
    };
    return this.#snapshot;
  }
}

function byId<T extends { readonly id: string }>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
}
