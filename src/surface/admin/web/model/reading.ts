/** A sensor as the small chip in its room's heading: an icon, a short text, a tone. */
import type { Capability, Device, DeviceState } from "#contract";
import type { Words } from "../i18n/index.ts";
import { isOn, isUpkeep } from "./capability.ts";
import type { IconName } from "./icon-of.ts";
import { iconOf } from "./icon-of.ts";
import { valueText } from "./value.ts";

/** What a sensor's chip shows. */
interface Reading {
  readonly icon: IconName;
  /** The short text on the chip. */
  readonly text: string;
  /** Whether the chip must say which sensor it is: "开着" alone says nothing. */
  readonly named: boolean;
  readonly tone: "quiet" | "active" | "alert" | "away";
}

const ALARMING = new Set(["smoke", "gas", "carbon_monoxide", "moisture", "water_leak", "problem"]);

/** Describes a sensor's chip. */
export function readingOf(device: Device, state: DeviceState, words: Words): Reading {
  const icon = iconOf(device, state);
  const telling = device.capabilities.filter((capability) => !isUpkeep(capability));
  const shown = (telling.length > 0 ? telling : device.capabilities).slice(0, 2);
  const named = shown[0]?.kind !== "numeric";
  if (!device.available) return { icon, text: words.home.unavailable, named: true, tone: "away" };
  const text = shown
    .map((capability) => valueText(capability, state[capability.name], words, device.deviceClass))
    .join(" · ");
  return {
    icon,
    text: text === "" ? words.common.unknown : text,
    named,
    tone: toneOf(shown, state),
  };
}

function toneOf(shown: readonly Capability[], state: DeviceState): Reading["tone"] {
  for (const capability of shown) {
    if (capability.kind !== "binary" || !isOn(capability, state)) continue;
    return ALARMING.has(capability.deviceClass ?? capability.name) ? "alert" : "active";
  }
  return "quiet";
}
