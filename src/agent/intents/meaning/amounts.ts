/** Absolute and relative amounts as clauses give them, told apart in one place for all attributes. */
import type { Facts } from "../reading/facts.ts";
import type { Unit } from "../reading/types.ts";

/** What is to happen to a quantity. */
export type Amount =
  | { readonly kind: "set"; readonly value: number; readonly unit: Unit }
  | {
      readonly kind: "step";
      readonly up: boolean;
      readonly by: number | undefined;
      readonly unit: Unit;
    };

const LEVELS = { max: 100, high: 100, medium: 66, low: 33 } as const;

/**
 * Reads the amount of a clause. A number after "to" (到) is set; a number beside "up" or "down" is a
 * step; a step alone has no size. `least` is what "the lowest" means for this quantity.
 */
export function amountOf(facts: Facts, least: number): Amount | undefined {
  const number = facts.numbers[0];
  if (facts.steps.length > 1 && new Set(facts.steps.map(({ up }) => up)).size > 1) return undefined;
  const [step] = facts.steps;
  if (facts.level) {
    // 主卧灯最暗 compares lamps; a wish has a verb. English says "bedroom maximum brightness".
    if (number || (facts.chinese && facts.verbs.length === 0 && !facts.commanding))
      return undefined;
    const value = facts.level.level === "min" ? least : LEVELS[facts.level.level];
    return { kind: "set", value, unit: "percent" };
  }
  if (number) {
    const { value, unit } = number;
    if (!isWish(facts)) return undefined;
    const relative =
      number.manner === "by" || (step !== undefined && number.manner !== "to" && !facts.setTo);
    if (!relative) return { kind: "set", value, unit };
    return step ? { kind: "step", up: step.up, by: value, unit } : undefined;
  }
  return step ? { kind: "step", up: step.up, by: undefined, unit: "none" } : undefined;
}

/** A value without a verb is a wish only when its quantity is named first: 客厅灯亮度50. */
function isWish(facts: Facts): boolean {
  if (facts.part === "off") return false;
  // 打开空调，24度: behind a command a bare value is one, too.
  if (facts.commanding) return true;
  // 打开走廊灯2 names a lamp: a bare number is a value only after "to", or where its quantity is named.
  const [number] = facts.numbers;
  const bare = number?.unit === "none" && number.manner !== "to" && !facts.setTo;
  if (bare && facts.steps.length === 0 && facts.attributes.length === 0) return false;
  if (!facts.chinese || facts.verbs.length > 0 || facts.steps.length > 0) return true;
  return /attribute (\w+ )*number/.test(facts.order);
}

/** A step as a slot: "up", "down", or a signed number. */
export function stepSlot(amount: Amount & { kind: "step" }): number | string {
  if (amount.by === undefined) return amount.up ? "up" : "down";
  return amount.up ? amount.by : -amount.by;
}
