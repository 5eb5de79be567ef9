/** Temperatures, modes, fan speeds, humidity, positions of covers and valves. */
import type { Facts } from "../reading/facts.ts";
import { type Amount, amountOf, stepSlot } from "./amounts.ts";
import { type Frame, hasHead, headsAre, isCommand, targetsAre, UNKNOWN } from "./types.ts";

const DEGREES = new Set(["degree", "celsius", "fahrenheit"]);

/** A step that belongs to another quantity: "brighter" says nothing about a fan. */
function isForeign(facts: Facts, attribute: string): boolean {
  return [facts.level, ...facts.steps].some(
    (one) => one?.attribute !== undefined && one.attribute !== attribute,
  );
}

const climate: Frame = {
  roles: ["verb", "attribute", "number", "step", "amount", "part", "level", "mode"],
  verbs: ["set", "turn", "open", "on"],
  attributes: ["temperature"],
  read(facts) {
    if (!isCommand(facts) || !targetsAre(facts, "climate", "water_heater", UNKNOWN))
      return undefined;
    if (isForeign(facts, "temperature") || facts.level || facts.mode) return undefined;
    // "Set it to cool, 24 degrees" is two commands: the second word for setting is a mode.
    if (facts.verbs.filter((verb) => verb === "set").length > 1) return undefined;
    const amount = amountOf(facts, 0);
    if (!amount || amount.unit === "percent" || amount.unit === "kelvin") return undefined;
    if (!isAboutTemperature(facts, amount)) return undefined;
    // "The living room is at 24 degrees": a temperature without a verb tells what is.
    if (amount.kind === "set" && facts.verbs.length + facts.steps.length === 0 && !facts.commanding)
      return undefined;
    return {
      intent: "HassClimateSetTemperature",
      values:
        amount.kind === "set"
          ? { temperature: amount.value }
          : { temperature_step: stepSlot(amount) },
      domain: "climate",
      ...(amount.unit === "fahrenheit" ? { fahrenheit: true } : {}),
    };
  },
};

function isAboutTemperature(facts: Facts, amount: Amount): boolean {
  const says =
    facts.attributes.includes("temperature") ||
    facts.steps.some((step) => step.attribute === "temperature");
  if (says || headsAre(facts, "climate", "water_heater")) return true;
  // "set the bedroom to 21 degrees", 调到26度: degrees are temperatures when something is set.
  return (
    !hasHead(facts) &&
    DEGREES.has(amount.unit) &&
    (facts.verbs.length > 0 || amount.kind === "step")
  );
}

const mode: Frame = {
  roles: ["verb", "attribute", "mode", "kelvin"],
  verbs: ["set", "turn", "open", "on", "run"],
  attributes: ["mode"],
  read: (facts) =>
    facts.mode !== undefined &&
    facts.kelvin === undefined &&
    isCommand(facts) &&
    headsAre(facts, "climate", "humidifier", "water_heater")
      ? { intent: "HassClimateSetMode", values: { mode: facts.mode } }
      : undefined,
};

const fan: Frame = {
  roles: ["verb", "attribute", "number", "step", "amount", "level", "part"],
  verbs: ["set", "turn", "open", "on"],
  attributes: ["speed"],
  read(facts) {
    const says =
      facts.attributes.includes("speed") ||
      [facts.level, ...facts.steps].some((one) => one?.attribute === "speed");
    if (!isCommand(facts) || !targetsAre(facts, "fan", ...(says ? ["climate", "humidifier"] : [])))
      return undefined;
    const amount = amountOf(facts, BOUND_LEAST);
    if (
      !amount ||
      isForeign(facts, "speed") ||
      (amount.unit !== "percent" && amount.unit !== "none")
    )
      return undefined;
    if (!says && !headsAre(facts, "fan")) return undefined;
    return {
      intent: "HassFanSetSpeed",
      values:
        amount.kind === "set"
          ? { percentage: amount.value }
          : { percentage_step: stepSlot(amount) },
      domain: "fan",
    };
  },
};

/** "The lowest" for a fan still turns. */
const BOUND_LEAST = 1;

const position: Frame = {
  roles: ["verb", "attribute", "number", "step", "amount", "level", "part"],
  verbs: ["set", "turn", "open", "close", "on"],
  attributes: ["position"],
  read(facts) {
    if (!isCommand(facts) || !headsAre(facts, "cover", "valve")) return undefined;
    const amount = amountOf(facts, 0) ?? bitOf(facts);
    if (
      !amount ||
      isForeign(facts, "position") ||
      (amount.unit !== "percent" && amount.unit !== "none")
    )
      return undefined;
    return {
      intent: "HassSetPosition",
      values:
        amount.kind === "set" ? { position: amount.value } : { position_step: stepSlot(amount) },
    };
  },
};

/** 关一点, "open it a bit": the verb gives the direction. */
function bitOf(facts: Facts): Amount | undefined {
  const [verb] = facts.verbs;
  if (!facts.roles.has("amount") || facts.numbers.length > 0 || facts.level) return undefined;
  if (facts.verbs.length !== 1 || (verb !== "open" && verb !== "close")) return undefined;
  return { kind: "step", up: verb === "open", by: undefined, unit: "none" };
}

const humidity: Frame = {
  roles: ["verb", "attribute", "number", "step", "amount", "level"],
  verbs: ["set", "turn"],
  attributes: ["humidity"],
  read(facts) {
    if (!isCommand(facts) || !targetsAre(facts, "humidifier")) return undefined;
    const amount = amountOf(facts, 0);
    if (!amount || isForeign(facts, "humidity")) return undefined;
    if (!facts.attributes.includes("humidity") && !headsAre(facts, "humidifier")) return undefined;
    return {
      intent: "HassHumidifierSetpoint",
      values:
        amount.kind === "set" ? { humidity: amount.value } : { humidity_step: stepSlot(amount) },
      domain: "humidifier",
    };
  },
};

export const COMFORT_FRAMES: readonly Frame[] = [mode, climate, fan, position, humidity];
