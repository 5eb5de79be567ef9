/** Finds the devices that a target means. Where several could be meant it says so; it never picks one. */
import type { Device, HouseSnapshot } from "#contract";
import { isOfKind } from "../house/kinds.ts";
import { domainOf } from "../meaning/states.ts";
import type { Meaning } from "../meaning/types.ts";
import type { Head, Target } from "../reading/targets.ts";
import type { Place, Plan } from "./types.ts";

/** Where and in whose house a sentence is said. */
export interface Scope {
  readonly house: HouseSnapshot;
  /** The room of the speaker, if known. */
  readonly areaId: string | undefined;
  /** Devices spoken of before, in this conversation. */
  readonly spokenOf: readonly string[];
}

/** Devices, or the plan that says why there are none. */
export type Resolution = { readonly devices: readonly Device[] } | { readonly problem: Plan };

/** Resolves all targets of a meaning, exceptions taken out. `fits` tells what could do the intent at all. */
export function resolve(
  meaning: Meaning,
  scope: Scope,
  fits: (device: Device) => boolean,
): Resolution {
  const found = new Map<string, Device>();
  const targets = meaning.targets.length > 0 ? meaning.targets : [{}];
  const excepted = new Set<string>();
  for (const target of meaning.except) {
    const out = resolveOne(
      { ...target, all: true },
      { ...meaning, ask: "which" },
      scope,
      () => true,
    );
    if ("problem" in out) return out;
    for (const device of out.devices) excepted.add(device.id);
  }
  const rest = (device: Device) => !excepted.has(device.id);
  for (const target of targets) {
    const resolution = resolveOne(target, meaning, scope, fits);
    if ("problem" in resolution) return withoutExcepted(resolution, rest);
    for (const device of resolution.devices.filter(rest)) found.set(device.id, device);
  }
  const devices = [...found.values()];
  return devices.length > 0
    ? { devices }
    : {
        problem: {
          kind: "none_of_kind",
          what: kindOfHead(targets[0]?.head),
          place: placeOf(targets[0] ?? {}, scope),
        },
      };
}

/** "The other light" of two is the one that is left; of more the question offers those that are left. */
function withoutExcepted(
  { problem }: Resolution & { readonly problem: Plan },
  rest: (device: Device) => boolean,
): Resolution {
  if (problem.kind !== "ambiguous" || problem.candidates.every(rest)) return { problem };
  const candidates = problem.candidates.filter(rest);
  return candidates.length === 1
    ? { devices: candidates }
    : { problem: { ...problem, candidates } };
}

function resolveOne(
  target: Target,
  meaning: Meaning,
  scope: Scope,
  fits: (device: Device) => boolean,
): Resolution {
  const { head } = target;
  if (target.others) return { problem: { kind: "which_others" } };
  if (target.room !== undefined) return { problem: { kind: "unknown_area", text: target.room } };
  if (target.area && target.area.length > 1) {
    const candidates = scope.house.areas.filter(({ id }) => target.area?.includes(id));
    return { problem: { kind: "ambiguous_area", candidates } };
  }
  if (head?.by === "unknown")
    return { problem: { kind: "unknown_device", text: head.text, similar: [] } };
  if (head?.by === "name") return byName(head, target, scope, fits);
  if (target.pronoun) return bySpokenOf(scope, fits);
  return byKind(target, meaning, scope, fits);
}

function byName(
  head: Head & { by: "name" },
  target: Target,
  scope: Scope,
  fits: (device: Device) => boolean,
): Resolution {
  const named = scope.house.devices.filter(({ id }) => head.ids.includes(id));
  const there = named.filter((device) => device.area === null || isIn(device, target, scope));
  if (there.length === 0) {
    const actual = named[0]?.area?.name ?? null;
    return {
      problem: { kind: "not_there", name: head.name, place: placeOf(target, scope), actual },
    };
  }
  if (there.length === 1 || target.all) return { devices: there };
  // One name for several things: the one that can do it, the one in this room, or a question.
  const able = there.filter(fits);
  if (able.length === 1) return { devices: able };
  const here = (able.length > 0 ? able : there).filter(
    (device) => device.area?.id === scope.areaId && scope.areaId !== undefined,
  );
  if (here.length === 1) return { devices: here };
  return whichOf(able.length > 0 ? able : there);
}

function bySpokenOf(scope: Scope, fits: (device: Device) => boolean): Resolution {
  const devices = scope.house.devices.filter(
    (device) => scope.spokenOf.includes(device.id) && fits(device),
  );
  return devices.length > 0 ? { devices } : { problem: { kind: "which_thing" } };
}

function byKind(
  target: Target,
  meaning: Meaning,
  scope: Scope,
  fits: (device: Device) => boolean,
): Resolution {
  const kind = kindOfHead(target.head);
  const asking = meaning.ask !== undefined;
  const all = scope.house.devices.filter((device) =>
    kind ? isOfKind(device, kind, asking) : device.kind === meaning.domain || fits(device),
  );
  const able = all.some(fits) ? all.filter(fits) : all;
  if (target.here && scope.areaId === undefined && !asking && able.length > 1)
    return { problem: { kind: "which_room" } };
  const there = able.filter((device) => isIn(device, target, scope));
  const none: Resolution = {
    problem: { kind: "none_of_kind", what: kind, place: placeOf(target, scope) },
  };
  if (there.length === 0) return none;
  if (target.area || target.floor || (target.here && scope.areaId !== undefined))
    return { devices: there };
  return withoutPlace(target, meaning, scope, there);
}

/** No place was said: the room of the speaker, the only one, all if that was said, or a question. */
function withoutPlace(
  target: Target,
  meaning: Meaning,
  scope: Scope,
  found: readonly Device[],
): Resolution {
  const plural = target.head?.by === "kind" && target.head.plural;
  if (target.all || target.house) return { devices: found };
  const here =
    scope.areaId === undefined ? [] : found.filter((device) => device.area?.id === scope.areaId);
  if (here.length > 0) return { devices: here };
  const playing = found.filter(({ state }) => state["playback"] === "playing");
  if (meaning.domain === "media_player" && playing.length === 1) return { devices: playing };
  if (found.length === 1 || plural || isHarmless(meaning)) return { devices: found };
  return whichOf(found);
}

/** Asks which of them; where none of them can be reached, the answer would not matter. */
function whichOf(candidates: readonly Device[]): Resolution {
  return candidates.some(({ available }) => available)
    ? { problem: { kind: "ambiguous", candidates } }
    : { problem: { kind: "unreachable", devices: candidates } };
}

/** What may be switched off all at once. A plug may feed a refrigerator, a valve the heating. */
const OFF_FOR_ALL = new Set(["light", "fan", "climate", "cover", "media_player", "all"]);

/** Asking, switching off, closing and locking may take all of a kind; the other way asks back. */
function isHarmless(meaning: Meaning): boolean {
  if (meaning.ask !== undefined) return true;
  // "the light" in English is one; 灯 may be all of them.
  const heads = meaning.targets.map(({ head }) => head);
  if (heads.some((head) => !head || (head.by === "kind" && head.plural === false))) return false;
  if (meaning.verb === "lock") return true;
  const off = meaning.intent === "HassTurnOff" && meaning.verb !== "unlock";
  return off && heads.every((head) => head && OFF_FOR_ALL.has(domainOf(head)));
}

function isIn(device: Device, target: Target, scope: Scope): boolean {
  const { area } = device;
  if (target.area && !(area && target.area.includes(area.id))) return false;
  if (target.floor) {
    const floorId = scope.house.areas.find(({ id }) => id === area?.id)?.floorId;
    if (!floorId || !target.floor.includes(floorId)) return false;
  }
  return !(target.here && scope.areaId !== undefined) || area?.id === scope.areaId;
}

function kindOfHead(head: Head | undefined) {
  return head?.by === "kind" ? head.kind : null;
}

function placeOf(target: Target, scope: Scope): Place {
  const area = scope.house.areas.find(({ id }) => target.area?.includes(id))?.name;
  const floor = scope.house.floors.find(({ id }) => target.floor?.includes(id))?.name;
  return { ...(area ? { area } : {}), ...(floor ? { floor } : {}) };
}
