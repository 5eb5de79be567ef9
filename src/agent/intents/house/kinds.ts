/** Whether a device is of a kind that was spoken of. */
import type { Device } from "#contract";
import { foldText } from "#platform/text";
import { KINDS } from "../content/kinds.ts";
import { expand } from "../language/expand.ts";
import type { Kind } from "../reading/types.ts";

/** Covers that have no class are curtains, blinds or shades unless their name says otherwise. */
const CLASSLESS = new Set(["curtain", "blind", "shade"]);

/** What "everything" takes: not the plug of the refrigerator, nor doors and locks. */
const IN_EVERYTHING = new Set(["light", "fan", "climate", "media_player", "humidifier"]);

/** For commands a window is a cover; for questions a contact sensor tells of it as well. */
export function isOfKind(device: Device, kind: Kind, asking: boolean): boolean {
  if (kind.domain === "all") return IN_EVERYTHING.has(device.kind);
  if (!kind.classes) return device.kind === kind.domain;
  const ofClass = device.deviceClass !== undefined && kind.classes.includes(device.deviceClass);
  if (asking && device.kind === "binary_sensor" && kind.domain === "cover") {
    return ofClass || (kind.id === "door" && device.deviceClass === "opening");
  }
  if (kind.id === "outlet")
    return device.kind === "outlet" || (device.kind === "switch" && ofClass);
  if (device.kind !== kind.domain) return false;
  if (device.deviceClass !== undefined) return ofClass;
  const said = saidKind(device);
  return said === undefined ? CLASSLESS.has(kind.id) : said === kind.id;
}

/** Kinds by their words, longest word first; made on first use. */
let words: readonly (readonly [string, Kind])[] | undefined;

function kindWords(): readonly (readonly [string, Kind])[] {
  words ??= KINDS.flatMap(({ kind, zh, en, ens }) =>
    kind.classes ? [zh, en, ens].flatMap(expand).map((word): [string, Kind] => [word, kind]) : [],
  ).toSorted(([a], [b]) => b.length - a.length);
  return words;
}

const known = new WeakMap<Device, string | null>();

/** The kind that a device's own names tell of ("车库门", "Bedroom Window"); undefined when they do not. */
function saidKind(device: Device): string | undefined {
  let said = known.get(device);
  if (said === undefined) {
    const names = [device.name, ...device.aliases].map(foldText);
    const entry = kindWords().find(
      ([word, kind]) => kind.domain === device.kind && names.some((name) => name.includes(word)),
    );
    said = entry?.[1].id ?? null;
    known.set(device, said);
  }
  return said ?? undefined;
}
