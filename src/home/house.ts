/** The house: devices with their states, kept over restarts, and the way of a command to its plugin. */
import type { Clock, EventBus, Ids, Logger, OperationalError } from "#base";
import { type Capability, type CommandResult, type KernelEvents, problem } from "#contract";
import type { CommandRequest, Health, House } from "#kernel/state";
import type { Store } from "#platform/store";
import { createHouseAdmin, type HouseAdmin } from "./admin.ts";
import { Commands } from "./commands.ts";
import type { HouseCore } from "./core.ts";
import { createGroupedWriter } from "./grouped-writer.ts";
import { History } from "./history.ts";
import { DEFAULT_LIMITS, type HouseLimits } from "./limits.ts";
import { type DeviceEntry, HouseModel } from "./model.ts";
import { HouseRecords } from "./records.ts";
import { dropDevice, registerDevice } from "./registry.ts";
import { announceAvailability, takeReport } from "./reports.ts";
import { HOME_AREA, HOME_MIGRATIONS } from "./schema.ts";
import { commandValue, listOf } from "./values.ts";

/** What the house stands on. */
export interface HouseParts {
  /** `hub.db`. */
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventBus<KernelEvents>;
  readonly log: Logger;
  /** Where it is told that the disk refuses writes. */
  readonly health?: Health;
  /** What is to differ from {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<HouseLimits>;
}

/**
 * Opens the house as it was: every device is there with its last state, unavailable until its
 * plugin registers it again. Disposing ends pending commands and writes what is held back.
 */
export function createHouse(parts: HouseParts): House & HouseAdmin & AsyncDisposable {
  parts.store.migrate(HOME_AREA, HOME_MIGRATIONS);
  const core = createCore(parts);
  load(core);
  core.history.start();
  return {
    ...createHouseAdmin(core),
    snapshot: () => core.model.snapshot(),
    device: (id) => core.model.view(core.model.require(id)),
    command: (request, signal) => command(core, request, signal),
    history(id, fromMs, toMs) {
      core.model.require(id);
      return core.history.read(id, fromMs, toMs);
    },
    attach(owner, driver) {
      detach(core, owner);
      core.drivers.set(owner, driver);
      for (const entry of core.model.devices.values()) {
        if (entry.owner === owner && core.model.available(entry)) announceAvailability(core, entry);
      }
    },
    register: (owner, declaration) => registerDevice(core, owner, declaration),
    report: (owner, report) => takeReport(core, requireOwn(core, owner, report.id), report),
    remove: (owner, id) => dropDevice(core, requireOwn(core, owner, id).id),
    forget(id) {
      const entry = core.model.require(id);
      if (core.model.available(entry)) {
        throw problem("CONFLICT", `${id} is available; its plugin would bring it back`, {
          hint: "only a device that is gone can be forgotten",
        });
      }
      dropDevice(core, id);
    },
    detach: (owner) => detach(core, owner),
    async [Symbol.asyncDispose]() {
      core.commands[Symbol.dispose]();
      core.history[Symbol.dispose]();
      parts.store.flush();
    },
  };
}

function createCore(parts: HouseParts): HouseCore {
  const { store, clock, ids, events, log } = parts;
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const drivers: HouseCore["drivers"] = new Map();
  const model = new HouseModel((owner) => drivers.has(owner));
  const writer = createGroupedWriter(store, log, parts.health);
  const deviceIds = () => [...model.devices.keys()];
  return {
    clock,
    ids,
    events,
    log,
    model,
    writer,
    drivers,
    records: new HouseRecords(store, log),
    history: new History({ store, clock, writer, limits, deviceIds }),
    commands: new Commands({ clock, log, limits }),
    unsaved: new Set(),
  };
}

function load({ records, model }: HouseCore): void {
  for (const floor of records.floors()) model.floors.set(floor.id, floor);
  for (const area of records.areas()) model.areas.set(area.id, area);
  for (const entry of records.devices()) model.devices.set(entry.id, entry);
}

/** Checks everything that can be checked here, so that a plugin only sees what it can carry out. */
async function command(
  core: HouseCore,
  request: CommandRequest,
  signal: AbortSignal,
): Promise<CommandResult> {
  const entry = core.model.require(request.id);
  const capability = requireCapability(entry, request.capability);
  if (!capability.access.includes("write")) {
    throw problem("NOT_WRITABLE", `${capability.name} of ${entry.id} can only be read`);
  }
  const value = commandValue(capability, request.value);
  const driver = core.drivers.get(entry.owner);
  if (!driver || !core.model.available(entry)) throw unavailable(core, entry);
  const id = core.ids.next("m");
  const cause = [...request.cause, { kind: "command", id } as const];
  return core.commands.send({ id, entry, capability, value, cause, driver }, signal);
}

function requireCapability(entry: DeviceEntry, name: string): Capability {
  const capability = entry.capabilities.get(name);
  if (capability) return capability;
  throw problem("CAPABILITY_UNKNOWN", `${entry.id} has no capability ${name}`, {
    hint: listOf([...entry.capabilities.keys()]),
  });
}

function unavailable(core: HouseCore, entry: DeviceEntry): OperationalError {
  const running = core.drivers.has(entry.owner);
  const why = running ? `plugin ${entry.owner} cannot reach it` : "its plugin does not run";
  return problem("DEVICE_UNAVAILABLE", `${entry.id} is not available: ${why}`, {
    hint: running ? "check its power and connection" : `see plugin ${entry.owner}`,
  });
}

/** The entry of a device that belongs to `owner`. */
function requireOwn(core: HouseCore, owner: string, id: string): DeviceEntry {
  const entry = core.model.devices.get(id);
  if (entry?.owner === owner) return entry;
  throw problem("DEVICE_UNKNOWN", `plugin ${owner} has no device ${id}`, {
    hint: "register it first",
  });
}

function detach(core: HouseCore, owner: string): void {
  if (!core.drivers.has(owner)) return;
  const gone = [...core.model.devices.values()].filter((entry) => entry.owner === owner);
  const seen = gone.filter((entry) => core.model.available(entry));
  core.drivers.delete(owner);
  for (const entry of gone) entry.registered = false;
  core.commands.failOwner(owner);
  for (const entry of seen) announceAvailability(core, entry);
}
