/** The house as the page knows it: one signal a device, so that a change redraws one card. */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Area, Device, HouseSnapshot, KernelEvents } from "#contract";
import { plainText } from "../model/plain-text.ts";

/** Which rooms and devices there are; changes only with a new snapshot. */
interface Structure {
  /** False until the first snapshot. */
  readonly known: boolean;
  readonly areas: readonly Area[];
  readonly ids: readonly string[];
}

const NOTHING: Structure = { known: false, areas: [], ids: [] };
const devices = new Map<string, Signal<Device>>();
const current = signal<Structure>(NOTHING);

/** Rooms and members of the house. */
export const structure: ReadonlySignal<Structure> = current;

/** The device with this id; reading it inside a component follows its changes. */
export function deviceOf(id: string): Device | undefined {
  return devices.get(id)?.value;
}

/** The device as it stands now, without following it. */
export function peekDevice(id: string): Device | undefined {
  return devices.get(id)?.peek();
}

/** All devices in the hub's order; follows every one of them. */
export function allDevices(): readonly Device[] {
  return current.value.ids.flatMap((id) => devices.get(id)?.value ?? []);
}

/** All devices by id as they stand now, without following them. */
export function frozenHouse(): ReadonlyMap<string, Device> {
  return new Map([...devices].map(([id, device]) => [id, device.peek()]));
}

/** Takes a whole house; what is not in it is gone. */
export function applySnapshot(told: HouseSnapshot): void {
  const snapshot = { areas: told.areas.map(plainArea), devices: told.devices.map(plainDevice) };
  const ids = snapshot.devices.map((device) => device.id);
  for (const id of devices.keys()) if (!ids.includes(id)) devices.delete(id);
  for (const device of snapshot.devices) {
    const known = devices.get(device.id);
    if (known) known.value = device;
    else devices.set(device.id, signal(device));
  }
  current.value = { known: true, areas: snapshot.areas, ids };
}

/** Takes one change; answers false for a device that the page has not met. */
export function applyChange(change: KernelEvents["device_state"]): boolean {
  const known = devices.get(change.deviceId);
  if (!known) return false;
  const before = known.peek();
  const sameState = Object.entries(change.state).every(
    ([name, value]) => before.state[name] === value,
  );
  // That a device went out of reach is told too, but is no change of its state.
  const reachOnly = sameState && change.available !== before.available;
  known.value = {
    ...before,
    available: change.available,
    state: { ...before.state, ...change.state },
    lastChange: reachOnly ? before.lastChange : { at: change.at, cause: change.cause },
  };
  return true;
}

/** Takes state values that a command's answer told. */
export function applyState(id: string, state: Device["state"]): void {
  const known = devices.get(id);
  if (!known) return;
  const before = known.peek();
  known.value = { ...before, state: { ...before.state, ...state } };
}

/** Takes out one device that the hub no longer knows. */
export function removeDevice(id: string): void {
  if (!devices.delete(id)) return;
  const { ids, ...rest } = current.peek();
  current.value = { ...rest, ids: ids.filter((known) => known !== id) };
}

function plainArea(area: Area): Area {
  return { ...area, name: plainText(area.name) };
}

function plainDevice(device: Device): Device {
  const { area } = device;
  return {
    ...device,
    name: plainText(device.name),
    aliases: device.aliases.map(plainText),
    area: area && { ...area, name: plainText(area.name) },
  };
}

/** Forgets the house: somebody signed out. */
export function forgetHouse(): void {
  devices.clear();
  current.value = NOTHING;
}
