/** The prompt section `house.devices`: an index of the house that stays short however large it is (F18). */
import type { HouseSnapshot, Principal } from "#contract";
import { PROMPT_TEXT_MAX } from "../limits.ts";
import { describeDevice, describeMainState, fitLines } from "./describe.ts";
import { SECTION_TEXT as TEXT } from "./texts.ts";
import { mayUse } from "./visible.ts";

/** Where the section stands: with what changes from round to round, behind all that is stable. */
export const DEVICE_SECTION = { section: "house.devices", order: 910, volatile: true } as const;

/**
 * Devices of those areas that the viewer may use. Without a viewer the states are left out: what is
 * not known to be allowed is not told.
 */
export function deviceSection(house: HouseSnapshot, viewer: Principal | undefined): string {
  const lines = house.devices
    .filter((device) => viewer === undefined || mayUse(viewer, device))
    .map((device) => `- ${describeDevice(device)}${viewer ? describeMainState(device) : ""}`);
  if (lines.length === 0) return "";
  const { text, left } = fitLines(lines, PROMPT_TEXT_MAX);
  return [TEXT.head, text, ...(left > 0 ? [TEXT.more(left)] : [])].join("\n");
}
