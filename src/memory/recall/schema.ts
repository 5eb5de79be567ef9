/** The search index in `memory.db`: what recall must know of every text, and under which terms it stands. */

/** The store's name for these tables. */
export const RECALL_AREA = "recall";

/**
 * Every term is kept with the number of its owner before it (`7_天气`), so that another's texts are
 * not even read: the scope is decided before anything is scored. Texts are kept once more, whole, so
 * that a hit needs no other room; they go with their sentence.
 */
export const RECALL_MIGRATIONS: readonly string[] = [
  `CREATE TABLE recall_owners (
     owner INTEGER PRIMARY KEY, person TEXT NOT NULL UNIQUE,
     texts INTEGER NOT NULL, terms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE recall_speakers (
     owner INTEGER NOT NULL, key TEXT NOT NULL, texts INTEGER NOT NULL, PRIMARY KEY (owner, key)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE recall_conversations (
     conversation INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
   ) STRICT;
   CREATE TABLE recall_texts (
     doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, owner INTEGER NOT NULL,
     text TEXT NOT NULL, speaker TEXT, speaker_key TEXT, at INTEGER NOT NULL, channel TEXT NOT NULL,
     origin TEXT NOT NULL, conversation INTEGER NOT NULL, position INTEGER NOT NULL,
     terms INTEGER NOT NULL, traits INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX recall_texts_conversation ON recall_texts (conversation, position);
   CREATE INDEX recall_texts_time ON recall_texts (owner, at);
   CREATE VIRTUAL TABLE recall_index USING fts5 (
     terms, content = '', contentless_delete = 1, detail = none,
     tokenize = "ascii tokenchars '_.-:@/+'"
   );
   CREATE VIRTUAL TABLE recall_terms USING fts5vocab (recall_index, 'row');
   CREATE VIRTUAL TABLE recall_postings USING fts5vocab (recall_index, 'instance');`,
];
