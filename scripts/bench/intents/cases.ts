/** Reads a file of cases (`shared/data/intents/README.md`); what does not fit its form is refused by name. */
import { readFile } from "node:fs/promises";
import { type Static, Type } from "typebox";
import { parseJson } from "#base";
import { checker } from "#contract";
import type { Language } from "../../../src/agent/intents/index.ts";

const Text = Type.String();
const Slot = Type.Union([Text, Type.Number(), Type.Array(Text)]);
const Place = Type.Object({
  name: Text,
  floor: Type.Optional(Text),
  context_area: Type.Optional(Type.Boolean()),
});

const CaseSchema = Type.Object({
  id: Text,
  intent: Text,
  slots: Type.Record(Text, Slot),
  sentences: Type.Array(Text, { minItems: 1 }),
  entities: Type.Optional(
    Type.Array(
      Type.Object({
        name: Text,
        domain: Text,
        area: Type.Optional(Text),
        state: Type.Optional(Type.Unknown()),
        attributes: Type.Optional(Type.Record(Text, Type.Unknown())),
      }),
    ),
  ),
  areas: Type.Optional(Type.Array(Place)),
  floors: Type.Optional(Type.Array(Place)),
  zones: Type.Optional(Type.Array(Type.Object({ name: Text }))),
  timers: Type.Optional(Type.Array(Type.Record(Text, Type.Unknown()))),
  context: Type.Optional(Type.Union([Type.Null(), Type.Object({ area: Type.Optional(Text) })])),
});
const file = checker(Type.Object({ language: Text, cases: Type.Array(CaseSchema) }));

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
