/** Answers questions about the house from the states that were read. */
import type { Device, HouseSnapshot } from "#contract";
import { KINDS } from "../content/kinds.ts";
import { expand } from "../language/expand.ts";
import { isChinese } from "../language/language.ts";
import type { Meaning } from "../meaning/types.ts";
import { isLocked, isOn } from "../plan/capabilities.ts";
import { namesOf } from "../plan/plan.ts";
import type { Command } from "../plan/types.ts";
import { fill, joinList, listNames, nameFor, type Voice } from "./format.ts";
import type { queriedStates } from "./outcomes.ts";
import { describe, readValue } from "./values.ts";

/** Answers one question from what the query told; what it did not tell, the person may not know. */
export function wordAnswer(
  meaning: Meaning,
  targets: readonly string[],
  house: HouseSnapshot,
  states: ReturnType<typeof queriedStates>,
  voice: Voice,
): string {
  const devices = devicesNow(targets, house, states);
  const state = meaning.values["state"];
  if (typeof state !== "string") return wordValues(meaning, devices, voice);
  const [only] = devices;
  const named = meaning.targets.every(({ head }) => head?.by === "name");
  if (only && devices.length === 1 && (named || (meaning.negative && !isMotion(only))))
    return wordOne(meaning, only, state, voice);
  return wordMany(meaning, devices, state, voice);
}

function devicesNow(
  targets: readonly string[],
  house: HouseSnapshot,
  states: ReturnType<typeof queriedStates>,
): Device[] {
  return house.devices
    .filter(({ id }) => targets.includes(id))
    .flatMap((device): Device[] => {
      const now = states.get(device.id);
      return now
        ? [{ ...device, available: now.available, state: now.state as Device["state"] }]
        : [];
    });
}

/** The devices that an answer names, which "it" means afterwards; undefined where it names all it looked at. */
export function namedInAnswer(
  { meaning, plan }: Command,
  house: HouseSnapshot,
  states: ReturnType<typeof queriedStates>,
): readonly string[] | undefined {
  const state = meaning.values["state"];
  if (plan.kind !== "query" || typeof state !== "string") return undefined;
  const devices = devicesNow(plan.targets, house, states);
  if (devices.length < 2) return undefined;
  const { inState, others } = byState(devices, state);
  const all = meaning.targets.some((target) => target.all);
  return (all && others.length > 0 ? others : inState).map(({ id }) => id);
}

function byState(devices: readonly Device[], state: string) {
  return {
    inState: devices.filter((device) => isInState(device, state) === true),
    others: devices.filter((device) => isInState(device, state) === false),
  };
}

/** Whether a device is in a state; undefined when its state does not tell. */
export function isInState(device: Device, state: string): boolean | undefined {
  const on = isOn(device);
  switch (state) {
    case "on":
    case "open":
      return on;
    case "off":
    case "closed":
      return on === undefined ? undefined : !on;
    case "locked":
      return isLocked(device);
    case "unlocked": {
      const locked = isLocked(device);
      return locked === undefined ? undefined : !locked;
    }
    default:
      return textStates(device).some((one) => one.toLowerCase() === state.toLowerCase());
  }
}

function textStates(device: Device): string[] {
  return Object.values(device.state).filter((value): value is string => typeof value === "string");
}

/** "On" of a motion sensor is that somebody is there. */
function stateText(state: string, devices: readonly Device[], { say }: Voice): string {
  const motion = devices.length > 0 && devices.every(isMotion);
  return (motion ? say.motion[state] : undefined) ?? say.states[state] ?? state;
}

const MOTION = new Set(["motion", "occupancy", "presence"]);
const isMotion = ({ kind, deviceClass }: Device) =>
  kind === "binary_sensor" && deviceClass !== undefined && MOTION.has(deviceClass);

function wordOne(meaning: Meaning, device: Device, state: string, voice: Voice): string {
  const { say } = voice;
  const name = nameFor(device, voice);
  const fact = isInState(device, state);
  if (!device.available) return fill(say.offline, { name });
  if (meaning.opening) return wordOpening(meaning, device, name, voice);
  if (meaning.negative) {
    const now = fact === undefined ? undefined : fact ? state : OPPOSITE[state];
    const word = now === undefined ? undefined : actualText(state, now, voice);
    if (word !== undefined) return fill(say.isState, { name, state: word });
  }
  if (meaning.ask === "value") return fill(say.value, { name, value: describe(device, voice) });
  if (fact === undefined) return fill(say.unknownState, { name });
  return fact
    ? `${say.yes}${fill(say.isState, { name, state: stateText(state, [device], voice) })}`
    : `${say.no}${fill(say.isState, { name, state: say.notStates[state] ?? describe(device, voice) })}`;
}

const OPPOSITE: Readonly<Record<string, string>> = {
  on: "off",
  off: "on",
  open: "closed",
  closed: "open",
  locked: "unlocked",
  unlocked: "locked",
};

/** 没开吧 is answered by 开着 or 关着; 没关吧 by 还开着 or 已经关了. */
function actualText(asked: string, now: string, { say }: Voice): string | undefined {
  const open = asked === "off" || asked === "closed";
  return (open ? undefined : say.actual[now]) ?? say.states[now];
}

/** Whether a door is open, from its contact; a lock alone cannot tell. */
function wordOpening(
  { opening, negative }: Meaning,
  device: Device,
  name: string,
  voice: Voice,
): string {
  const { say } = voice;
  const isLock = device.kind === "lock";
  const known = isLock ? isLocked(device) : isOn(device);
  if (known === undefined) return fill(say.unknownState, { name });
  if (isLock)
    return fill(say.onlyLock, { name, state: say.states[known ? "locked" : "unlocked"] ?? "" });
  const now = known ? "open" : "closed";
  const told = fill(say.contact, { name, state: say.states[now] ?? "" });
  return negative ? told : (now === opening ? say.yes : say.no) + told;
}

/** What motion sensors tell: of one place plainly, of a whole home only what they noticed. */
function wordMotion(
  meaning: Meaning,
  devices: readonly Device[],
  state: string,
  voice: Voice,
): string {
  const { say } = voice;
  const told = (of: readonly Device[], motion: "on" | "off") =>
    fill(say.someAre, {
      names: listNames(of, voice),
      state: say.motion[motion] ?? "",
      be: of.length === 1 ? "is" : "are",
    });
  const seen = byState(devices, "on").inState;
  const quiet = fill(say.quiet, { names: listNames(devices, voice) });
  const { targets, ask } = meaning;
  if (targets.some(({ head }) => head?.by === "kind" && head.kind.id === "person"))
    return say.whoUnknown + say.joinBad + (seen.length > 0 ? told(seen, "on") : quiet);
  if (seen.length === 0 && !targets.some(({ area, here }) => area || here)) return quiet;
  const text = seen.length > 0 ? told(seen, "on") : told(devices, "off");
  const fits = seen.length > 0 === (state === "on");
  return ask === "which" ? text : (fits ? say.yes : say.no) + text;
}

function wordMany(
  meaning: Meaning,
  devices: readonly Device[],
  state: string,
  voice: Voice,
): string {
  const { say } = voice;
  const what = whatOf(meaning, voice);
  if (meaning.ask !== "count" && devices.length > 0 && devices.every(isMotion))
    return wordMotion(meaning, devices, state, voice);
  const stateSaid = stateText(state, devices, voice);
  const { inState, others } = byState(devices, state);
  const be = (many: readonly Device[]) => (many.length === 1 ? "is" : "are");
  const some = fill(say.someAre, {
    names: listNames(inState, voice),
    state: stateSaid,
    be: be(inState),
  });
  if (meaning.targets.some(({ all }) => all)) {
    if (others.length === 0 && inState.length > 0)
      return say.yes + fill(say.allAre, { what, state: stateSaid });
    const names = listNames(others.length > 0 ? others : devices, voice);
    return (
      say.no +
      fill(say.notAll, { names, notState: say.notStates[state] ?? stateSaid, be: be(others) })
    );
  }
  if (meaning.ask === "count")
    return fill(say.count, { count: inState.length, state: stateSaid, be: be(inState) });
  if (inState.length === 0) {
    const none = fill(say.noneAre, { what, state: stateSaid });
    return meaning.ask === "which" || isChinese(voice.language) ? none : say.no + none;
  }
  return meaning.ask === "which" || meaning.negative ? some : say.yes + some;
}

/** The kind that was asked about, as people call it. */
export function whatOf(meaning: Meaning, voice: Voice): string {
  const head = meaning.targets[0]?.head;
  if (head?.by !== "kind") return "";
  const entry = KINDS.find(({ kind }) => kind.id === head.kind.id);
  return entry ? (expand(isChinese(voice.language) ? entry.zh : entry.ens)[0] ?? "") : "";
}

/** Values: "the temperature of the bedroom sensor is 23 °C". */
function wordValues(meaning: Meaning, devices: readonly Device[], voice: Voice): string {
  const { say } = voice;
  const names = namesOf(meaning.attribute);
  const parts = devices.map((device) => {
    const name = nameFor(device, voice);
    if (!device.available) return fill(say.offline, { name });
    if (meaning.ask === "where") return wordWhere(device, name, voice);
    const value = names.length > 0 ? readWithTarget(device, names, voice) : describe(device, voice);
    if (value === undefined) return fill(say.unknownState, { name });
    const attribute =
      meaning.attribute && meaning.attribute !== "state"
        ? (say.attributes[meaning.attribute] ?? meaning.attribute)
        : "";
    return attribute === ""
      ? fill(say.value, { name, value })
      : fill(say.valueOf, { name, attribute, value });
  });
  return joinList(parts, { ...voice, say: { ...say, listJoin: say.join, listLast: say.join } });
}

/** A thermostat tells what it measures and what it is set to. */
function readWithTarget(
  device: Device,
  names: readonly string[],
  voice: Voice,
): string | undefined {
  const value = readValue(device, names, voice);
  const target = names.includes("temperature") && readValue(device, ["target_temperature"], voice);
  return value !== undefined && target ? fill(voice.say.valueTarget, { value, target }) : value;
}

/** Where somebody is: a zone by its name, or what being there is called. */
function wordWhere(device: Device, name: string, voice: Voice): string {
  const { say } = voice;
  const said = textStates(device)[0];
  const state = said === undefined ? undefined : say.states[said];
  if (state !== undefined) return fill(say.isState, { name, state });
  return said === undefined
    ? fill(say.unknownState, { name })
    : fill(say.at, { name, value: said });
}
