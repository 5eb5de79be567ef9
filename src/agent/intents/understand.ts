/** From a sentence to commands: reading, looking up the house, planning, remembering. */
import type { Clock } from "#base";
import type { HouseSnapshot, Timer } from "#contract";
import { hasHan, loadPinyin, type Pinyin } from "#platform/text";
import { readFollowUp, targetsFor } from "./follow-up.ts";
import { type HouseIndex, indexHouse } from "./house/house-index.ts";
import { findSlips } from "./house/slips.ts";
import { isChinese, type Language, languageOf } from "./language/language.ts";
import { type Sentence, type Token, toSentence } from "./language/tokens.ts";
import { SLIP_TOKENS_MAX, TEXT_MAX, TOKENS_MAX, WORK_MAX } from "./limits.ts";
import { slotsOf } from "./meaning/slots.ts";
import type { Meaning } from "./meaning/types.ts";
import { Conversations, type Pending } from "./memory.ts";
import { type PlanScope, planFor } from "./plan/plan.ts";
import type { Command, Plan } from "./plan/types.ts";
import { lexiconOf } from "./reading/lexicon.ts";
import type { ReaderContext } from "./reading/reader.ts";
import { readSentence } from "./reading/sentence.ts";
import type { Role } from "./reading/types.ts";
import { readTimerChoice } from "./timer-choice.ts";

/** What is known about the speaker and the moment. */
export interface UnderstandContext {
  /** Told by the sentence where this is absent. */
  readonly language?: Language;
  /** The room of the speaker. */
  readonly areaId?: string;
  readonly timers?: readonly Timer[];
  /** Key of the conversation: pronouns and follow-ups hold in it. */
  readonly conversation?: string;
}

/** What a sentence means in a house. */
export type Understanding = { readonly language: Language } & (
  | { readonly kind: "commands"; readonly commands: readonly Command[] }
  /** Something is not to be done. */
  | { readonly kind: "negated" }
  | { readonly kind: "too_long" }
  | { readonly kind: "not_understood" }
);

/** Understands sentences; remembers conversations and the names of the house. */
export interface Understander {
  understand(
    text: string,
    house: HouseSnapshot,
    context: UnderstandContext,
  ): Promise<Understanding>;
  /** Tells which devices an answer named: "it" means those, not all that were looked at. */
  answered(conversation: string, devices: readonly string[]): void;
}

/** Makes an understander. `pinyin` is loaded when a sentence needs it. */
export function createUnderstander(options: {
  readonly clock: Clock;
  readonly pinyin?: () => Promise<Pinyin>;
}): Understander {
  const conversations = new Conversations(options.clock);
  const pinyin = options.pinyin ?? loadPinyin;
  const indexes = new Map<boolean, { revision: number; index: HouseIndex }>();
  const indexFor = (house: HouseSnapshot, chinese: boolean): HouseIndex => {
    const known = indexes.get(chinese);
    if (known?.revision === house.revision) return known.index;
    const index = indexHouse(house, lexiconOf(chinese));
    indexes.set(chinese, { revision: house.revision, index });
    return index;
  };
  return {
    answered(conversation, devices) {
      conversations.remember(conversation, { ...conversations.recall(conversation), devices });
    },
    async understand(text, house, context) {
      const language = languageOf(text, context.language);
      if (text.length > TEXT_MAX) return { kind: "too_long", language };
      const sentence = toSentence(text);
      if (sentence.tokens.length > TOKENS_MAX) return { kind: "too_long", language };
      if (sentence.tokens.length === 0) return { kind: "not_understood", language };
      const chinese = isChinese(language);
      const before = conversations.recall(context.conversation);
      const reader: ReaderContext = {
        chinese,
        lexicon: lexiconOf(chinese),
        index: indexFor(house, chinese),
        inherited: targetsFor(before.devices, house),
        extra: {},
        work: { left: WORK_MAX },
      };
      const timers = context.timers ?? [];
      const chosen = readTimerChoice(sentence, before.pending, timers, chinese);
      const followUp = chosen ? undefined : readFollowUp(sentence, before, house, reader);
      const meant = chosen ?? (followUp && [followUp]);
      const read = meant
        ? ({ kind: "meanings", meanings: meant } as const)
        : await readTolerantly(sentence, language, reader, pinyin);
      if (read.kind !== "meanings")
        return { kind: read.kind === "none" ? "not_understood" : "negated", language };
      const scope: PlanScope = {
        house,
        areaId: context.areaId,
        spokenOf: before.devices,
        timers,
      };
      const commands = read.meanings.flatMap((meaning) => commandsOf(meaning, scope, language));
      conversations.remember(context.conversation, {
        devices: devicesOf(commands) ?? before.devices,
        meaning: read.meanings.at(-1),
        pending: pendingOf(commands),
      });
      return { kind: "commands", language, commands };
    },
  };
}

/** Exactly first; then with slips of the tongue; then with things that the house does not know. */
async function readTolerantly(
  sentence: Sentence,
  language: Language,
  context: ReaderContext,
  pinyin: () => Promise<Pinyin>,
) {
  const exact = readSentence(sentence, language, context);
  if (exact.kind !== "none" || sentence.tokens.length > SLIP_TOKENS_MAX) return exact;
  // Without a word that asks or wants something no name can help; and pinyin need not be loaded.
  if (!wantsSomething(sentence, context)) return exact;
  const sounds = hasHan(sentence.shown) ? await pinyin() : undefined;
  const slips = findSlips(sentence.tokens, context.index, sounds, (tokens, from, to) =>
    isWord(tokens, from, to, context),
  );
  if (slips.length > 0) {
    const slipped = readSentence(sentence, language, { ...context, extra: { slips } });
    if (slipped.kind !== "none") return slipped;
  }
  return readSentence(sentence, language, { ...context, extra: { unknown: true } });
}

const WANTING: ReadonlySet<Role> = new Set<Role>(["verb", "part", "step", "level", "ask"]);

function wantsSomething({ tokens }: Sentence, { lexicon }: ReaderContext): boolean {
  return tokens.some((_, at) =>
    lexicon.trie
      .match(tokens, at)
      .some(({ values }) => values.some(({ role }) => WANTING.has(role))),
  );
}

function isWord(
  tokens: readonly Token[],
  from: number,
  to: number,
  { index, lexicon }: ReaderContext,
): boolean {
  const texts = tokens.slice(from, to).map(({ text }) => text);
  return lexicon.isWord(texts) || index.trie.get(texts).length > 0;
}

/** One command for each target, as slots name one thing; they share the plan of the whole. */
function commandsOf(meaning: Meaning, scope: PlanScope, language: Language): Command[] {
  const targets = meaning.targets.length > 0 ? meaning.targets : [undefined];
  return targets.map((target) => {
    const one = target ? { ...meaning, targets: [target] } : meaning;
    const slots = slotsOf(meaning, target, scope.house, language);
    return { intent: meaning.intent, slots, meaning: one, plan: planFor(one, scope) };
  });
}

function devicesOf(commands: readonly Command[]): readonly string[] | undefined {
  const ids = commands.flatMap(({ plan }) => {
    if (plan.kind === "devices" || plan.kind === "already") return plan.devices;
    return plan.kind === "query" ? plan.targets : [];
  });
  return ids.length > 0 ? [...new Set(ids)] : undefined;
}

/** What was asked back, where one answer can settle it. */
function pendingOf(commands: readonly Command[]): Pending | undefined {
  const [command] = commands;
  if (!command || commands.length !== 1) return undefined;
  const offers: Partial<Record<Plan["kind"], Pending["offered"]>> = {
    ambiguous: "devices",
    ambiguous_area: "areas",
  };
  if (command.plan.kind === "lock_instead") {
    const { meaning, candidates } = command.plan;
    return { meaning, offered: "devices", ids: candidates.map(({ id }) => id) };
  }
  if (command.plan.kind === "ambiguous_timer") {
    const ids = command.plan.candidates.map(({ timerId }) => timerId);
    return { meaning: command.meaning, offered: "timers", ids };
  }
  const offered = offers[command.plan.kind];
  if (!offered || !("candidates" in command.plan)) return undefined;
  const ids = command.plan.candidates.flatMap((one) => ("id" in one ? [one.id] : []));
  return { meaning: command.meaning, offered, ids };
}
