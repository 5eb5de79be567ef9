/** Graph and recall over a real file, put together as the hub does. */
import { join } from "node:path";
import { countingIds, silentLogger, systemClock } from "#base";
import type { MemoryAuthor, Principal, RecallResult } from "#contract";
import { openStore } from "#platform/store";
import { createGraph, createRecall } from "../../src/memory/index.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { person } from "./memory.ts";

const never = new AbortController().signal;
const CHINA = "Asia/Shanghai";

/** A memory that is told things and asked. */
export interface RecallingMemory extends Disposable {
  readonly graph: ReturnType<typeof createGraph>;
  readonly clock: ManualClock;
  /** How many rows stand in every table of the memory. */
  rows(): number;
  /** Tells sentences, one after another, in one conversation. */
  tell(texts: readonly string[], teller?: Telling): Promise<void>;
  ask(
    query: string,
    viewer?: Principal,
    channel?: string,
    signal?: AbortSignal,
  ): Promise<RecallResult>;
  /** The texts of the hits, best first. */
  texts(query: string, viewer?: Principal): Promise<readonly string[]>;
}

/** Who tells, when, and for whom. */
export interface Telling {
  readonly principal?: Principal;
  readonly origin?: MemoryAuthor["origin"];
  readonly scope?: "private" | "shared";
  readonly at?: number;
}

export const ann = person("ann");

/** Opens it in a folder; an existing file goes on. */
export function openRecalling(dir: string): RecallingMemory {
  const clock = createManualClock();
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  const timeZone = () => CHINA;
  const recall = createRecall({ store, clock, log: silentLogger, timeZone, graph: () => graph });
  const ids = countingIds();
  const graph = createGraph({ store, clock, ids, timeZone, sink: recall.index });
  const ask = (query: string, viewer = ann, channel?: string, signal = never) =>
    recall.recall(
      { query, viewer, at: clock.now(), ...(channel === undefined ? {} : { channel }) },
      signal,
    );
  return {
    graph,
    clock,
    rows() {
      store.flush();
      const tables = store.all<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_index%' ESCAPE '\\'",
      );
      return tables.reduce((sum, { name }) => {
        const row = store.get<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`);
        return sum + (row?.count ?? 0);
      }, 0);
    },
    async tell(texts, { principal = ann, origin = "member", scope, at } = {}) {
      for (const text of texts) {
        const draft = { text, conversation: "c", ...(scope && { scope }), ...(at && { at }) };
        await graph.remember([draft], { principal, origin, channel: "phone" });
      }
    },
    ask,
    texts: async (query, viewer) => (await ask(query, viewer)).hits.map(({ text }) => text),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}
