/**
 * `bun run bench:abstention [--set FILE …] [--seed N] [--json]`: 200 questions to a made-up household,
 * half of them about numbers, names and events that nobody ever said; moreover, for each set, all of
 * its own questions, and as many about things that it does not hold.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "#base";
import { tell } from "./figures.ts";
import { Household } from "./recall/household.ts";
import { askable, member, openRecall, remember } from "./recall/run.ts";
import { readSet } from "./recall/sets.ts";

const QUESTIONS = 100;
const MEMORIES = 3_000;

const { values } = parseArgs({
  options: {
    set: { type: "string", multiple: true, default: [] },
    seed: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const signal = new AbortController().signal;
const random = () => seededRandom(Number(values.seed));

await inFolder(async (dir) => {
  using open = openRecall(dir);
  const house = new Household(random());
  const principal = member("ann", "安安");
  const author = { principal, origin: "member", channel: "bench" } as const;
  const memories = Array.from({ length: MEMORIES }, () => house.memory());
  for (let from = 0; from < MEMORIES; from += 500) {
    await open.graph.remember(
      memories.slice(from, from + 500).map(({ text }) => ({ text })),
      author,
    );
  }
  const ask = async (query: string) =>
    (await open.recall.recall({ query, viewer: principal, at: 0 }, signal)).absent;
  const said = Array.from({ length: QUESTIONS }, () => house.pick(memories).question);
  const unsaid = Array.from({ length: QUESTIONS }, () => house.unsaid());
  tell("abstention", "household unsaid refused", await refused(unsaid, ask, false), "%");
  tell("abstention", "household said refused", await refused(said, ask, true), "%");
});
for (const file of values.set) await askSet(file);

async function askSet(file: string): Promise<void> {
  const set = await readSet(file);
  const house = new Household(random());
  const shares = { unsaid: 0, said: 0 };
  let count = 0;
  for (const scope of set.scopes) {
    await inFolder(async (dir) => {
      using open = openRecall(dir);
      const { isShared, viewer } = askable(set, scope);
      await remember(open.graph, scope, isShared);
      for (const { text, at } of scope.queries) {
        const ask = async (query: string) =>
          (await open.recall.recall({ query, viewer, at }, signal)).absent;
        const unsaid = set.language === "zh" ? house.unsaid() : house.unsaidEnglish();
        shares.unsaid += await refused([unsaid], ask, false);
        shares.said += await refused([text], ask, true);
        count += 1;
      }
    });
  }
  tell("abstention", `${set.name} unsaid refused`, shares.unsaid / count, "%");
  tell("abstention", `${set.name} said refused`, shares.said / count, "%");
}

/** Percent of the questions that are answered by "not in memory". */
async function refused(
  questions: readonly string[],
  ask: (query: string) => Promise<readonly string[]>,
  isSaid: boolean,
): Promise<number> {
  let count = 0;
  for (const query of questions) {
    const absent = await ask(query);
    if (absent.length > 0) count += 1;
    if (values.show && absent.length > 0 === isSaid)
      console.error(isSaid, query, absent.join("; "));
  }
  return (100 * count) / questions.length;
}

async function inFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "bench-abstention-"));
  try {
    await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
