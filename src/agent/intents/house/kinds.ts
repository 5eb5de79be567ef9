/** Whether a device is of a kind that was spoken of. */
import type { Device } from "#contract";
import { foldText } from "#platform/text";
import { KINDS } from "../content/kinds.ts";
import { expand } from "../language/expand.ts";
import type { Kind } from "../reading/types.ts";

/** Covers that have no class are curtains, blinds or shades unless their name says otherwise. */
const CLASSLESS = new Set(["curtain", "blind", "shade"]);
/** Domains whose devices are of a kind by their domain, whatever class they report. */
const BY_DOMAIN = new Set(["outlet", "tv"]);

/** For commands a window is a cover; for questions a contact sensor tells of it as well. */
export function isOfKind(device: Device, kind: Kind, asking: boolean): boolean {
  if (!kind.classes) return device.kind === kind.domain;
  const ofClass = device.deviceClass !== undefined && kind.classes.includes(device.deviceClass);
  if (asking && device.kind === "binary_sensor" && kind.domain === "cover") {
    return ofClass || (kind.id === "door" && device.deviceClass === "opening");
  }
  if (kind.id === "outlet")
    return device.kind === "outlet" || (device.kind === "switch" && ofClass);
  if (device.kind !== kind.domain) return false;
  if (device.deviceClass !== undefined) return ofClass;
  return BY_DOMAIN.has(kind.id) ? saysKind(device, kind) : isPlainCover(device, kind);
}

function isPlainCover(device: Device, kind: Kind): boolean {
  const said = coverKindOf(device);
  return said === undefined ? CLASSLESS.has(kind.id) : said === kind.id;
}

/** The kind of cover that a name tells of: 车库门, "Bedroom Window". */
function coverKindOf(device: Device): string | undefined {
  let best: { id: string; length: number } | undefined;
  for (const entry of KINDS) {
    if (entry.kind.domain !== "cover") continue;
    for (const word of wordsOf(entry.kind.id)) {
      if (word.length > (best?.length ?? 0) && says(device, word))
        best = { id: entry.kind.id, length: word.length };
    }
  }
  return best?.id;
}

function saysKind(device: Device, kind: Kind): boolean {
  return wordsOf(kind.id).some((word) => says(device, word));
}

function says(device: Device, word: string): boolean {
  return [device.name, ...device.aliases].some((name) => foldText(name).includes(word));
}

const words = new Map<string, readonly string[]>();

function wordsOf(id: string): readonly string[] {
  let found = words.get(id);
  if (!found) {
    const entry = KINDS.find(({ kind }) => kind.id === id);
    found = entry
      ? [entry.zh, entry.en, entry.ens].flatMap(expand).filter((word) => word !== "")
      : [];
    words.set(id, found);
  }
  return found;
}
