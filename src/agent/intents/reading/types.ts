/** What a piece of a sentence may mean. One piece can have several readings; the frames choose. */

/** What is to be done, before it is known to what. */
export type Verb =
  | "on"
  | "off"
  | "open"
  | "close"
  | "turn"
  | "toggle"
  | "lock"
  | "unlock"
  | "set"
  | "start"
  | "stop"
  | "pause"
  | "resume"
  | "cancel"
  | "add"
  | "remove"
  | "next"
  | "previous"
  | "mute"
  | "unmute"
  | "play"
  | "run"
  | "clean"
  | "dock"
  | "mow"
  | "work"
  | "light_up"
  | "lock_up";

/** A quantity that a device has. */
export type Attribute =
  | "brightness"
  | "color"
  | "color_temp"
  | "temperature"
  | "humidity"
  | "volume"
  | "position"
  | "speed"
  | "mode"
  | "battery"
  | "power"
  | "energy"
  | "illuminance"
  | "pm25"
  | "co2"
  | "state";

/** What is asked. */
export type Ask = "is" | "any" | "which" | "count" | "value" | "where" | "who" | "remaining";

/** Words that shape a sentence without adding to it. */
export type Mark =
  | "object" // 把, 将: a command follows
  | "request" // can you, 能不能: a question in form, a request in meaning
  | "soft" // 吧, 一下, please: the speaker wants something
  | "done" // 了: with the verb last, a report rather than a command
  | "of" // 的: after a verb it makes a description ("打开的灯"), not a command
  | "progress" // 在 before a verb: what goes on, not what shall be done
  | "pause" // a comma
  | "preposition"
  | "article";

/** How a value is given: "to" sets it, "by" changes it. */
export type Manner = "to" | "by" | "for" | "in" | "none";

/** A kind of device: Home Assistant's domain and, where it matters, device classes. */
export interface Kind {
  readonly id: string;
  readonly domain: string;
  /** The first is the one that slots name, unless the house has another of them. */
  readonly classes?: readonly string[];
}

/** A length of time as said; half an hour is 30 minutes, 90 minutes stay 90 minutes. */
export interface Duration {
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

export type Reading =
  | { readonly role: "fill"; readonly mark?: Mark }
  | { readonly role: "verb"; readonly verb: Verb; readonly to?: true }
  | { readonly role: "part"; readonly part: "on" | "off" }
  | { readonly role: "step"; readonly up: boolean; readonly attribute?: Attribute }
  | { readonly role: "amount" }
  | { readonly role: "attribute"; readonly attribute: Attribute }
  | { readonly role: "kind"; readonly kind: Kind; readonly plural?: boolean }
  | {
      readonly role: "name";
      readonly name: string;
      readonly ids: readonly string[];
      readonly domains: readonly string[];
      readonly slip?: true;
    }
  | { readonly role: "area"; readonly ids: readonly string[]; readonly slip?: true }
  | { readonly role: "floor"; readonly ids: readonly string[] }
  | { readonly role: "zone"; readonly zone: string }
  | { readonly role: "room"; readonly word: string }
  | { readonly role: "here" }
  | { readonly role: "house" }
  | { readonly role: "all" }
  | { readonly role: "any" }
  /** 其他: all but what was excepted or spoken of. */
  | { readonly role: "other" }
  | { readonly role: "pronoun"; readonly plural: boolean }
  | { readonly role: "except" }
  | { readonly role: "except_end" }
  | { readonly role: "and" }
  | {
      readonly role: "number";
      readonly value: number;
      readonly unit: Unit;
      readonly manner: Manner;
    }
  | {
      readonly role: "level";
      readonly level: "max" | "min" | "high" | "medium" | "low";
      readonly attribute?: Attribute;
      readonly manner: Manner;
    }
  | ({ readonly role: "duration"; readonly manner: Manner } & { readonly duration: Duration })
  | { readonly role: "color"; readonly color: string }
  | { readonly role: "kelvin"; readonly kelvin: number }
  | { readonly role: "mode"; readonly mode: string }
  | { readonly role: "state"; readonly state: string }
  | {
      readonly role: "ask";
      readonly ask: Ask;
      readonly attribute?: Attribute;
      readonly state?: string;
      /** Asked the other way round (没关吧): "yes" would say either. */
      readonly negative?: true;
    }
  | { readonly role: "be" }
  | { readonly role: "timer" }
  | { readonly role: "timer_name"; readonly text: string }
  | { readonly role: "later" }
  | { readonly role: "media" }
  | { readonly role: "lawn" }
  | { readonly role: "floor_cleaner" }
  | { readonly role: "not" }
  | { readonly role: "why" }
  | { readonly role: "weather" }
  | { readonly role: "date" }
  | { readonly role: "clock" }
  | { readonly role: "day" }
  | { readonly role: "unknown"; readonly text: string };

/** Units that people say. */
export type Unit = "none" | "percent" | "degree" | "celsius" | "fahrenheit" | "kelvin";

export type Role = Reading["role"];

/** A piece of the sentence under one reading. Positions are tokens. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly reading: Reading;
  /** Lower is better. */
  readonly cost: number;
}

/** Readings and the words that have them, alternatives joined by "|", products in parentheses. */
export type WordList = readonly (readonly [Reading | readonly Reading[], string])[];
