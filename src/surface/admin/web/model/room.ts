/** The house sorted the way a family walks through it: rooms, their devices, their readings. */
import type { Device, HouseSnapshot } from "#contract";

/** A room with what stands in it. `id` null gathers what has no room. */
export interface Room {
  readonly id: string | null;
  readonly name: string;
  readonly controls: readonly Device[];
  readonly sensors: readonly Device[];
}

const SENSOR_KINDS = new Set<Device["kind"]>(["sensor", "binary_sensor", "weather", "person"]);

/** Order of cards inside a room: what is used most comes first. */
const KIND_ORDER: readonly Device["kind"][] = [
  "lock",
  "light",
  "switch",
  "outlet",
  "climate",
  "cover",
  "fan",
  "media_player",
  "vacuum",
];

/** Whether a device only tells and takes no commands worth a card. */
function isSensor(device: Device): boolean {
  return SENSOR_KINDS.has(device.kind);
}

/** The rooms that have something in them, in the hub's order; what has no room comes last. */
export function roomsOf(
  house: Pick<HouseSnapshot, "areas" | "devices">,
  elsewhere: string,
): Room[] {
  const rooms = new Map<string | null, { name: string; devices: Device[] }>();
  for (const area of house.areas) rooms.set(area.id, { name: area.name, devices: [] });
  const homeless: Device[] = [];
  for (const device of house.devices) {
    const area = device.area;
    if (!area) {
      homeless.push(device);
      continue;
    }
    const room = rooms.get(area.id) ?? { name: area.name, devices: [] };
    room.devices.push(device);
    rooms.set(area.id, room);
  }
  if (homeless.length > 0) rooms.set(null, { name: elsewhere, devices: homeless });
  return [...rooms.entries()]
    .filter(([, room]) => room.devices.length > 0)
    .map(([id, room]) => ({
      id,
      name: room.name,
      controls: room.devices.filter((device) => !isSensor(device)).toSorted(byKind),
      sensors: room.devices.filter(isSensor),
    }));
}

function byKind(left: Device, right: Device): number {
  return rank(left) - rank(right);
}

function rank(device: Device): number {
  const place = KIND_ORDER.indexOf(device.kind);
  return place < 0 ? KIND_ORDER.length : place;
}

/** A device's name without its room's, for places that already say the room. */
export function nameInRoom(device: Device, room: string): string {
  const rest = device.name.startsWith(room) ? device.name.slice(room.length).trim() : "";
  return rest === "" ? device.name : rest;
}
