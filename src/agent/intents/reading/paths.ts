/** Ways to cut a sentence into known pieces without a rest, best first: A* over the lattice. */
import { PATH_WORK, PATHS_MAX } from "../limits.ts";
import type { Lattice } from "./lattice.ts";
import type { Span } from "./types.ts";

interface Partial {
  readonly at: number;
  readonly cost: number;
  /** Cost so far plus the least that the rest can cost. */
  readonly least: number;
  readonly span: Span | undefined;
  readonly before: Partial | undefined;
}

/** Work that a sentence may still cost; shared by all tries to read it. */
export interface Work {
  left: number;
}

/** Yields complete paths by rising cost; ends after a bounded number, or when the work is used up. */
export function* bestPaths(lattice: Lattice, work: Work): Generator<readonly Span[]> {
  const end = lattice.length;
  const rest = leastRest(lattice);
  const start = rest[0] ?? Number.POSITIVE_INFINITY;
  if (end === 0 || !Number.isFinite(start)) return;
  const heap = new Heap();
  heap.push({ at: 0, cost: 0, least: start, span: undefined, before: undefined });
  let found = 0;
  for (; work.left > 0 && found < PATHS_MAX; work.left -= 1) {
    const best = heap.pop();
    if (!best) return;
    if (best.at === end) {
      found += 1;
      work.left -= PATH_WORK;
      yield unwind(best);
      continue;
    }
    for (const span of lattice[best.at] ?? []) {
      const cost = best.cost + span.cost;
      const least = cost + (rest[span.to] ?? Number.POSITIVE_INFINITY);
      if (Number.isFinite(least)) heap.push({ at: span.to, cost, least, span, before: best });
    }
  }
}

/** For every token, the least cost from there to the end; infinite where there is no way. */
function leastRest(lattice: Lattice): number[] {
  const rest = new Array<number>(lattice.length + 1).fill(Number.POSITIVE_INFINITY);
  rest[lattice.length] = 0;
  for (let at = lattice.length - 1; at >= 0; at -= 1) {
    for (const span of lattice[at] ?? []) {
      const cost = span.cost + (rest[span.to] ?? Number.POSITIVE_INFINITY);
      if (cost < (rest[at] ?? 0)) rest[at] = cost;
    }
  }
  return rest;
}

function unwind(last: Partial): Span[] {
  const spans: Span[] = [];
  for (let part: Partial | undefined = last; part; part = part.before) {
    if (part.span) spans.push(part.span);
  }
  return spans.reverse();
}

/** A binary heap by `least`. */
class Heap {
  readonly #items: Partial[] = [];

  push(item: Partial): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (!above || above.least <= item.least) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Partial | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (!last || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      const right = items[child + 1];
      const left = items[child];
      if (!left) break;
      if (right && right.least < left.least) child += 1;
      const small = items[child];
      if (!small || small.least >= last.least) break;
      items[at] = small;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
