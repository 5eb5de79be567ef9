/** A graph for tests: a real file, an index that notes what it is told, authors and viewers. */
import { join } from "node:path";
import { type Clock, countingIds, type Ids, silentLogger, systemClock } from "#base";
import type { MemoryAuthor, OriginClass, Principal, Triple } from "#contract";
import { openStore, type Store } from "#platform/store";
import {
  createGraph,
  type Graph,
  type GraphMedia,
  type SentenceRow,
} from "../../src/memory/index.ts";

/** An opened graph; `index` is what a search index would hold now. */
export interface OpenGraph extends Disposable {
  readonly graph: Graph;
  readonly store: Store;
  readonly index: ReadonlyMap<string, SentenceRow>;
}

export interface GraphOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly timeZone?: string;
  readonly media?: GraphMedia;
}

export function openGraph(dir: string, options: GraphOptions = {}): OpenGraph {
  const { clock = systemClock, ids = countingIds(), timeZone = "Asia/Shanghai", media } = options;
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  const index = new Map<string, SentenceRow>();
  const graph = createGraph({
    ...{ store, clock, ids, media },
    timeZone: () => timeZone,
    sink: {
      added: (rows) => {
        for (const row of rows) index.set(row.id, row);
      },
      removed: (ids) => {
        for (const id of ids) index.delete(id);
      },
    },
  });
  return { graph, store, index, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

export function principal(personId: string, role: Principal["role"] = "member"): Principal {
  return { personId, name: personId, role, areas: null };
}

/** Somebody who says something on his phone. */
export function author(
  personId: string,
  rest: Partial<MemoryAuthor> & { readonly role?: Principal["role"] } = {},
): MemoryAuthor {
  const { role = "member", ...more } = rest;
  const origin: OriginClass = role;
  return { principal: principal(personId, role), origin, channel: "phone", ...more };
}

export function triple(
  subject: string,
  relation: string,
  object: string,
  more: Partial<Triple> = {},
): Triple {
  return { subject, relation, object, ...more };
}
