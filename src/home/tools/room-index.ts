/** Many devices in few words: by room, id, name and kind. All that a command needs is the id. */
import type { Device } from "#contract";
import { PROMPT_INDEX_MAX } from "../limits.ts";
import { fitLines, shortDevice } from "./describe.ts";
import { SECTION_TEXT as TEXT } from "./texts.ts";

/** A line for each room, at most `PROMPT_INDEX_MAX` characters in all; what is left out is counted. */
export function roomIndex(devices: readonly Device[]): string {
  // A room's name may be as long as its owner likes; here it is a label.
  const rooms = Map.groupBy(
    devices,
    ({ area }) => area?.name.slice(0, ROOM_CHARS_MAX) ?? TEXT.noArea,
  );
  const shown = chosen(devices, PROMPT_INDEX_MAX - headsLength(rooms));
  const lines = [...rooms].map(([name, present]) => {
    const listed = present.filter((device) => shown.has(device)).map(shortDevice);
    const left = present.length - listed.length;
    const parts = left > 0 ? [...listed, TEXT.more(left)] : listed;
    return `[${name}] ${parts.join("; ")}`;
  });
  const { text, left } = fitLines(lines, PROMPT_INDEX_MAX);
  return left > 0 ? `${text}\n${TEXT.moreRooms(left)}` : text;
}

/** Those that fit; devices that can be commanded come before those that only tell. */
function chosen(devices: readonly Device[], charsMax: number): ReadonlySet<Device> {
  const shown = new Set<Device>();
  let chars = 0;
  for (const device of [...devices.filter(isCommandable), ...devices.filter(isOnlyRead)]) {
    chars += shortDevice(device).length + SEPARATOR;
    if (chars > charsMax) break;
    shown.add(device);
  }
  return shown;
}
const SEPARATOR = 2;

/** The rooms' own part: names, brackets and the count of what is left out. */
function headsLength(rooms: ReadonlyMap<string, readonly Device[]>): number {
  return [...rooms].reduce(
    (sum, [name, { length }]) => sum + name.length + TEXT.more(length).length + ROOM_MARKS,
    0,
  );
}
const ROOM_MARKS = 6;
const ROOM_CHARS_MAX = 24;

const isCommandable = ({ capabilities }: Device) =>
  capabilities.some(({ access }) => access.includes("write"));
const isOnlyRead = (device: Device) => !isCommandable(device);
