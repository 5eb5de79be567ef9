/** Collects what a command is about: heads (names, kinds) with the places that go with each of them. */
import { kindOf } from "../content/kinds.ts";
import type { Kind, Span } from "./types.ts";

/** The thing itself. */
export type Head =
  | {
      readonly by: "name";
      readonly name: string;
      readonly ids: readonly string[];
      readonly domains: readonly string[];
    }
  | {
      readonly by: "kind" /** Undefined where the language does not tell. */;
      readonly kind: Kind;
      readonly plural?: boolean;
    }
  | { readonly by: "unknown"; readonly text: string };

/** One thing to act on or to ask about, with everything that narrows it down. */
export interface Target {
  readonly head?: Head;
  /** Candidates for one area; several only when a general word fits several rooms. */
  readonly area?: readonly string[];
  readonly floor?: readonly string[];
  /** A room that this house does not have. */
  readonly room?: string;
  readonly here?: true;
  readonly house?: true;
  readonly all?: true;
  readonly any?: true;
  /** All but what is excepted or was spoken of. */
  readonly others?: true;
  readonly pronoun?: "one" | "many";
}

type Place = Pick<Target, "area" | "floor" | "room">;

interface Phrase {
  readonly heads: Head[];
  places: Place[];
}

/** Parsed targets, and those that are excepted. Undefined when the pieces do not fit together. */
export interface Targets {
  readonly targets: readonly Target[];
  readonly except: readonly Target[];
}

/** Reads the target pieces of a path in order; of the fillers only commas and 把 may be among them. */
export function readTargets(spans: readonly Span[]): Targets | undefined {
  const parts = splitExcept(spans);
  const targets = readPhrases(parts.main);
  const except = parts.except.length > 0 ? readPhrases(parts.except) : [];
  if (!targets || !except || (parts.excepting && except.length === 0)) return undefined;
  return { targets: withExceptedKind(targets, except), except };
}

/** 除客厅灯外都关掉: what is excepted tells of what kind the rest is. */
export function withExceptedKind(
  targets: readonly Target[],
  except: readonly Target[],
): readonly Target[] {
  const kinds = except.flatMap(({ head }) => {
    if (head?.by === "kind") return [head.kind];
    return head?.by === "name" ? head.domains.map(kindOf) : [];
  });
  const [kind] = kinds;
  const several = kinds.some(({ domain }) => domain !== kind?.domain);
  if (!kind || several || targets.some(({ head }) => head)) return targets;
  const head: Head = { by: "kind", kind };
  return (targets.length > 0 ? targets : [{}]).map((target) => ({ ...target, head }));
}

/** What follows 除了/except belongs to the exception, up to 以外, a comma or the first piece that is no target. */
function splitExcept(spans: readonly Span[]): { main: Span[]; except: Span[]; excepting: boolean } {
  const main: Span[] = [];
  const except: Span[] = [];
  let inside = false;
  let excepting = false;
  for (const span of spans) {
    const { role } = span.reading;
    if (role === "except") {
      inside = true;
      excepting = true;
    } else if (role === "except_end") inside = false;
    else if (inside && TARGET_ROLES.has(role)) except.push(span);
    else {
      inside = false;
      main.push(span);
    }
  }
  return { main, except, excepting };
}

const TARGET_ROLES = new Set([
  "name",
  "kind",
  "area",
  "floor",
  "room",
  "and",
  "unknown",
  "here",
  "house",
]);

/** Flags that hold for the whole command. */
interface Flags {
  here: boolean;
  house: boolean;
  all: boolean;
  any: boolean;
  others: boolean;
  pronoun: "one" | "many" | undefined;
}

function readPhrases(spans: readonly Span[]): Target[] | undefined {
  const flags: Flags = {
    here: false,
    house: false,
    all: false,
    any: false,
    others: false,
    pronoun: undefined,
  };
  const phrases: Phrase[] = [];
  let phrase: Phrase = { heads: [], places: [] };
  let joined = false;
  let adjacent = false;
  for (const [at, { reading }] of spans.entries()) {
    const place = placeOf(reading);
    const head = headOf(reading);
    // 客厅的灯和窗帘 share their room; a name in a list has its own.
    if (head?.by === "name" && joined && phrase.heads.length > 0) {
      phrases.push(phrase);
      phrase = { heads: [], places: [] };
    }
    if (place) {
      if (opensPhrase(phrase, joined, spans, at)) {
        phrases.push(phrase);
        phrase = { heads: [], places: [place] };
      } else phrase.places.push(...narrow(phrase, place, joined));
    } else if (head && !addHead(phrase, head, joined, adjacent)) return undefined;
    // A comma joins as 和 does, once there is something to join to.
    if (reading.role === "and" || (isPause(reading) && phrase.heads.length > 0)) joined = true;
    else if (place || head) joined = false;
    adjacent = head !== undefined || (adjacent && reading.role === "all");
    applyFlag(flags, reading);
  }
  phrases.push(phrase);
  return phrases
    .flatMap((one) => expandPhrase(one, flags))
    .filter((target) => Object.keys(target).length > 0);
}

const isPause = (reading: Span["reading"]) => reading.role === "fill" && reading.mark === "pause";

/** After a head a place either describes it ("in the kitchen") or opens the next phrase. */
function opensPhrase(phrase: Phrase, joined: boolean, spans: readonly Span[], at: number): boolean {
  if (phrase.heads.length === 0 || !headFollows(spans, at + 1)) return false;
  return joined || phrase.places.length > 0;
}

/** Adds a head to a phrase; false where nothing joins it to the one before. */
function addHead(phrase: Phrase, head: Head, joined: boolean, adjacent: boolean): boolean {
  const last = phrase.heads.at(-1);
  if (!last || joined) {
    phrase.heads.push(head);
    return true;
  }
  // 把场景切换到聚会模式 names its kind first and apart; others name it right behind.
  const merged = isScene(last) || (adjacent && last.by === "name") ? merge(last, head) : undefined;
  if (!merged) return false;
  phrase.heads[phrase.heads.length - 1] = merged;
  return true;
}

function narrow(phrase: Phrase, place: Place, joined: boolean): Place[] {
  const last = phrase.places.at(-1);
  if (last && !joined && canNarrow(last, place)) {
    phrase.places[phrase.places.length - 1] = { ...last, ...place };
    return [];
  }
  return [place];
}

/** 二楼卧室: a floor and an area together are one place. */
function canNarrow(a: Place, b: Place): boolean {
  return Object.keys(b).every((key) => !(key in a));
}

function headFollows(spans: readonly Span[], from: number): boolean {
  for (let at = from; at < spans.length; at += 1) {
    const role = spans[at]?.reading.role;
    if (role === "name" || role === "kind" || role === "unknown") return true;
    if (role === "verb" || role === "part") return false;
  }
  return false;
}

function placeOf(reading: Span["reading"]): Place | undefined {
  if (reading.role === "area") return { area: reading.ids };
  if (reading.role === "floor") return { floor: reading.ids };
  if (reading.role === "room") return { room: reading.word };
  return undefined;
}

function headOf(reading: Span["reading"]): Head | undefined {
  if (reading.role === "name") {
    return { by: "name", name: reading.name, ids: reading.ids, domains: reading.domains };
  }
  if (reading.role === "kind") {
    const { kind, plural } = reading;
    return { by: "kind", kind, ...(plural === undefined ? {} : { plural }) };
  }
  return reading.role === "unknown" ? { by: "unknown", text: reading.text } : undefined;
}

const isScene = (head: Head) =>
  head.by === "kind" && (head.kind.domain === "scene" || head.kind.domain === "script");

/** A name beside its own kind is one thing: 聚会模式场景, "clippy mower", 前门的锁. */
function merge(a: Head, b: Head): Head | undefined {
  const name = a.by === "name" ? a : b.by === "name" ? b : undefined;
  const kind = a.by === "kind" ? a : b.by === "kind" ? b : undefined;
  if (!name || !kind) return undefined;
  return name.domains.includes(kind.kind.domain) ? name : undefined;
}

function applyFlag(flags: Flags, reading: Span["reading"]): void {
  if (reading.role === "here") flags.here = true;
  else if (reading.role === "house") flags.house = true;
  else if (reading.role === "all") flags.all = true;
  else if (reading.role === "any") flags.any = true;
  else if (reading.role === "other") flags.others = true;
  else if (reading.role === "pronoun") flags.pronoun = reading.plural ? "many" : "one";
}

function expandPhrase(phrase: Phrase, flags: Flags): Target[] {
  const shared: Target = {
    ...(flags.here ? { here: true } : {}),
    ...(flags.house ? { house: true } : {}),
    ...(flags.all ? { all: true } : {}),
    ...(flags.any ? { any: true } : {}),
    ...(flags.others ? { others: true } : {}),
  };
  const heads: (Head | undefined)[] = phrase.heads.length > 0 ? phrase.heads : [undefined];
  const places = phrase.places.length > 0 ? phrase.places : [{}];
  return heads.flatMap((head) =>
    places.map((place) => ({
      ...shared,
      ...place,
      ...(head ? { head } : flags.pronoun ? { pronoun: flags.pronoun } : {}),
    })),
  );
}
