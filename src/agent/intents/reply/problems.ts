/** Words why nothing was done, so that the person knows what to say instead. */
import type { HouseSnapshot } from "#contract";
import { KINDS } from "../content/kinds.ts";
import { expand } from "../language/expand.ts";
import { isChinese } from "../language/language.ts";
import { CANDIDATES_SHOWN } from "../limits.ts";
import type { Command, Plan } from "../plan/types.ts";
import { fill, joinList, listNames, nameFor, timeText, type Voice } from "./format.ts";

/** The reason of a plan that is not feasible, or of one that needs no tool; undefined for the others. */
export function wordProblem(
  { plan }: Command,
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
          plan.candidates.map((timer) => timer.name ?? timeText(timer.durationMs / 1000, voice)),
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
      return wordNone(plan, voice);
    case "no_timer":
      return say.noTimer;
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
  return joinList(names.slice(0, CANDIDATES_SHOWN), voice);
}

function placeText(place: { area?: string; floor?: string }): string {
  return [place.floor, place.area].filter((part) => part !== undefined).join(" ");
}

function wordNone(plan: Plan & { kind: "none_of_kind" }, voice: Voice): string {
  const { say, language } = voice;
  const place = placeText(plan.place);
  const entry = plan.what && KINDS.find(({ kind }) => kind.id === plan.what?.id);
  const what = entry ? (expand(isChinese(language) ? entry.zh : entry.en)[0] ?? "") : "";
  const nowhere = isChinese(language) ? (language === "zh-TW" ? "家裡" : "家里") : "this house";
  if (what === "" && place === "") return say.noneAtAll;
  const device = isChinese(language) ? (language === "zh-TW" ? "裝置" : "设备") : "device";
  return fill(say.noneOfKind, {
    place: place === "" ? nowhere : place,
    what: what === "" ? device : what,
  });
}
