/** Puts a retrieval set into a memory of its own, through the rooms' own classes, and asks it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countingIds, silentLogger, systemClock } from "#base";
import type { MemoryAuthor, Principal } from "#contract";
import { createGraph, createRecall, type Graph, type Recall } from "#memory";
import { openStore, type Store } from "#platform/store";
import type { RecallSet, SetScope } from "./sets.ts";

/** A question with what came of it; `rank` counts from 0, Infinity where nothing right was found. */
export interface Answered {
  readonly scope: number;
  readonly kind: string;
  readonly text: string;
  readonly rank: number;
  readonly recallAt10: number;
  readonly tookMs: number;
  readonly absent: readonly string[];
}

/** Graph and recall over one file, put together as the hub does it. */
export interface OpenRecall extends Disposable {
  readonly store: Store;
  readonly graph: Graph;
  readonly recall: Recall;
}

export function openRecall(dir: string): OpenRecall {
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  const timeZone = () => "UTC";
  const graphs: Graph[] = [];
  const recall = createRecall({
    ...{ store, clock: systemClock, log: silentLogger, timeZone },
    graph: () => graphs[0] as Graph,
  });
  const ids = countingIds();
  const graph = createGraph({ store, clock: systemClock, ids, timeZone, sink: recall.index });
  graphs.push(graph);
  return { store, graph, recall, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

export function member(personId: string, name = personId): Principal {
  return { personId, name, role: "member", areas: null };
}

/** Where several speak, what is said is everybody's; else each scope is a person's own. */
function isHousehold({ scopes }: RecallSet): boolean {
  return scopes.some(({ items }) => new Set(items.map(({ speaker }) => speaker)).size > 1);
}

/** Who asks about a scope, and whether it is shared. */
export function askable(
  set: RecallSet,
  { scope }: SetScope,
): { readonly viewer: Principal; readonly isShared: boolean } {
  const isShared = isHousehold(set);
  return { isShared, viewer: member(`p-${scope}`, isShared ? "asker" : "user") };
}

/** Runs every question of a set. Chinese sets are private memories, each scope a person's. */
export async function runSet(
  set: RecallSet,
  mode: "isolated" | "pooled",
): Promise<readonly Answered[]> {
  const isShared = isHousehold(set);
  const groups = mode === "pooled" ? [set.scopes] : set.scopes.map((scope) => [scope]);
  const answered: Answered[] = [];
  for (const scopes of groups) {
    const dir = await mkdtemp(join(tmpdir(), "bench-recall-"));
    try {
      using open = openRecall(dir);
      for (const scope of scopes) await remember(open.graph, scope, isShared);
      for (const scope of scopes) {
        const number = set.scopes.indexOf(scope);
        answered.push(...(await askAll(open, scope, { number, isShared })));
      }
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  }
  return answered;
}

/** Each item one remembered sentence of its speaker, at its time, in one conversation. */
export async function remember(graph: Graph, scope: SetScope, isShared: boolean): Promise<void> {
  const principal = member(`p-${scope.scope}`);
  const author: MemoryAuthor = { principal, origin: "member", channel: "bench" };
  for (let from = 0; from < scope.items.length; from += 500) {
    await graph.remember(
      scope.items.slice(from, from + 500).map(({ text, at, speaker }) => ({
        ...{ text, at, conversation: scope.scope },
        scope: isShared ? ("shared" as const) : ("private" as const),
        ...(speaker === undefined ? {} : { speaker }),
      })),
      author,
    );
  }
}

async function askAll(
  { recall }: OpenRecall,
  scope: SetScope,
  { number, isShared }: { readonly number: number; readonly isShared: boolean },
): Promise<readonly Answered[]> {
  const viewer = member(`p-${scope.scope}`, isShared ? "asker" : "user");
  const signal = new AbortController().signal;
  const answered: Answered[] = [];
  const textOf = new Map(scope.items.map(({ id, text }) => [id, text.trim()]));
  for (const { text, at, kind, relevant } of scope.queries) {
    const begin = performance.now();
    const result = await recall.recall({ query: text, viewer, at, hitsMax: 10 }, signal);
    const tookMs = performance.now() - begin;
    // Two items of one text are one memory (F31).
    const right = new Set(relevant.map((id) => textOf.get(id)));
    const found = result.hits.map((hit) => hit.text.trim());
    const rank = found.findIndex((hit) => right.has(hit));
    answered.push({
      ...{ scope: number, kind, text, tookMs, absent: result.absent },
      rank: rank < 0 ? Number.POSITIVE_INFINITY : rank,
      recallAt10: new Set(found.filter((hit) => right.has(hit))).size / right.size,
    });
  }
  return answered;
}
