/** Questions about the house: states, temperatures, people, weather, the date and the time. */
import { kindOf } from "../content/kinds.ts";
import type { Facts } from "../reading/facts.ts";
import type { Head, Target } from "../reading/targets.ts";
import type { Ask, Attribute, Role } from "../reading/types.ts";
import { domainOf, spokenState } from "./states.ts";
import { type Frame, hasHead, headsAre, type Meaning, targetsAre, UNKNOWN } from "./types.ts";

const ASKING: readonly Role[] = ["ask", "be", "state", "zone", "attribute", "day"];

/** The most telling question of a clause: "告诉我哪些灯开着" asks which. */
function askOf(facts: Facts): Ask {
  const order: readonly Ask[] = [
    "count",
    "which",
    "any",
    "who",
    "where",
    "value",
    "remaining",
    "is",
  ];
  const ask = order.find((one) => facts.asks.includes(one)) ?? "value";
  return ask === "is" && facts.targets.some(({ any }) => any) ? "any" : ask;
}

/** An English question opens with its question word; a Chinese one may end with it. */
const isQuestion = (facts: Facts) =>
  facts.asks.length > 0 &&
  facts.verbs.length === 0 &&
  (facts.chinese || facts.asksFirst || !facts.asks.includes("is"));

const readState: Frame = {
  roles: ASKING,
  attributes: ["state"],
  read(facts) {
    const said = facts.zone ?? facts.states[0];
    if (!isQuestion(facts) || said === undefined || facts.states.length > 1) return undefined;
    const asked = facts.targets.length > 0 ? facts.targets : [{}];
    const targets = asked.map((target) => stateTarget(target, said, facts));
    const heads = targets.map(({ head }) => head);
    const [head] = heads;
    const ask = askOf(facts);
    if (!head) return undefined;
    // "which kitchen lights" asks about lights, also where one of them is called "Kitchen Light".
    // 车库门有没有打开 is about one door; 车库门有没有打开的 about all of them.
    const counts =
      ask === "which" || ask === "count" || (ask === "any" && (!facts.chinese || facts.endsWithOf));
    if (head.by === "name" && counts) return undefined;
    const person = heads.every((one) =>
      one?.by === "name"
        ? one.domains.includes("person")
        : one?.by === "kind" && one.kind.domain === "person",
    );
    const whereabouts = facts.zone !== undefined || said === "home" || said === "not_home";
    if (whereabouts !== person || (facts.asks.includes("who") && !person && said !== "detected"))
      return undefined;
    return {
      intent: "HassGetState",
      targets,
      values: { state: facts.zone ?? spokenState(said, head) },
      ask,
      ...openingOf(said, head),
      ...(facts.negative ? { negative: true as const } : {}),
    };
  },
};

/** 大门开着吗 asks of the door, also where only its lock has that name. */
function openingOf(said: string, head: Head): Pick<Meaning, "opening"> {
  if (head.by !== "name" || domainOf(head) !== "lock") return {};
  if (said === "on" || said === "open") return { opening: "open" };
  return said === "off" || said === "closed" ? { opening: "closed" } : {};
}

/** What a state is asked of: people for "home", locks for "locked", motion sensors for "有人". */
function stateTarget(target: Target, said: string, facts: Facts): Target {
  const { head } = target;
  if (!head && (facts.asks.includes("who") || said === "home")) {
    return { ...target, head: { by: "kind", kind: kindOf("person"), plural: true } };
  }
  if ((!head || isPeople(head)) && (said === "detected" || said === "clear")) {
    return { ...target, head: { by: "kind", kind: kindOf("motion"), plural: true } };
  }
  if (
    head?.by === "kind" &&
    head.kind.id === "door" &&
    (said === "locked" || said === "unlocked")
  ) {
    return { ...target, head: { ...head, kind: kindOf("lock") } };
  }
  return target;
}

const isPeople = (head: Target["head"]) => head?.by === "kind" && head.kind.id === "person";

/** "who is home" has no target at all. */
const whoIsWhere: Frame = {
  roles: ["ask", "be", "state", "zone"],
  read(facts) {
    const state = facts.zone ?? facts.states[0];
    if (
      state === undefined ||
      !facts.asks.includes("who") ||
      hasHead(facts) ||
      facts.verbs.length > 0
    )
      return undefined;
    if (state !== "home" && state !== "not_home" && facts.zone === undefined) return undefined;
    const people: Target = { head: { by: "kind", kind: kindOf("person"), plural: true } };
    return { intent: "HassGetState", targets: [people], values: { state }, ask: "which" };
  },
};

const CLIMATE: readonly string[] = ["climate", "water_heater"];

const temperature: Frame = {
  roles: ["ask", "be", "attribute", "day"],
  attributes: ["temperature"],
  read(facts) {
    if (!facts.attributes.includes("temperature") || facts.verbs.length > 0) return undefined;
    if (!targetsAre(facts, ...CLIMATE, UNKNOWN) || !onlyAsksValue(facts)) return undefined;
    return {
      intent: "HassClimateGetTemperature",
      domain: "climate",
      ask: "value",
      attribute: "temperature",
    };
  },
};

const onlyAsksValue = (facts: Facts) =>
  facts.asks.every((ask) => ask === "value" || ask === "count" || ask === "which");

/** "客厅湿度多少", "how much power does the fridge use": a quantity of a place or of a thing. */
const quantity: Frame = {
  roles: ["ask", "be", "attribute", "day"],
  attributes: [
    "temperature",
    "humidity",
    "battery",
    "power",
    "energy",
    "illuminance",
    "brightness",
    "volume",
    "position",
    "speed",
    "mode",
    "pm25",
    "co2",
    "state",
    "color",
    "color_temp",
  ],
  read(facts) {
    if (facts.verbs.length > 0 || !onlyAsksValue(facts)) return undefined;
    const attribute = facts.attributes.find((one) => one !== "state");
    // 客厅灯亮不亮 asks whether the lamp is on.
    if (attribute === "illuminance" && headsAre(facts, "light")) return undefined;
    const named =
      facts.targets.length > 0 && facts.targets.every(({ head }) => head?.by === "name");
    if (named && (facts.asks.length > 0 || facts.attributes.length > 0)) {
      return { intent: "HassGetState", ask: "value", ...(attribute ? { attribute } : {}) };
    }
    if (!attribute || !(attribute in SENSED) || hasHead(facts)) return undefined;
    const sensed = SENSED[attribute] ?? attribute;
    return {
      intent: "HassGetState",
      domain: "sensor",
      values: { domain: "sensor", device_class: sensed },
      ask: "value",
      attribute: sensed,
    };
  },
};

/** Quantities that sensors of a room measure; how bright a room is, is its illuminance. */
const SENSED: Partial<Record<Attribute, Attribute>> = {
  humidity: "humidity",
  illuminance: "illuminance",
  brightness: "illuminance",
  pm25: "pm25",
  co2: "co2",
  power: "power",
  energy: "energy",
};

const where: Frame = {
  roles: ["ask", "be"],
  read: (facts) =>
    facts.asks.includes("where") &&
    facts.verbs.length === 0 &&
    headsAre(facts, "person", "vacuum", "lawn_mower")
      ? { intent: "HassGetState", ask: "where" }
      : undefined,
};

const weather: Frame = {
  roles: ["ask", "be", "weather", "day", "attribute"],
  attributes: ["temperature", "state"],
  read(facts) {
    if (!facts.roles.has("weather") || !targetsAre(facts, "weather") || facts.verbs.length > 0)
      return undefined;
    return { intent: "HassGetWeather", domain: "weather", ask: "value" };
  },
};

function plain(intent: string, role: Role): Frame {
  return {
    roles: ["ask", "be", role, "day"],
    read: (facts): (Partial<Meaning> & { intent: string }) | undefined =>
      facts.roles.has(role) &&
      facts.targets.length === 0 &&
      facts.verbs.length === 0 &&
      (facts.asks.length > 0 || facts.chinese)
        ? { intent }
        : undefined,
  };
}

export const QUESTION_FRAMES: readonly Frame[] = [
  plain("HassGetCurrentDate", "date"),
  plain("HassGetCurrentTime", "clock"),
  weather,
  whoIsWhere,
  readState,
  where,
  temperature,
  quantity,
];
