/** Brightness, color and color temperature. */
import type { Facts } from "../reading/facts.ts";
import { amountOf, stepSlot } from "./amounts.ts";
import { type Frame, hasHead, headsAre, isCommand, targetsAre, UNKNOWN } from "./types.ts";

/** The dimmest that is not off, as Home Assistant's sentences have it. */
const BRIGHTNESS_LEAST = 1;
/** Below this a number beside "temperature" means degrees, above it kelvin. */
const KELVIN_LEAST = 1000;

const hasPlace = (facts: Facts) =>
  facts.targets.some(({ area, floor, here, room }) => area || floor || here || room);

const color: Frame = {
  roles: ["verb", "attribute", "color"],
  verbs: ["set", "turn"],
  attributes: ["color"],
  read(facts) {
    if (facts.color === undefined || !isCommand(facts) || !targetsAre(facts, "light", UNKNOWN))
      return undefined;
    // "the red light" is a description; a wish names the color after the thing, or says "color".
    const after = /(name|kind|pronoun|here|area|floor|attribute|verb) (\w+ )*color\b/.test(
      facts.order,
    );
    const says = facts.verbs.length > 0 || facts.attributes.length > 0;
    if (!says && !headsAre(facts, "light")) return undefined;
    return after || facts.attributes.length > 0
      ? { intent: "HassLightSet", values: { color: facts.color }, domain: "light" }
      : undefined;
  },
};

const temperature: Frame = {
  roles: ["verb", "attribute", "number", "kelvin", "step", "amount"],
  verbs: ["set", "turn"],
  attributes: ["color_temp", "temperature", "color"],
  read(facts) {
    if (!isCommand(facts) || !targetsAre(facts, "light", UNKNOWN)) return undefined;
    const [step] = facts.steps;
    if (step) return warmth(facts, step.up, step.attribute);
    const kelvin = facts.kelvin ?? kelvinNumber(facts);
    if (kelvin === undefined) return undefined;
    const says = facts.attributes.includes("color_temp") || headsAre(facts, "light");
    const sets = facts.verbs.length > 0 && (hasPlace(facts) || facts.setTo);
    const number = facts.numbers[0]?.unit === "kelvin";
    if (!says && !sets && !number) return undefined;
    // "warm light" describes; a wish has a verb or names the quantity.
    if (facts.verbs.length === 0 && facts.attributes.length === 0 && !number) return undefined;
    return { intent: "HassLightSet", values: { temperature: kelvin }, domain: "light" };
  },
};

/** 灯暖一点: of a lamp "warmer" is its color. */
function warmth(facts: Facts, up: boolean, attribute: string | undefined) {
  const says =
    attribute === "temperature" &&
    (headsAre(facts, "light") || facts.attributes.includes("color_temp"));
  const plain = facts.numbers.length === 0 && facts.kelvin === undefined;
  if (!says || !plain) return undefined;
  return {
    intent: "HassLightSet",
    values: { temperature_step: up ? "up" : "down" },
    domain: "light",
  };
}

function kelvinNumber(facts: Facts): number | undefined {
  const number = facts.numbers[0];
  if (!number || (number.unit !== "kelvin" && number.unit !== "none")) return undefined;
  return number.value >= KELVIN_LEAST ? number.value : undefined;
}

const brightness: Frame = {
  roles: ["verb", "attribute", "number", "level", "step", "amount", "part"],
  verbs: ["set", "turn", "open", "on"],
  attributes: ["brightness"],
  read(facts) {
    if (!isCommand(facts) || !targetsAre(facts, "light", UNKNOWN)) return undefined;
    const foreign = [facts.level, ...facts.steps].some(
      (one) => one?.attribute && one.attribute !== "brightness",
    );
    const amount = amountOf(facts, BRIGHTNESS_LEAST);
    if (foreign || !amount || (amount.unit !== "percent" && amount.unit !== "none"))
      return undefined;
    if (!isAboutBrightness(facts)) return undefined;
    if (facts.part && amount.kind === "step") return undefined;
    const values =
      amount.kind === "set" ? { brightness: amount.value } : { brightness_step: stepSlot(amount) };
    return { intent: "HassLightSet", values, domain: "light" };
  },
};

/** Said outright, or a light with an amount, or a room with a percentage ("bedroom 50%"). */
function isAboutBrightness(facts: Facts): boolean {
  const says =
    facts.attributes.includes("brightness") ||
    [facts.level, ...facts.steps].some((one) => one?.attribute === "brightness");
  if (says) return true;
  if (headsAre(facts, "light"))
    return facts.verbs.length > 0 || facts.numbers[0]?.unit === "percent" || !facts.chinese;
  const place = !hasHead(facts) && hasPlace(facts);
  return place && facts.numbers[0]?.unit === "percent" && facts.steps.length === 0;
}

export const LIGHT_FRAMES: readonly Frame[] = [color, temperature, brightness];
