/** Methods of the graph memory. A plugin recalls what is shared and what it wrote, and nothing else. */
import { Type } from "typebox";
import {
  type CommitResult,
  type MemoryStatistics,
  PurgeSchema,
  type RecallResult,
  TriplesSchema,
} from "../memory.ts";
import { method } from "./define.ts";
import { EntityName, Query, within } from "./parts.ts";

export const memoryMethods = {
  "memory.recall": method<RecallResult>()(
    "memory",
    "What the household's shared memory, and the plugin's own, know about something.",
    Type.Object({
      query: Query,
      seeds: Type.Optional(Type.Array(EntityName, { maxItems: 16 })),
      depth: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
      hitsMax: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      ...within,
    }),
  ),
  "memory.commit": method<CommitResult>()(
    "memory",
    "Adds facts. They are marked as a plugin's and never taken for what a person said.",
    Type.Object({ triples: TriplesSchema }),
  ),
  "memory.introspect": method<MemoryStatistics>()(
    "memory",
    "How much there is of what the plugin may see.",
    Type.Object({}),
  ),
  "memory.merge": method<{ readonly moved: number }>()(
    "memory",
    "Joins two entities into `target`.",
    Type.Object({ source: EntityName, target: EntityName }),
  ),
  "memory.purge": method<{ readonly removed: number }>()(
    "memory",
    "Takes relations out by criteria, of which there must be one; `soft` unless told.",
    PurgeSchema,
  ),
} as const;
