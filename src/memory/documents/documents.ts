/** The documents: events that left their windows, whole and with their own time, by person. */
import type { Clock, Logger } from "#base";
import { readContextEvent } from "#contract";
import type { ArchivedDocument, Documents } from "#kernel/state";
import type { SqlValue, Store } from "#platform/store";
import { indexArchived, textOf } from "./archived-text.ts";
import { DocumentIndex } from "./document-index.ts";
import { LIST_MAX } from "./limits.ts";
import { DOCUMENTS_AREA, DOCUMENTS_MIGRATIONS } from "./schema.ts";

/** What the documents stand on. */
export interface DocumentsParts {
  /** `memory.db`. */
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Row {
  readonly id: string;
  readonly at: number;
  readonly archived_at: number;
  readonly event: string;
}

const COLUMNS = "id, at, archived_at, event";
const INSERT = `INSERT INTO documents (id, person_id, at, archived_at, event)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
const SELECT_ONE = `SELECT ${COLUMNS} FROM documents WHERE id = ? AND person_id = ?`;
const SELECT_RANGE = `SELECT ${COLUMNS} FROM documents
  WHERE person_id = ? AND at >= ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT ?`;
const NAMES_MEDIA = `SELECT 1 FROM documents WHERE instr(event, ?1) > 0
  UNION ALL SELECT 1 FROM written_documents WHERE instr(media, ?1) > 0 LIMIT 1`;
const COUNT = "SELECT count(*) AS count FROM documents";

/** The documents, and what the media have to know of them. */
export interface OpenDocuments extends Documents {
  /** Whether a document shows this picture or file. Looks through all: asked where a name goes. */
  namesMedia(digest: string): boolean;
}

/** Opens the documents of a store. */
export function createDocuments({ store, clock, log }: DocumentsParts): OpenDocuments {
  store.migrate(DOCUMENTS_AREA, DOCUMENTS_MIGRATIONS);
  const index = new DocumentIndex(store);
  indexArchived(store, index, log);
  const readable = (row: Row): ArchivedDocument[] => {
    try {
      const { id, at, archived_at: archivedAt, event } = row;
      return [{ id, at, archivedAt, event: readContextEvent(event) }];
    } catch (error) {
      // Left where it is, for whoever rescues it; the others can still be read.
      log.error("documents.row_unreadable", { id: row.id, error });
      return [];
    }
  };
  /** What waits for its group counts as archived: it has left its window. */
  const read = (sql: string, ...params: SqlValue[]): ArchivedDocument[] => {
    store.flush();
    return store.all<Row>(sql, ...params).flatMap(readable);
  };
  return {
    put(event) {
      const id = `doc_${event.id}`;
      const json = JSON.stringify(event);
      const { changes } = store.run(INSERT, id, event.personId, event.at, clock.now(), json);
      if (changes > 0) index.add(id, event.personId, textOf(event));
      return id;
    },
    get: (viewer, id) => read(SELECT_ONE, id, viewer.personId)[0],
    list: (viewer, { fromMs, toMs, limit = LIST_MAX }) =>
      // SQLite takes a negative limit for none.
      read(SELECT_RANGE, viewer.personId, fromMs, toMs, Math.max(0, Math.min(limit, LIST_MAX))),
    namesMedia: (digest) => store.get(NAMES_MEDIA, digest) !== undefined,
    count(viewer) {
      store.flush();
      const row = viewer
        ? store.get<{ count: number }>(`${COUNT} WHERE person_id = ?`, viewer.personId)
        : store.get<{ count: number }>(COUNT);
      return row?.count ?? 0;
    },
  };
}
