/** Ids of tool calls when history is replayed: what an API takes, and a stand-in where it would not. */
import { isRecord } from "./piece.ts";

/** What an API takes as the id of a call. */
export interface CallIdRule {
  readonly min: number;
  readonly max: number;
  /** Letters and digits only; otherwise `_` and `-` too. */
  readonly plain: boolean;
}

/** What every API but one takes: OpenAI's limit is the tightest. */
const USUAL: CallIdRule = { min: 1, max: 40, plain: false };

/** A stand-in needs this much room. */
const STAND_IN_LENGTH = 9;

/** The rule in an adapter's `call_ids`, field by field; what cannot work is left out. */
export function callIdRuleOf(value: unknown): CallIdRule {
  if (!isRecord(value)) return USUAL;
  const { min, max, plain } = value as { min?: unknown; max?: unknown; plain?: unknown };
  const rule = {
    min: typeof min === "number" && min >= 1 ? min : USUAL.min,
    max: typeof max === "number" && max >= STAND_IN_LENGTH ? max : USUAL.max,
    plain: plain === true,
  };
  return rule.min <= STAND_IN_LENGTH ? rule : { ...rule, min: USUAL.min };
}

/** Gives ids for one history: each as it was where the API takes it, and never the same twice. */
export class CallIds {
  readonly #rule: CallIdRule;
  readonly #used = new Set<string>();
  #standIns = 0;

  constructor(rule: CallIdRule) {
    this.#rule = rule;
  }

  /** The id to send for a call. */
  take(id: string): string {
    const sent = this.#isFit(id) && !this.#used.has(id) ? id : this.#standIn();
    this.#used.add(sent);
    return sent;
  }

  #isFit(id: string): boolean {
    const { min, max, plain } = this.#rule;
    const letters = plain ? /^[A-Za-z0-9]+$/ : /^[A-Za-z0-9_-]+$/;
    return id.length >= min && id.length <= max && letters.test(id);
  }

  #standIn(): string {
    // A real id may look the same; the count ends at the latest behind all that were used.
    for (;;) {
      this.#standIns += 1;
      const id = `call${String(this.#standIns).padStart(STAND_IN_LENGTH - 4, "0")}`;
      if (!this.#used.has(id)) return id;
    }
  }
}
