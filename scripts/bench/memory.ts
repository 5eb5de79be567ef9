/**
 * `bun run bench:memory [--n 100000] [--grow] [--json]`: a household's memory after years: how fast
 * sentences come in, how long a recall takes, how large the file is; with `--grow` at 10 000, 30 000,
 * 100 000 and 300 000 sentences of one memory.
 */

import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "#base";
import { compact } from "#platform/store";
import { quantile, tell } from "./figures.ts";
import { Household } from "./recall/household.ts";
import { member, openRecall } from "./recall/run.ts";

const QUESTIONS = 300;
const CALL = 500;
const MINUTE_MS = 60_000;
const BEGIN_MS = Date.UTC(2024, 0, 1);

const { values } = parseArgs({
  options: {
    n: { type: "string", default: "100000" },
    grow: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const sizes = values.grow ? [10_000, 30_000, 100_000, 300_000] : [Number(values.n)];
const signal = new AbortController().signal;
const dir = await mkdtemp(join(tmpdir(), "bench-memory-"));
try {
  using open = openRecall(dir);
  const random = seededRandom(1);
  const house = new Household(random);
  const people = [member("ann", "安安"), member("bo", "小波"), member("chen", "老陈")];
  const questions: { readonly query: string; readonly about: string; readonly who: number }[] = [];
  let count = 0;
  for (const size of sizes) {
    const from = count;
    const begin = performance.now();
    while (count < size) {
      const who = Math.floor(random.next() * people.length);
      const principal = people[who] ?? member("ann");
      const memories = Array.from({ length: Math.min(CALL, size - count) }, () => house.memory());
      const drafts = memories.map(({ text }, index) => ({
        text,
        at: BEGIN_MS + (count + index) * MINUTE_MS,
        // Half of what is said is everybody's.
        scope: index % 2 === 0 ? ("shared" as const) : ("private" as const),
      }));
      await open.graph.remember(drafts, { principal, origin: "member", channel: "phone" });
      count += memories.length;
      const [asked] = memories;
      if (asked) questions.push({ query: asked.question, about: asked.about, who });
    }
    const seconds = (performance.now() - begin) / 1000;
    tell("memory", `${size} ingest`, (count - from) / seconds, "/s");
    const times: number[] = [];
    let found = 0;
    for (let turn = 0; turn < QUESTIONS; turn += 1) {
      const { query, about, who } = house.pick(questions);
      const viewer = people[who] ?? member("ann");
      const asked = performance.now();
      const at = BEGIN_MS + count * MINUTE_MS;
      const { hits } = await open.recall.recall({ query, viewer, at }, signal);
      // The first question loads the dictionary; that is told apart.
      if (turn === 0 && from === 0) tell("memory", "first recall", performance.now() - asked, "ms");
      else times.push(performance.now() - asked);
      if (hits.slice(0, 5).some((hit) => hit.text.includes(about))) found += 1;
    }
    tell("memory", `${size} recall p50`, quantile(times, 0.5), "ms");
    tell("memory", `${size} recall p95`, quantile(times, 0.95), "ms");
    tell("memory", `${size} answered in 5`, (100 * found) / QUESTIONS, "%");
    compact(open.store);
    tell("memory", `${size} file`, statSync(open.store.path).size / 1e6, "MB");
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
