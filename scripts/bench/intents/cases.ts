/** Reads a file of cases (`shared/data/intents/README.md`); what does not fit its form is refused by name. */
import { readFile } from "node:fs/promises";
import { type Static, type TSchema, Type } from "typebox";
import { parseJson } from "#base";
import { checker } from "#contract";
import type { Language } from "../../../src/agent/intents/index.ts";

const Text = Type.String();
const Slot = Type.Union([Text, Type.Number(), Type.Array(Text)]);
/** Absent, null and empty mean the same in the files. */
const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Place = Type.Object({
  name: Text,
  floor: maybe(Text),
  context_area: maybe(Type.Boolean()),
});
const Entity = Type.Object({
  name: Text,
  domain: Text,
  area: maybe(Text),
  state: Type.Optional(Type.Unknown()),
  attributes: maybe(Type.Record(Text, Type.Unknown())),
});

const CaseSchema = Type.Object({
  id: Text,
  intent: Text,
  slots: Type.Record(Text, Slot),
  // A case without a sentence, or a file without a case, would count as understood (F55).
  sentences: Type.Array(Text, { minItems: 1 }),
  entities: maybe(Type.Array(Entity)),
  areas: maybe(Type.Array(Place)),
  floors: maybe(Type.Array(Place)),
  zones: maybe(Type.Array(Type.Object({ name: Text }))),
  timers: maybe(Type.Array(Type.Record(Text, Type.Unknown()))),
  context: maybe(Type.Object({ area: maybe(Text) })),
});
const file = checker(
  Type.Object({ language: Text, cases: Type.Array(CaseSchema, { minItems: 1 }) }),
);

/** One case: a house, sentences, and what each of them must mean. */
export type IntentCase = Static<typeof CaseSchema>;

const LANGUAGES: readonly Language[] = ["zh-CN", "zh-TW", "en"];

/** The cases of a file. */
export async function readCases(
  path: string,
): Promise<{ language: Language; cases: readonly IntentCase[] }> {
  const { language, cases } = file.require(parseJson(await readFile(path, "utf8")), path);
  const known = LANGUAGES.find((one) => one.toLowerCase() === language.toLowerCase());
  if (!known)
    throw new Error(`${path}: language "${language}" is not one of ${LANGUAGES.join(", ")}`);
  return { language: known, cases };
}
