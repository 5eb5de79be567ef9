/** The table of the documents in `memory.db`, as numbered, append-only migrations. */

/** The store's name for this table. */
export const DOCUMENTS_AREA = "documents";

export const DOCUMENTS_MIGRATIONS: readonly string[] = [
  `CREATE TABLE documents (
     id TEXT PRIMARY KEY, person_id TEXT NOT NULL, at INTEGER NOT NULL,
     archived_at INTEGER NOT NULL, event TEXT NOT NULL
   ) STRICT;
   CREATE INDEX documents_time ON documents (person_id, at);`,
  // Written ones: person "" is the household. The index holds both kinds, by the rows of document_rows.
  `CREATE TABLE written_documents (
     id TEXT PRIMARY KEY, person_id TEXT NOT NULL, at INTEGER NOT NULL, hash TEXT NOT NULL,
     content TEXT NOT NULL, summary TEXT NOT NULL, tags TEXT NOT NULL, media TEXT NOT NULL,
     origin TEXT NOT NULL, channel TEXT NOT NULL,
     visits INTEGER NOT NULL DEFAULT 0, visited_at INTEGER,
     UNIQUE (person_id, hash)
   ) STRICT;
   CREATE INDEX written_documents_time ON written_documents (person_id, at);
   ALTER TABLE documents ADD COLUMN visits INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE documents ADD COLUMN visited_at INTEGER;
   CREATE TABLE document_rows (
     id INTEGER PRIMARY KEY, document_id TEXT NOT NULL UNIQUE, person_id TEXT NOT NULL
   ) STRICT;
   CREATE VIRTUAL TABLE document_index USING fts5 (
     body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
   );
   CREATE VIRTUAL TABLE document_terms USING fts5vocab (document_index, 'row');`,
];
