/** What a clause means: an intent with values and targets, before the house is asked for devices. */
import type { Facts } from "../reading/facts.ts";
import type { Target } from "../reading/targets.ts";
import type { Ask, Attribute, Role, Verb } from "../reading/types.ts";

/** An intent before its targets are looked up. */
export interface Meaning {
  readonly intent: string;
  readonly targets: readonly Target[];
  readonly except: readonly Target[];
  /** Slots other than the target's. */
  readonly values: Readonly<Record<string, number | string>>;
  /** The domain that is meant where no head says so. */
  readonly domain?: string;
  readonly ask?: Ask;
  readonly attribute?: Attribute;
  /** Set for lock and unlock, whose intents say on and off. */
  readonly verb?: Verb;
  /** A door is asked whether it is open, though its lock was named: its contact knows. */
  readonly opening?: "open" | "closed";
  /** Asked the other way round: 没关吧. */
  readonly negative?: true;
  /** Timers that were chosen when asked back. */
  readonly timerIds?: readonly string[];
  /** The temperature in `values` is in degrees Fahrenheit. */
  readonly fahrenheit?: boolean;
  /** What a timer does when it ends. */
  readonly inner?: readonly Meaning[];
  /** What a timer says when it ends. */
  readonly reminder?: string;
  /** What kind of small talk it is. */
  readonly topic?: string;
}

/** One way in which facts make sense. Frames are tried in order; the first that answers wins. */
export interface Frame {
  /** Roles that may occur besides targets. */
  readonly roles: readonly Role[];
  /** Verbs that may occur; absent: none. */
  readonly verbs?: readonly Verb[];
  /** Attributes that may occur; absent: none. */
  readonly attributes?: readonly Attribute[];
  /** The meaning, or undefined when the facts do not fit. */
  readonly read: (facts: Facts) => (Partial<Meaning> & { readonly intent: string }) | undefined;
}

/** Stands among domains for a thing that the house does not know: the frame is general enough for it. */
export const UNKNOWN = "unknown";

/** Whether the heads of all targets are of these domains; without a head any domain will do. */
export function targetsAre(facts: Facts, ...domains: string[]): boolean {
  return facts.targets.every(({ head }) => {
    if (!head) return true;
    if (head.by === "unknown") return domains.includes(UNKNOWN);
    if (head.by === "kind") return domains.includes(head.kind.domain);
    return head.domains.every((domain) => domains.includes(domain));
  });
}

/** Whether there is a head, and all heads are of these domains. */
export function headsAre(facts: Facts, ...domains: string[]): boolean {
  return hasHead(facts) && targetsAre(facts, ...domains);
}

/** Whether any target has a head or is a pronoun. */
export function hasHead(facts: Facts): boolean {
  return facts.targets.some(({ head, pronoun }) => head !== undefined || pronoun !== undefined);
}

/** Whether a clause has the form of a command. */
export function isCommand(facts: Facts): boolean {
  return !facts.report && facts.imperative && facts.asks.length === 0;
}

/** Whether a clause has the form of a command, the thing possibly called first. */
export function isAddressed(facts: Facts): boolean {
  return !facts.report && facts.addressed && facts.asks.length === 0;
}

/** Applies a frame; checks first that nothing is said that it does not know. */
export function applyFrame(frame: Frame, facts: Facts): Meaning | undefined {
  for (const role of facts.roles) if (!frame.roles.includes(role)) return undefined;
  if (!facts.verbs.every((verb) => frame.verbs?.includes(verb))) return undefined;
  if (!facts.attributes.every((attribute) => frame.attributes?.includes(attribute)))
    return undefined;
  const read = frame.read(facts);
  return read && { targets: facts.targets, except: facts.except, values: {}, ...read };
}
