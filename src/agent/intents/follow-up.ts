/** Answers to asking back, and questions that only name another place: "the bedroom one", 卧室呢. */
import type { HouseSnapshot } from "#contract";
import { AFTER_ORDINAL, ORDINALS, SAME_FOR, TAKE_ALL, YES } from "./content/follow-ups.ts";
import { kindOf } from "./content/kinds.ts";
import type { Sentence } from "./language/tokens.ts";
import type { Meaning } from "./meaning/types.ts";
import type { Pending, Remembered } from "./memory.ts";
import { compilePattern, type Finders, matchPattern, type Pattern } from "./reading/patterns.ts";
import { partOf, type ReaderContext, readTargetsOnly, trimMarks } from "./reading/reader.ts";
import type { Target } from "./reading/targets.ts";

const compiled = new Map<string, readonly Pattern[]>();

/** Whether a sentence fits one of the patterns, kept compiled under `key`; what its free parts took. */
export function fits(
  sentence: Sentence,
  key: string,
  sources: readonly string[],
  finders: Finders = {},
) {
  let patterns = compiled.get(key);
  if (!patterns) {
    patterns = sources.map(compilePattern);
    compiled.set(key, patterns);
  }
  const words = new Set(sentence.tokens.map(({ text }) => text));
  for (const pattern of patterns) {
    const taken = matchPattern(pattern, sentence.tokens, words, finders);
    if (taken) return taken;
  }
  return undefined;
}

/** The meaning of a sentence that only makes sense after the one before it. */
export function readFollowUp(
  whole: Sentence,
  before: Remembered,
  house: HouseSnapshot,
  context: ReaderContext,
): Meaning | undefined {
  const { from, to } = trimMarks(whole.tokens);
  const sentence = partOf(whole, from, to);
  if (sentence.tokens.length === 0) return undefined;
  if (before.pending && before.pending.offered !== "timers") {
    const ids = choose(sentence, before.pending, house, context);
    if (ids && ids.length > 0) return withChoice(before.pending, ids, house);
  }
  return before.meaning && sameForAnother(sentence, before.meaning, context);
}

/** The place of "the second one" among what was offered; -1 where no place is named. */
export function readOrdinal(sentence: Sentence, side: "zh" | "en"): number {
  return ORDINALS[side].findIndex((word) =>
    fits(sentence, `nth ${word}`, [`(the |)${word}${AFTER_ORDINAL[side]}`]),
  );
}

function choose(
  sentence: Sentence,
  pending: Pending,
  house: HouseSnapshot,
  context: ReaderContext,
): readonly string[] | undefined {
  const side = context.chinese ? "zh" : "en";
  const { ids } = pending;
  if (fits(sentence, `all ${side}`, TAKE_ALL[side])) return ids;
  if (ids.length === 1 && fits(sentence, `yes ${side}`, YES[side])) return ids;
  const ordinal = readOrdinal(sentence, side);
  if (ordinal >= 0) return ids.slice(ordinal, ordinal + 1);
  const facts = readTargetsOnly(sentence, context);
  if (!facts) return undefined;
  return facts.targets.flatMap((target) => ids.filter((id) => isMeant(id, target, pending, house)));
}

function isMeant(id: string, target: Target, pending: Pending, house: HouseSnapshot): boolean {
  if (pending.offered === "areas") return target.area?.includes(id) === true;
  const device = house.devices.find((one) => one.id === id);
  if (!device) return false;
  if (target.head?.by === "name" && !target.head.ids.includes(id)) return false;
  if (target.area && !(device.area && target.area.includes(device.area.id))) return false;
  return target.head?.by === "name" || target.area !== undefined || target.all === true;
}

function withChoice(
  { meaning, offered }: Pending,
  ids: readonly string[],
  house: HouseSnapshot,
): Meaning {
  const [template = {}] = meaning.targets;
  if (offered === "areas") {
    return { ...meaning, targets: ids.map((id) => ({ ...template, area: [id] })) };
  }
  return { ...meaning, targets: targetsFor(ids, house) };
}

/** Targets that mean exactly these devices. */
export function targetsFor(ids: readonly string[], house: HouseSnapshot): Target[] {
  return house.devices
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name, kind }) => ({ head: { by: "name", name, ids: [id], domains: [kind] } }));
}

/** The kind of what was spoken of. */
function sameKind(head: Target["head"]): Target["head"] {
  if (head?.by !== "name") return head;
  const [domain] = head.domains;
  return domain === undefined || head.domains.length > 1
    ? undefined
    : { by: "kind", kind: kindOf(domain) };
}

/** The last meaning with another place, or another thing of the house. */
function sameForAnother(
  sentence: Sentence,
  meaning: Meaning,
  context: ReaderContext,
): Meaning | undefined {
  const side = context.chinese ? "zh" : "en";
  const rest = fits(sentence, `same ${side}`, SAME_FOR[side])?.get("rest");
  const facts = rest && readTargetsOnly(partOf(sentence, rest.from, rest.to), context);
  if (!facts) return undefined;
  const [last] = meaning.targets;
  const targets = facts.targets.map((target): Target => {
    if (target.head || !last) return target;
    // A place alone takes over what was spoken of: "and the bedroom?" asks for its lights, too.
    const { area: _area, floor: _floor, here: _here, house: _house, room: _room, ...rest } = last;
    const head = sameKind(rest.head);
    return { ...(head ? { head } : {}), ...target };
  });
  // "And the kitchen?" after a lamp means its lamps, never everything that stands there.
  if (targets.some(({ head }) => !head) && meaning.targets.some(({ head }) => head))
    return undefined;
  return { ...meaning, targets, except: [] };
}
