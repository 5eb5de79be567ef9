/** The simulated flat of plugins/sim as a house: what a newcomer talks to first. */
import type { Device, HouseSnapshot } from "#contract";
import { furnish, rooms } from "../../../plugins/sim/flat.ts";

/** The flat in its first state; `change` overrides parts of devices. */
export function simFlat(change: (device: Device) => Partial<Device> = () => ({})): HouseSnapshot {
  const devices = furnish().map(({ declaration }): Device => {
    const device = {
      aliases: [],
      plugin: "sim",
      available: true,
      lastChange: null,
      ...declaration,
    } as unknown as Device;
    return { ...device, ...change(device) };
  });
  const areas = Object.values(rooms).map(({ id, name }) => ({
    id,
    name,
    aliases: [],
    floorId: null,
  }));
  return { revision: 1, floors: [], areas, devices };
}
