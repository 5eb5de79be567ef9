/** On and off, open and close, lock and unlock, scenes and scripts. */
import { kindOf } from "../content/kinds.ts";
import type { Facts } from "../reading/facts.ts";
import type { Target } from "../reading/targets.ts";
import { type Frame, hasHead, headsAre, isCommand, targetsAre, UNKNOWN } from "./types.ts";

/** Domains that can be switched. A sensor or a person cannot. */
const SWITCHABLE = [
  "light",
  "switch",
  "outlet",
  "fan",
  "climate",
  "cover",
  "valve",
  "media_player",
  "humidifier",
  "water_heater",
  "scene",
  "script",
  "button",
  "camera",
  "all",
  UNKNOWN,
];

/** Which way a clause switches: by its verb, by "turn … on", or by "lights on" alone. */
function direction(facts: Facts): "on" | "off" | undefined {
  const { verbs, part } = facts;
  const ons = verbs.filter(
    (verb) => verb === "on" || verb === "open" || verb === "light_up" || verb === "start",
  ).length;
  const offs = verbs.filter((verb) => verb === "off" || verb === "close").length;
  const turns = verbs.filter((verb) => verb === "turn").length;
  if (ons + offs + turns !== verbs.length || verbs.length > 1) return undefined;
  if (ons === 1) return part === "off" ? undefined : "on";
  if (offs === 1) return part === "on" ? undefined : "off";
  if (turns === 1) return part;
  // "lights on": the particle comes after the thing, and no bare place after the particle.
  const telegraphic =
    /(name|kind)( \w+)* part/.test(facts.order) &&
    !facts.order.includes("unknown") &&
    !facts.partIsPreposition;
  return telegraphic ? part : undefined;
}

const turn: Frame = {
  roles: ["verb", "part"],
  verbs: ["on", "off", "open", "close", "turn", "light_up", "start"],
  read(facts) {
    const way = direction(facts);
    if (!way || !isCommand(facts) || !headsAre(facts, ...SWITCHABLE)) return undefined;
    // "Everything" may be switched off, never on.
    if (way === "on" && !headsAre(facts, ...SWITCHABLE.filter((domain) => domain !== "all")))
      return undefined;
    return { intent: way === "on" ? "HassTurnOn" : "HassTurnOff" };
  },
};

/** Light without the word: "light up the kitchen", "illuminate the first floor", 照亮客厅. */
const lightUp: Frame = {
  roles: ["verb"],
  verbs: ["light_up"],
  read(facts) {
    if (facts.verbs.length !== 1 || !isCommand(facts)) return undefined;
    if (facts.targets.some(({ head }) => head)) return undefined;
    const light = { by: "kind", kind: kindOf("light"), plural: true } as const;
    const places = facts.targets.length > 0 ? facts.targets : [{}];
    return { intent: "HassTurnOn", targets: places.map((place) => ({ ...place, head: light })) };
  },
};

/** A bare "turn it off", 关掉: the conversation must say what. */
const turnThat: Frame = {
  roles: ["verb", "part"],
  verbs: ["on", "off", "open", "close", "turn"],
  read(facts) {
    const way = direction(facts);
    const bare = facts.targets.every(
      (target) => !target.head && !target.area && !target.floor && !target.room && !target.here,
    );
    if (!way || !bare || !isCommand(facts)) return undefined;
    return { intent: way === "on" ? "HassTurnOn" : "HassTurnOff", targets: [{ pronoun: "one" }] };
  },
};

/** A door that is locked is a lock. */
function asLock(target: Target): Target {
  const { head } = target;
  if (head?.by !== "kind" || head.kind.domain !== "cover") return target;
  return { ...target, head: { ...head, kind: kindOf("lock") } };
}

/** Home Assistant turns a lock "on" to lock it. Opening a lock unlocks it, as people mean it. */
const locks: Frame = {
  roles: ["verb"],
  verbs: ["lock", "unlock", "open", "close"],
  read(facts) {
    const [verb] = facts.verbs;
    if (!verb || facts.verbs.length > 2 || !isCommand(facts)) return undefined;
    const says = facts.verbs.some((said) => said === "lock" || said === "unlock");
    if (!says && facts.targets.some(({ head }) => !head)) return undefined;
    if (!hasHead(facts) || !targetsAre(facts, "lock", ...(says ? ["cover"] : []))) return undefined;
    const doors = facts.targets.every(
      ({ head }) => head?.by !== "name" || head.domains.includes("lock"),
    );
    if (!doors) return undefined;
    const unlock = facts.verbs.includes("unlock") || (!says && verb === "open");
    return {
      intent: unlock ? "HassTurnOff" : "HassTurnOn",
      verb: unlock ? "unlock" : "lock",
      targets: facts.targets.map(asLock),
    };
  },
};

/** "Lock up": every lock of the house. */
const lockUp: Frame = {
  roles: ["verb"],
  verbs: ["lock_up"],
  read(facts) {
    const bare = facts.targets.every(({ head, area, pronoun }) => !head && !area && !pronoun);
    if (facts.verbs.length !== 1 || !bare || !isCommand(facts)) return undefined;
    const head = { by: "kind", kind: kindOf("lock"), plural: true } as const;
    return { intent: "HassTurnOn", verb: "lock", targets: [{ all: true, head }] };
  },
};

/** Scenes and scripts start by their name alone: nobody says it for another reason. */
const scenes: Frame = {
  roles: ["verb", "part", "attribute"],
  verbs: ["run", "on", "open", "start", "set", "turn"],
  attributes: ["mode"],
  read(facts) {
    if (!headsAre(facts, "scene", "script") || !isCommand(facts)) return undefined;
    const named = facts.targets.every(({ head }) => head?.by === "name");
    return named && facts.part !== "off" ? { intent: "HassTurnOn" } : undefined;
  },
};

const toggle: Frame = {
  roles: ["verb"],
  verbs: ["toggle"],
  read: (facts) =>
    facts.verbs.length === 1 && isCommand(facts) && headsAre(facts, ...SWITCHABLE)
      ? { intent: "HassToggle" }
      : undefined,
};

export const TURN_FRAMES: readonly Frame[] = [
  locks,
  lockUp,
  scenes,
  turn,
  lightUp,
  toggle,
  turnThat,
];
