/** Turns a meaning into a plan: which devices, which capability, which raw value; or why not. */
import type { Device, Timer } from "#contract";
import { kindOf } from "../content/kinds.ts";
import { isOfKind } from "../house/kinds.ts";
import type { Meaning } from "../meaning/types.ts";
import type { Target } from "../reading/targets.ts";
import type { Attribute } from "../reading/types.ts";
import { readableOf } from "./capabilities.ts";
import { MAKERS, type StepResult } from "./device-steps.ts";
import { resolve, type Scope } from "./resolve.ts";
import { planTimer } from "./timers.ts";
import { type DeviceCall, inChunks, type Plan } from "./types.ts";

/** What planning looks at. */
export interface PlanScope extends Scope {
  readonly timers: readonly Timer[];
}

/** Intents that the hub understands and has nothing for, by the topic that the reply names. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  HassBroadcast: "broadcast",
  HassShoppingListAddItem: "lists",
  HassShoppingListCompleteItem: "lists",
  HassListAddItem: "lists",
  HassListCompleteItem: "lists",
  HassListRemoveItem: "lists",
  HassMediaSearchAndPlay: "media_search",
  HassVacuumCleanArea: "clean_area",
};

const ANSWERED = new Set([
  "HassRespond",
  "HassNevermind",
  "HassGetCurrentDate",
  "HassGetCurrentTime",
]);

/** What to do about a meaning. */
export function planFor(meaning: Meaning, scope: PlanScope): Plan {
  const topic = UNSUPPORTED[meaning.intent];
  if (topic) return { kind: "unsupported", topic };
  if (meaning.intent === "HassNotYet")
    return { kind: "unsupported", topic: meaning.topic ?? "later" };
  if (ANSWERED.has(meaning.intent)) return { kind: "answer" };
  if (meaning.intent.includes("Timer")) {
    return planTimer(meaning, scope, (inner) => planFor(inner, scope));
  }
  const maker = MAKERS[meaning.intent];
  if (!maker) return planQuery(meaning, scope);
  const attempts = new Map<string, StepResult>();
  const attempt = (device: Device): StepResult => {
    const known = attempts.get(device.id) ?? maker(device, meaning);
    attempts.set(device.id, known);
    return known;
  };
  const resolution = resolve(
    meaning,
    scope,
    (device) => isMeant(device, meaning) && attempt(device).kind !== "cannot",
  );
  if ("problem" in resolution) return lockInstead(meaning, resolution.problem, scope);
  const { devices } = resolution;
  // One thing that is away is told by what becomes of the command.
  return devices.length > 1 && devices.every(({ available }) => !available)
    ? { kind: "unreachable", devices }
    : planSteps(devices, attempt);
}

/** 把门打开, where no door can be moved: its lock may be meant, but opening a house is never a guess. */
function lockInstead(meaning: Meaning, problem: Plan, scope: PlanScope): Plan {
  const turns = meaning.intent === "HassTurnOn" || meaning.intent === "HassTurnOff";
  if (problem.kind !== "none_of_kind" || problem.what?.id !== "door" || !turns) return problem;
  const lock = kindOf("lock");
  const targets = meaning.targets.map(
    (target): Target => ({ ...target, head: { by: "kind", kind: lock } }),
  );
  const opens = meaning.intent === "HassTurnOn";
  const instead: Meaning = {
    ...meaning,
    targets,
    intent: opens ? "HassTurnOff" : "HassTurnOn",
    verb: opens ? "unlock" : "lock",
  };
  const found = resolve({ ...instead, ask: "which" }, scope, () => true);
  return "problem" in found
    ? problem
    : { kind: "lock_instead", candidates: found.devices, meaning: instead };
}

/** Without a head only devices of the meant domain count: a percentage for "the bedroom" is for its lamps. */
function isMeant(device: Device, { domain, targets }: Meaning): boolean {
  return (
    domain === undefined || targets.some(({ head }) => head !== undefined) || device.kind === domain
  );
}

/** Groups equal steps into one call; what cannot be done is told only when nothing can. */
function planSteps(devices: readonly Device[], attempt: (device: Device) => StepResult): Plan {
  const calls = new Map<
    string,
    { targets: string[]; capability: string; value: DeviceCall["value"] }
  >();
  const cannot: Device[] = [];
  const already: { id: string; limit: "max" | "min" }[] = [];
  let wants = "";
  for (const device of devices) {
    const result = attempt(device);
    if (result.kind === "out_of_range") return { ...result, device };
    if (result.kind === "cannot") {
      cannot.push(device);
      wants = result.wants;
    } else if (result.kind === "already") already.push({ id: device.id, limit: result.limit });
    else {
      const { capability, value } = result.step;
      const key = JSON.stringify([capability, value]);
      const call = calls.get(key) ?? { targets: [], capability, value };
      call.targets.push(device.id);
      calls.set(key, call);
    }
  }
  if (calls.size > 0) {
    const grouped = [...calls.values()].flatMap(chunked);
    return { kind: "devices", calls: grouped, devices: grouped.flatMap(({ targets }) => targets) };
  }
  const [first] = already;
  if (first) return { kind: "already", devices: already.map(({ id }) => id), limit: first.limit };
  return { kind: "cannot", devices: cannot, wants };
}

/** A house tool takes a bounded list; more devices are more calls. */
function chunked(call: DeviceCall): DeviceCall[] {
  return inChunks(call.targets).map((targets) => ({ ...call, targets }));
}

const READ_NAMES: Partial<Record<Attribute, readonly string[]>> = {
  temperature: ["current_temperature", "temperature"],
  speed: ["speed", "fan_mode"],
  state: [],
};

/** The capability names that tell of an attribute. */
export function namesOf(attribute: Attribute | undefined): readonly string[] {
  return attribute ? (READ_NAMES[attribute] ?? [attribute]) : [];
}

/** A thermometer knows a room better than the air conditioner on its wall. */
function thermometersFirst(meaning: Meaning, devices: readonly Device[]): readonly Device[] {
  const named = meaning.targets.some(({ head }) => head !== undefined);
  if (meaning.intent !== "HassClimateGetTemperature" || named) return devices;
  const sensors = devices.filter(({ kind }) => kind === "sensor");
  return sensors.length > 0 ? sensors : devices;
}

/** Classes of contact sensors that stand at doors. */
const AT_DOORS = new Set(["door", "opening", "garage_door"]);

/** The contact that tells of a lock's door: the only one beside it. */
function contactOf(lock: Device, { house }: PlanScope): Device | undefined {
  const contacts = house.devices.filter(
    ({ kind, deviceClass, area, available }) =>
      kind === "binary_sensor" &&
      available &&
      deviceClass !== undefined &&
      AT_DOORS.has(deviceClass) &&
      area?.id === lock.area?.id,
  );
  return contacts.length === 1 ? contacts[0] : undefined;
}

/** Nobody is followed here: what motion sensors notice is all that can be told of who is at home. */
function whereabouts(meaning: Meaning, { house }: PlanScope): Plan | undefined {
  const people = meaning.targets.some(
    ({ head }) => head?.by === "kind" && head.kind.domain === "person",
  );
  if (!people || house.devices.some(({ kind }) => kind === "person")) return undefined;
  const motion = house.devices.filter((device) => isOfKind(device, kindOf("motion"), true));
  return motion.length > 0 ? { kind: "query", targets: motion.map(({ id }) => id) } : undefined;
}

function planQuery(meaning: Meaning, scope: PlanScope): Plan {
  if (
    meaning.intent === "HassGetWeather" &&
    !scope.house.devices.some(({ kind }) => kind === "weather")
  ) {
    return { kind: "unsupported", topic: "weather" };
  }
  const people = whereabouts(meaning, scope);
  if (people) return people;
  const names = namesOf(meaning.attribute);
  const tells = (device: Device) =>
    names.length === 0 || readableOf(device, ...names) !== undefined;
  const resolution = resolve(meaning, scope, tells);
  if ("problem" in resolution) return resolution.problem;
  const telling = thermometersFirst(meaning, resolution.devices.filter(tells));
  if (telling.length === 0)
    return { kind: "cannot", devices: resolution.devices, wants: meaning.attribute ?? "state" };
  const asked = meaning.opening
    ? telling.map((device) => contactOf(device, scope) ?? device)
    : telling;
  return { kind: "query", targets: [...new Set(asked.map(({ id }) => id))] };
}
