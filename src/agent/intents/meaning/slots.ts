/** The slots of an intent, in Home Assistant's names. */
import type { HouseSnapshot, SlotValue } from "#contract";
import { SLOT_STYLES } from "../content/slot-style.ts";
import type { Language } from "../language/language.ts";
import type { Target } from "../reading/targets.ts";
import type { Kind } from "../reading/types.ts";
import type { Meaning } from "./types.ts";

/** Slots are plain values by name. */
export type Slots = Readonly<Record<string, SlotValue>>;

/** Intents whose slots say the kind of device; the others imply it. */
const SAYS_KIND: Readonly<Record<string, "turn" | "position" | "state">> = {
  HassTurnOn: "turn",
  HassTurnOff: "turn",
  HassToggle: "turn",
  HassSetPosition: "position",
  HassGetState: "state",
};

/** The slots of one target of a meaning. */
export function slotsOf(
  meaning: Meaning,
  target: Target | undefined,
  house: HouseSnapshot,
  language: Language,
): Slots {
  const slots = {
    ...(target ? targetSlots(meaning, target, house, language) : {}),
    ...meaning.values,
  };
  const own = OWN_NAMES[String(slots["state"])];
  return own ? { ...slots, state: ownName(house, own, String(slots["state"])) } : slots;
}

/** What a house may itself call being at home and being away. */
const OWN_NAMES: Readonly<Record<string, readonly string[]>> = {
  home: ["家", "在家"],
  not_home: ["外面", "外出", "不在家"],
};

function ownName(house: HouseSnapshot, names: readonly string[], standard: string): string {
  for (const device of house.devices) {
    if (device.kind !== "person") continue;
    const own = Object.values(device.state).find((value) => names.includes(String(value)));
    if (typeof own === "string") return own;
  }
  return standard;
}

function targetSlots(
  meaning: Meaning,
  target: Target,
  house: HouseSnapshot,
  language: Language,
): Slots {
  const { head } = target;
  const area =
    target.area?.length === 1
      ? house.areas.find(({ id }) => id === target.area?.[0])?.name
      : undefined;
  const floor = target.floor && house.floors.find(({ id }) => id === target.floor?.[0])?.name;
  const named = head?.by === "name" ? { name: head.name } : {};
  const kind = head?.by === "kind" ? kindSlots(meaning, head.kind, target, house, language) : {};
  return { ...named, ...kind, ...(area ? { area } : {}), ...(floor ? { floor } : {}) };
}

function kindSlots(
  meaning: Meaning,
  kind: Kind,
  target: Target,
  house: HouseSnapshot,
  language: Language,
): Slots {
  const where = SAYS_KIND[meaning.intent];
  if (!where) return {};
  if (kind.domain === "all") return { name: "all" };
  const style = SLOT_STYLES[language];
  const deviceClass = kind.classes && classOf(kind, target, house, style.firstClass[kind.id]);
  if (!deviceClass) return where === "state" && !style.stateDomain ? {} : { domain: kind.domain };
  return kind.domain !== "cover" || style.coverDomain[where]
    ? { domain: kind.domain, device_class: deviceClass }
    : { device_class: deviceClass };
}

/** The class that the house has, if it has only another one of the kind; else what the word means. */
function classOf(
  kind: Kind,
  target: Target,
  house: HouseSnapshot,
  first: string | undefined,
): string | undefined {
  const wanted = first ?? kind.classes?.[0];
  const present = new Set<string>();
  for (const device of house.devices) {
    const here = !target.area || (device.area !== null && target.area.includes(device.area.id));
    if (
      here &&
      device.kind === kind.domain &&
      device.deviceClass &&
      kind.classes?.includes(device.deviceClass)
    ) {
      present.add(device.deviceClass);
    }
  }
  if (present.size === 0 || (wanted !== undefined && present.has(wanted))) return wanted;
  return present.values().next().value;
}
