/**
 * `bun run bench:recall --set FILE --mode isolated|pooled [--kinds] [--half a|b] [--json]`: how often
 * recall finds the right one among the first, over a set of remembered sentences and questions. The
 * sets lie outside of the project; their form is that of `recall/sets.ts`.
 */
import { parseArgs } from "node:util";
import { quantile, tell } from "./figures.ts";
import { type Answered, runSet } from "./recall/run.ts";
import { readSet } from "./recall/sets.ts";

const { values } = parseArgs({
  options: {
    set: { type: "string" },
    mode: { type: "string", default: "isolated" },
    kinds: { type: "boolean", default: false },
    half: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const { set: file, mode } = values;
if (file === undefined || (mode !== "isolated" && mode !== "pooled")) {
  console.error("usage: bench:recall --set FILE --mode isolated|pooled [--kinds] [--json]");
  process.exit(2);
}

const set = await readSet(file);
const all = await runSet(set, mode);
// Every other scope: what was tuned on one half is to be confirmed on the other.
const answered = values.half
  ? all.filter(({ scope }) => scope % 2 === (values.half === "b" ? 1 : 0))
  : all;
if (values.kinds) {
  for (const kind of new Set(answered.map((one) => one.kind))) {
    const { hitAt5, hitAt10 } = summaryOf(answered.filter((one) => one.kind === kind));
    tell("recall", `${kind} hit@5`, hitAt5, "%");
    tell("recall", `${kind} hit@10`, hitAt10, "%");
  }
}
const summary = { bench: "recall", set: set.name, mode, ...summaryOf(answered) };
if (values.json) console.log(JSON.stringify(summary));
else for (const [figure, value] of Object.entries(summary)) console.log(`${figure}: ${value}`);

function summaryOf(some: readonly Answered[]) {
  const percent = (share: number) => Number((100 * share).toFixed(2));
  const mean = (of: (one: Answered) => number) =>
    some.reduce((sum, one) => sum + of(one), 0) / some.length;
  const hitAt = (k: number) => percent(mean(({ rank }) => (rank < k ? 1 : 0)));
  const times = some.map(({ tookMs }) => tookMs);
  return {
    queries: some.length,
    hitAt1: hitAt(1),
    hitAt5: hitAt(5),
    hitAt10: hitAt(10),
    recallAt10: percent(mean((one) => one.recallAt10)),
    mrr: percent(mean(({ rank }) => 1 / (rank + 1))),
    p50Ms: Number(quantile(times, 0.5).toFixed(2)),
    p95Ms: Number(quantile(times, 0.95).toFixed(2)),
  };
}
