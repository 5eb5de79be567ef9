/** The table of the documents in `memory.db`, as numbered, append-only migrations. */

/** The store's name for this table. */
export const DOCUMENTS_AREA = "documents";

export const DOCUMENTS_MIGRATIONS: readonly string[] = [
  `CREATE TABLE documents (
     id TEXT PRIMARY KEY, person_id TEXT NOT NULL, at INTEGER NOT NULL,
     archived_at INTEGER NOT NULL, event TEXT NOT NULL
   ) STRICT;
   CREATE INDEX documents_time ON documents (person_id, at);`,
];
