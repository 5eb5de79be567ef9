/** Whose devices these are to use: the one check of a guest's areas (F60). */
import type { Device, Principal } from "#contract";

/** Whether `principal` may see and command `device`. One in no area is nobody's who has areas. */
export function mayUse(principal: Principal, device: Device): boolean {
  if (principal.areas === null) return true;
  return device.area !== null && principal.areas.includes(device.area.id);
}
