/** The graph: facts, entities, sentences and what shows them, with their time, source and owner. */

import { namesMedia } from "./blocks.ts";
import { browse, introspect } from "./browse.ts";
import {
  checkCommit,
  checkSentences,
  checkTriple,
  commitTriples,
  rememberSentences,
  requireSpeaker,
} from "./commit.ts";
import { editFact, requireFact } from "./edit.ts";
import { expireRemovals, journalNamesMedia, undoRemoval } from "./journal.ts";
import { RELATIONS_AT_MAX } from "./limits.ts";
import { mergeEntities } from "./merge.ts";
import { checkPurge, deleteEntity, forget, purge } from "./removal.ts";
import { Room } from "./room.ts";
import { GRAPH_AREA, GRAPH_MIGRATIONS } from "./schema.ts";
import { exportRows, importRows, sentenceRows } from "./transfer.ts";
import type { Graph, GraphParts } from "./types.ts";
import { entitiesOf, relationsAt, walk } from "./walk.ts";

/** Opens the graph of a store. Writes resolve when they are on disk; reads see what waits, too. */
export function createGraph(parts: GraphParts): Graph {
  parts.store.migrate(GRAPH_AREA, GRAPH_MIGRATIONS);
  const room = new Room(parts);
  /** What waits for its group counts as known. */
  const read = <T>(query: () => T): T => {
    room.flush();
    return query();
  };
  return {
    ...writing(room),
    introspect: (viewer) => read(() => introspect(room, viewer)),
    relationsAt: (viewer, name, atMs) =>
      read(() => relationsAt(room, viewer, name, atMs, RELATIONS_AT_MAX)),
    neighborhood: (viewer, seeds, depth) => read(() => walk(room, viewer, seeds, depth)),
    browse: (viewer, request) => read(() => browse(room, viewer, request)),
    entitiesOf: (viewer, type, max) => read(() => entitiesOf(room, viewer, type, max)),
    exportRows: () => read(() => exportRows(room)),
    sentenceRows: () => read(() => sentenceRows(room)),
    namesMedia: (digest) => namesMedia(room, digest) || journalNamesMedia(room, digest),
  };
}

type Writing = Pick<
  Graph,
  | ("remember" | "commit" | "merge" | "purge" | "edit" | "deleteEntity")
  | ("forget" | "undo" | "importRows" | "expire")
>;

/** Checks come first, outside the group; what depends on the present rows is checked inside it. */
function writing(room: Room): Writing {
  return {
    async remember(sentences, author) {
      const checked = checkSentences(room, sentences, author);
      return await room.write((write) => rememberSentences(room, write, checked, author));
    },
    async commit(triples, author) {
      const checked = checkCommit(room, triples, author);
      return await room.write((write) => commitTriples(room, write, checked, author));
    },
    async merge(source, target, author, options = {}) {
      const names = { source, target, isConfirmed: options.isConfirmed ?? false };
      return await room.write((write) => ({ moved: mergeEntities(room, write, names, author) }));
    },
    async purge(criteria, author) {
      checkPurge(criteria);
      return await room.write((write) => purge(room, write, criteria, author));
    },
    async edit(before, after, author) {
      requireSpeaker(author);
      const checked = checkTriple(room, after, author, "after");
      return await room.write((write) => {
        const old = requireFact(room, before, author);
        // Without a word about it the new fact is whose the old one was.
        const item = after.scope === undefined ? { ...checked, person: old.person } : checked;
        return editFact(room, write, old, item, author);
      });
    },
    deleteEntity: (name, author) => room.write((write) => deleteEntity(room, write, name, author)),
    forget: (ids, author) => room.write((write) => forget(room, write, ids, author)),
    undo: (undo, author) =>
      room.write((write) => ({ restored: undoRemoval(room, write, undo, author) })),
    importRows: (rows) => room.write((write) => importRows(room, write, rows)),
    expire: () => room.write((write) => expireRemovals(room, write)),
  };
}
