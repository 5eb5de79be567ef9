/** Words what was done to devices, and what was not. */
import type { Device, HouseSnapshot } from "#contract";
import { COLORS } from "../content/colors.ts";
import { KINDS } from "../content/kinds.ts";
import type { Done, Grouped } from "../content/reply-types.ts";
import { isOfKind } from "../house/kinds.ts";
import { expand } from "../language/expand.ts";
import { isChinese } from "../language/language.ts";
import type { Meaning } from "../meaning/types.ts";
import { toKelvin, toPercent } from "../plan/numbers.ts";
import type { DeviceCall } from "../plan/types.ts";
import type { Kind } from "../reading/types.ts";
import { fill, listNames, numberText, type Voice } from "./format.ts";
import type { DeviceOutcome } from "./outcomes.ts";

const BY_INTENT: Readonly<Record<string, Done>> = {
  HassMediaPlayerMute: "mute",
  HassMediaPlayerUnmute: "unmute",
  HassMediaPause: "pause",
  HassMediaUnpause: "resume",
  HassMediaNext: "next",
  HassMediaPrevious: "previous",
  HassVacuumStart: "clean",
  HassVacuumReturnToBase: "dock",
  HassVacuumPause: "pause",
  HassLawnMowerStartMowing: "mow",
  HassLawnMowerDock: "dock",
  HassLawnMowerPause: "pause",
};

const BY_CAPABILITY: Readonly<Record<string, Done>> = {
  brightness: "brightness",
  position: "position",
  volume: "volume",
  speed: "speed",
  fan_mode: "speed",
  target_temperature: "temperature",
  temperature: "temperature",
  target_humidity: "humidity",
  humidity: "humidity",
  color: "color",
  color_temp: "color_temp",
  mode: "mode",
};

/** What a call did, as replies tell it apart. */
function doneBy(meaning: Meaning, call: DeviceCall, device: Device | undefined): Done {
  const byIntent = BY_INTENT[meaning.intent];
  if (byIntent) return byIntent;
  if (/^HassTurn|^HassToggle/.test(meaning.intent)) return switched(meaning, call, device);
  return BY_CAPABILITY[call.capability] ?? "value";
}

function switched(
  { intent, verb }: Meaning,
  { value }: DeviceCall,
  device: Device | undefined,
): Done {
  if (verb === "lock" || verb === "unlock") return verb;
  if (device?.kind === "scene" || device?.kind === "script" || device?.kind === "button")
    return "run";
  const on = intent === "HassToggle" ? value === true || value === "on" : intent === "HassTurnOn";
  if (device?.kind === "cover" || device?.kind === "valve") return on ? "open" : "close";
  return on ? "on" : "off";
}

/** The value of a call as people read it. */
function valueText(call: DeviceCall, device: Device | undefined, voice: Voice): string {
  const capability = device?.capabilities.find(({ name }) => name === call.capability);
  const { value } = call;
  if (capability?.kind === "color") {
    const color = COLORS.find(({ hex }) => hex === value)?.color ?? String(value);
    return voice.say.colors[color] ?? color;
  }
  if (capability?.kind === "enum") return voice.say.modes[String(value)] ?? String(value);
  if (capability?.kind !== "numeric" || typeof value !== "number") return String(value);
  if (call.capability === "color_temp") return numberText(toKelvin(capability, value));
  if (call.capability === "target_temperature" || call.capability === "temperature") {
    return `${numberText(value)}${capability.unit ?? "°"}`;
  }
  const percent = numberText(toPercent(capability, value));
  return call.capability === "speed" ? `${percent}%` : percent;
}

/** What a call is worded against. */
export interface DoneScope {
  readonly house: HouseSnapshot;
  /** Devices that were so already when the command came. */
  readonly idle: ReadonlySet<string>;
}

/** As many are named; larger groups are called by their kind. */
const NAMED_MAX = 4;

/** A large group that was switched: "all the lights", 其他灯; and whether anything had to change. */
function groupText(
  meaning: Meaning,
  call: DeviceCall,
  fine: readonly Device[],
  { house, idle }: DoneScope,
  voice: Voice,
): string | undefined {
  const { say } = voice;
  const kind = kindOfAll(meaning);
  const [sample] = fine;
  const done = sample && doneBy(meaning, call, sample);
  const quiet = fine.every(({ id }) => idle.has(id));
  if (!kind || !isGrouped(done) || fine.length < 2 || (fine.length <= NAMED_MAX && !quiet))
    return undefined;
  if (!fine.every((device) => isOfKind(device, kind, false))) return undefined;
  const entry = KINDS.find((one) => one.kind.id === kind.id);
  const what = entry ? (expand(isChinese(voice.language) ? entry.zh : entry.ens)[0] ?? "") : "";
  const alike = house.devices.filter((device) => isOfKind(device, kind, false));
  const areas = new Set(fine.map(({ area }) => area?.id ?? null));
  const place = areas.size === 1 ? sample?.area?.name : undefined;
  const there = alike.filter(({ area }) => place !== undefined && area?.name === place);
  const whole = alike.length === fine.length;
  if (!whole && place !== undefined && there.length !== fine.length) return undefined;
  const key = whole ? "all" : place === undefined ? "others" : "there";
  // "The other lights" are all but the excepted and the failed ones, not those of some floor.
  const elsewhere = meaning.targets.some(({ floor, area, here }) => floor || area || here);
  if (key === "others" && elsewhere) return undefined;
  const group = fill(say.group[key], { what, place: place ?? "" });
  return fill((quiet ? say.groupAlready : say.groupDone)[done], { what: group });
}

/** The one kind that a command is for. */
function kindOfAll({ targets }: Meaning): Kind | undefined {
  const [head] = targets.map((target) => target.head);
  // "Everything" leaves plugs and locks alone: "all devices are off" would not be true.
  return targets.length === 1 && head?.by === "kind" && head.kind.domain !== "all"
    ? head.kind
    : undefined;
}

function isGrouped(done: Done | undefined): done is Grouped {
  return done === "on" || done === "off" || done === "open" || done === "close";
}

/** One call in words: what worked, what is not confirmed, what failed and why. */
export function wordCall(
  meaning: Meaning,
  call: DeviceCall,
  outcomes: readonly DeviceOutcome[],
  { house, idle }: DoneScope,
  voice: Voice,
): { readonly good: string[]; readonly bad: string[] } {
  const deviceOf = new Map(house.devices.map((device) => [device.id, device]));
  const pick = (accepts: (outcome: string) => boolean) =>
    outcomes.filter(({ outcome }) => accepts(outcome)).flatMap(({ id }) => deviceOf.get(id) ?? []);
  const fine = pick((outcome) => outcome === "ok");
  const waiting = pick((outcome) => outcome === "unconfirmed");
  const denied = pick((outcome) => outcome === "denied");
  const good: string[] = [];
  const bad: string[] = [];
  const [sample] = fine.length > 0 ? fine : waiting;
  if (fine.length > 0) {
    const group = groupText(meaning, call, fine, { house, idle }, voice);
    const values = { names: listNames(fine, voice), value: valueText(call, sample, voice) };
    good.push(group ?? fill(voice.say.done[doneBy(meaning, call, sample)], values));
  }
  if (waiting.length > 0)
    bad.push(fill(voice.say.unconfirmed, { names: listNames(waiting, voice) }));
  if (denied.length > 0) bad.push(fill(voice.say.denied, { names: listNames(denied, voice) }));
  const only = fine.length > 1 && waiting.length + denied.length === 0;
  bad.push(...failures(outcomes, deviceOf, voice, only));
  return { good, bad };
}

const SETTLED = new Set(["ok", "unconfirmed", "denied"]);

/** Failures with the same reason are told together. */
function failures(
  outcomes: readonly DeviceOutcome[],
  deviceOf: ReadonlyMap<string, Device>,
  voice: Voice,
  only: boolean,
): string[] {
  const byReason = new Map<string, Device[]>();
  for (const { id, outcome, message, code } of outcomes) {
    const device = deviceOf.get(id);
    if (SETTLED.has(outcome) || !device) continue;
    const { reasons } = voice.say;
    const offline = device.available ? undefined : reasons["DEVICE_UNAVAILABLE"];
    const reason =
      offline ??
      reasons[code ?? ""] ??
      message ??
      reasons[outcome] ??
      reasons["unknown"] ??
      outcome;
    byReason.set(reason, [...(byReason.get(reason) ?? []), device]);
  }
  return [...byReason].map(([reason, devices]) =>
    fill(only && byReason.size === 1 ? voice.say.failedOnly : voice.say.failed, {
      names: listNames(devices, voice),
      reason: reason.replace(/[。.]$/, ""),
    }),
  );
}
