/** The index of the knowledge base in `memory.db`: a copy of the files, made anew whenever they differ. */

/** The store's name for these tables. */
export const KNOWLEDGE_AREA = "knowledge";

export const KNOWLEDGE_MIGRATIONS: readonly string[] = [
  `CREATE TABLE knowledge (
     id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, path TEXT NOT NULL,
     modified_ms INTEGER NOT NULL, bytes INTEGER NOT NULL, content TEXT NOT NULL
   ) STRICT;
   CREATE VIRTUAL TABLE knowledge_index USING fts5 (
     name, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
   );
   CREATE VIRTUAL TABLE knowledge_terms USING fts5vocab (knowledge_index, 'row');`,
];
