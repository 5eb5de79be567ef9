/** The prompt section `house.devices`: an index of the house that stays short however large it is (F18). */
import type { HouseSnapshot, Principal } from "#contract";
import { PROMPT_TEXT_MAX } from "../limits.ts";
import { describeDevice, describeMainState } from "./describe.ts";
import { roomIndex } from "./room-index.ts";
import { SECTION_TEXT as TEXT } from "./texts.ts";
import { mayUse } from "./visible.ts";

/** Where the section stands: with what changes from round to round, behind all that is stable. */
export const DEVICE_SECTION = { section: "house.devices", order: 910, volatile: true } as const;

/**
 * Devices of those areas that the viewer may use: with their states while these fit, else by room
 * without them. Without a viewer the states are left out: what is not known to be allowed is not told.
 */
export function deviceSection(house: HouseSnapshot, viewer: Principal | undefined): string {
  const devices = house.devices.filter((device) => viewer === undefined || mayUse(viewer, device));
  if (devices.length === 0) return "";
  const text = devices
    .map((device) => `- ${describeDevice(device)}${viewer ? describeMainState(device) : ""}`)
    .join("\n");
  if (text.length <= PROMPT_TEXT_MAX) return `${TEXT.head}\n${text}`;
  return `${TEXT.indexHead}\n${roomIndex(devices)}`;
}
