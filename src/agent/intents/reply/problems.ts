/** Words why nothing was done, so that the person knows what to say instead. */
import type { HouseSnapshot, Timer } from "#contract";
import { KINDS } from "../content/kinds.ts";
import { expand } from "../language/expand.ts";
import { isChinese } from "../language/language.ts";
import { CANDIDATES_SHOWN } from "../limits.ts";
import type { Meaning } from "../meaning/types.ts";
import type { Command, Plan } from "../plan/types.ts";
import { fill, joinList, listNames, nameFor, timeText, type Voice } from "./format.ts";

/** The reason of a plan that is not feasible, or of one that needs no tool; undefined for the others. */
export function wordProblem(
  { plan, meaning }: Command,
  house: HouseSnapshot,
  voice: Voice,
): string | undefined {
  const { say } = voice;
  switch (plan.kind) {
    case "ambiguous":
      return fill(say.which, {
        names: offer(
          plan.candidates.map((device) => nameWithRoom(device, plan.candidates, voice)),
          voice,
        ),
      });
    case "ambiguous_area":
      return fill(say.whichRoomOf, {
        names: offer(
          plan.candidates.map(({ name }) => name),
          voice,
        ),
      });
    case "ambiguous_timer":
      return fill(say.whichTimer, {
        count: plan.candidates.length,
        names: offer(
          plan.candidates.map((timer) => timerLabel(timer, voice)),
          voice,
        ),
      });
    case "unknown_device":
      return fill(say.unknownDevice, { text: plan.text });
    case "unknown_area":
      return fill(say.unknownArea, { text: plan.text });
    case "not_there":
      return fill(plan.actual ? say.notThere : say.notThereNowhere, {
        name: plan.name,
        place: placeText(plan.place),
        actual: plan.actual ?? "",
      });
    case "none_of_kind":
      return wordNone(plan, meaning, voice);
    case "no_timer":
      return say.noTimer;
    case "which_others":
      return say.whichOthers;
    case "unreachable":
      return fill(say.unreachable, { names: listNames(plan.devices, voice) });
    case "lock_instead":
      return fill(say.lockInstead[plan.meaning.verb === "lock" ? "lock" : "unlock"], {
        names: offer(
          plan.candidates.map((device) => nameFor(device, voice)),
          voice,
        ),
      });
    case "which_thing":
      return say.whichThing;
    case "which_room":
      return say.whichRoom;
    case "cannot":
      return fill(say.cannot, {
        names: listNames(plan.devices, voice),
        wants: say.wants[plan.wants] ?? say.wants["default"] ?? "",
      });
    case "out_of_range":
      return fill(say.outOfRange, {
        name: nameFor(plan.device, voice),
        min: plan.min,
        max: plan.max,
        unit: plan.unit,
      });
    case "unsupported":
      return say.unsupported[plan.topic] ?? say.noTool;
    case "already":
      return fill(say.already[plan.limit], {
        names: listNames(
          house.devices.filter(({ id }) => plan.devices.includes(id)),
          voice,
        ),
      });
    default:
      return undefined;
  }
}

/** Devices of one name are told apart by their rooms. */
function nameWithRoom(
  device: Parameters<typeof nameFor>[0],
  among: readonly (typeof device)[],
  voice: Voice,
): string {
  const name = nameFor(device, voice);
  const twin = among.some((other) => other.id !== device.id && nameFor(other, voice) === name);
  return twin && device.area
    ? isChinese(voice.language)
      ? `${device.area.name}的${name}`
      : `${name} (${device.area.name})`
    : name;
}

function offer(names: readonly string[], voice: Voice): string {
  const { say } = voice;
  const shown = names.slice(0, CANDIDATES_SHOWN);
  return names.length > shown.length
    ? fill(say.offerMore, { names: shown.join(say.listJoin) })
    : joinList(shown, { ...voice, say: { ...say, listLast: say.offerLast } });
}

/** A timer by its name; without one by its length, and by what is left where lengths are alike. */
function timerLabel({ name, durationMs, remainingMs }: Timer, voice: Voice): string {
  return (
    name ??
    fill(voice.say.timerUnnamed, {
      length: timeText(durationMs / 1000, voice),
      time: timeText(remainingMs / 1000, voice),
    })
  );
}

function placeText(place: { area?: string; floor?: string }): string {
  return [place.floor, place.area].filter((part) => part !== undefined).join(" ");
}

function wordNone(plan: Plan & { kind: "none_of_kind" }, meaning: Meaning, voice: Voice): string {
  const { say, language } = voice;
  const there = placeText(plan.place);
  const place = there === "" ? say.nowhere : fill(say.inPlace, { place: there });
  const sensor = say.sensors[meaning.attribute ?? ""];
  if (!plan.what && sensor !== undefined) return fill(say.noSensor, { place, sensor });
  const entry = plan.what && KINDS.find(({ kind }) => kind.id === plan.what?.id);
  const what = entry ? (expand(isChinese(language) ? entry.zh : entry.en)[0] ?? "") : "";
  if (what === "") return there === "" ? say.noneAtAll : fill(say.noneThere, { place });
  if (plan.what?.domain === "person") return say.noPerson;
  // Whether a window is open is what a sensor tells; a motor is not what was asked for.
  const opens = meaning.ask !== undefined && OPENINGS.has(plan.what?.id ?? "");
  return opens
    ? fill(say.noSensor, { place, sensor: fill(say.opening, { what }) })
    : fill(say.noneOfKind, { place, what });
}

const OPENINGS = new Set(["window", "door", "garage", "gate"]);
