/** What all controls of a capability share: what they are given, and how their wish stands. */
import type { Capability, Device, DeviceState } from "#contract";
import { wishesOf } from "../state/wishes.ts";

/** What every control gets. */
export interface ControlProps<Kind extends Capability = Capability> {
  readonly device: Device;
  readonly capability: Kind;
  /** The state that is shown, wishes in front. */
  readonly state: DeviceState;
}

/** How a wish for one capability stands. */
export function phaseOfControl(device: Device, capability: Capability): string {
  return wishesOf(device.id)[capability.name]?.phase ?? "still";
}
