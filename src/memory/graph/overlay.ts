/** The graph of somebody who works for a while: it reads the main one and itself, and writes only itself. */
import type { Clock, Ids } from "#base";
import type { MemoryEntity, MemoryRelation, MemoryStatistics } from "#contract";
import type { Neighborhood } from "#kernel/state";
import { openTemporaryStore } from "#platform/store";
import { createGraph } from "./graph.ts";
import { BROWSE_DEFAULT, BROWSE_MAX, TOP_ENTITIES_MAX, WALK_ENTITIES_MAX } from "./limits.ts";
import { foldName } from "./names.ts";
import type { Graph } from "./types.ts";

/** What an overlay lies over; the main graph is only ever read. */
export interface OverlayParts {
  readonly main: Pick<Graph, "browse" | "introspect" | "neighborhood" | "relationsAt">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timeZone: () => string;
}

/** A temporary graph; disposing drops what was written. */
export interface Overlay extends Graph, Disposable {}

/** Lays an empty graph, in memory alone, over the main one. */
export function createOverlay({ main, clock, ids, timeZone }: OverlayParts): Overlay {
  const store = openTemporaryStore({ clock });
  const own = createGraph({ store, clock, ids, timeZone });
  return {
    ...own,
    introspect: (viewer) => sum(own.introspect(viewer), main.introspect(viewer)),
    relationsAt: (viewer, name, atMs) => [
      ...own.relationsAt(viewer, name, atMs),
      ...main.relationsAt(viewer, name, atMs),
    ],
    neighborhood(viewer, seeds, depth) {
      const first = own.neighborhood(viewer, seeds, depth);
      // What the overlay reaches leads on in the main graph, and the other way round.
      const further = seeds.length === 0 ? [] : [...seeds, ...namesOf(first)];
      const below = main.neighborhood(viewer, further, depth);
      const back =
        seeds.length === 0 ? first : own.neighborhood(viewer, [...seeds, ...namesOf(below)], depth);
      return {
        entities: joined([...back.entities, ...below.entities]).slice(0, WALK_ENTITIES_MAX),
        relations: unique([...back.relations, ...below.relations]),
      };
    },
    browse(viewer, request) {
      const [above, below] = [own.browse(viewer, request), main.browse(viewer, request)];
      const limit = Math.max(0, Math.min(request.limit ?? BROWSE_DEFAULT, BROWSE_MAX));
      return {
        sentences: [...above.sentences, ...below.sentences]
          .sort((left, right) => right.at - left.at)
          .slice(0, limit),
        relations: unique([...above.relations, ...below.relations]).slice(0, limit),
      };
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

function namesOf({ entities }: Neighborhood): readonly string[] {
  return entities.map(({ name }) => name);
}

/** Of one name there is one entity, with what both graphs know of it. */
function joined(entities: readonly MemoryEntity[]): readonly MemoryEntity[] {
  const byName = new Map<string, MemoryEntity>();
  for (const entity of entities) {
    const key = foldName(entity.name);
    const known = byName.get(key);
    byName.set(
      key,
      known
        ? {
            ...known,
            types: [...new Set([...known.types, ...entity.types])],
            aliases: [...new Set([...known.aliases, ...entity.aliases])],
            mentions: known.mentions + entity.mentions,
          }
        : entity,
    );
  }
  return [...byName.values()];
}

function unique(relations: readonly MemoryRelation[]): readonly MemoryRelation[] {
  return [...new Map(relations.map((relation) => [relation.id, relation])).values()];
}

function sum(above: MemoryStatistics, below: MemoryStatistics): MemoryStatistics {
  const top = [...joined([...above.top, ...below.top])];
  top.sort((left, right) => right.mentions - left.mentions);
  return {
    entities: above.entities + below.entities,
    relations: above.relations + below.relations,
    sentences: above.sentences + below.sentences,
    blocks: above.blocks + below.blocks,
    documents: below.documents,
    top: top.slice(0, TOP_ENTITIES_MAX),
  };
}
