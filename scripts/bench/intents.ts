/**
 * How well and how fast the offline provider understands: `bun run bench:intents --cases FILE [--json]
 * [--failures]`. Every case is a house of its own: its entities, areas, floors, zones and the room of the
 * speaker are built, each sentence is said, and what is understood must be one command with exactly the
 * expected intent and exactly the expected slots. Expected slots are never looked at while building: a
 * sentence that names what the case does not list (the original tests have a common house behind them)
 * has to be understood from its words alone. Texts compare without regard to case and outer spaces,
 * numbers as numbers, lists as sets. Speed is measured apart, in a house of 200 devices.
 */
import { messageOf, systemClock } from "#base";
import { createUnderstander, type Language } from "../../src/agent/intents/index.ts";
import { quantile } from "./figures.ts";
import { type IntentCase, readCases } from "./intents/cases.ts";
import { isSame, type Outcome } from "./intents/compare.ts";
import { caseHouse, crowdedHouse } from "./intents/house.ts";

const DEVICES = 200;

interface Options {
  readonly cases: string;
  readonly json: boolean;
  readonly failures: boolean;
}

function readOptions(argv: readonly string[]): Options | undefined {
  const at = argv.indexOf("--cases");
  const cases = at < 0 ? undefined : argv[at + 1];
  if (cases === undefined) return undefined;
  return { cases, json: argv.includes("--json"), failures: argv.includes("--failures") };
}

/** Says every sentence of a case and compares. */
async function sayCase(one: IntentCase, language: Language, revision: number): Promise<Outcome[]> {
  const { house, areaId, timers } = caseHouse(one, revision);
  const understander = createUnderstander({ clock: systemClock });
  const outcomes: Outcome[] = [];
  for (const sentence of one.sentences) {
    const understanding = await understander.understand(sentence, house, {
      language,
      timers,
      ...(areaId === undefined ? {} : { areaId }),
    });
    outcomes.push({ one, sentence, understanding });
  }
  return outcomes;
}

/** Passes over all sentences; a sentence counts with its median, so that other load does not count. */
const PASSES = 3;

/** The 95th percentile over the sentences, each in a house with `DEVICES` devices. */
async function measure(cases: readonly IntentCase[], language: Language): Promise<number> {
  const understander = createUnderstander({ clock: systemClock });
  const times = new Map<string, number[]>();
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const [index, one] of cases.entries()) {
      const { house, areaId } = crowdedHouse(one, pass * cases.length + index + 1, DEVICES);
      const context = { language, ...(areaId === undefined ? {} : { areaId }) };
      // A house is indexed once for its revision, not for each sentence.
      await understander.understand(language === "en" ? "hello" : "你好", house, context);
      for (const sentence of one.sentences) {
        const started = systemClock.monotonic();
        await understander.understand(sentence, house, context);
        const key = `${index} ${sentence}`;
        times.set(key, [...(times.get(key) ?? []), systemClock.monotonic() - started]);
      }
    }
  }
  return quantile(
    [...times.values()].map((samples) => quantile(samples, 0.5)),
    0.95,
  );
}

function describe({ one, sentence, understanding }: Outcome): string {
  const got =
    understanding.kind === "commands"
      ? understanding.commands
          .map(({ intent, slots }) => `${intent} ${JSON.stringify(slots)}`)
          .join(" + ")
      : understanding.kind;
  return `${one.id} | ${sentence}\n  want ${one.intent} ${JSON.stringify(one.slots)}\n  got  ${got}`;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.error("usage: bench:intents --cases FILE [--json] [--failures]");
    return 2;
  }
  const { language, cases } = await readCases(options.cases);
  const outcomes: Outcome[] = [];
  for (const [index, one] of cases.entries())
    outcomes.push(...(await sayCase(one, language, index + 1)));
  const failed = outcomes.filter((outcome) => !isSame(outcome));
  if (options.failures) for (const outcome of failed) console.log(describe(outcome));
  const passPercent = Number(
    ((100 * (outcomes.length - failed.length)) / Math.max(1, outcomes.length)).toFixed(1),
  );
  const p95Ms = Number((await measure(cases, language)).toFixed(2));
  if (options.json) {
    console.log(
      JSON.stringify({ bench: "intents", figure: "passPercent", value: passPercent, unit: "%" }),
    );
    console.log(JSON.stringify({ bench: "intents", figure: "p95", value: p95Ms, unit: "ms" }));
  }
  console.log(
    JSON.stringify({ bench: "intents", language, sentences: outcomes.length, passPercent, p95Ms }),
  );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
