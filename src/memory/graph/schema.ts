/** The tables of the graph in `memory.db`, as numbered, append-only migrations. */

/** The store's name for these tables. */
export const GRAPH_AREA = "graph";

/**
 * `person` says whose a row is: a person's id for what is private, `''` for the household. It stands
 * in every table, entities too, so that nobody learns even a name from another's memory.
 */
export const GRAPH_MIGRATIONS: readonly string[] = [
  `CREATE TABLE entities (
     id TEXT PRIMARY KEY, person TEXT NOT NULL, folded TEXT NOT NULL, name TEXT NOT NULL,
     types TEXT NOT NULL, mentions INTEGER NOT NULL, created_at INTEGER NOT NULL,
     UNIQUE (person, folded)
   ) STRICT;
   CREATE INDEX entities_mentions ON entities (person, mentions);
   CREATE TABLE entity_aliases (
     person TEXT NOT NULL, folded TEXT NOT NULL, name TEXT NOT NULL,
     entity_id TEXT NOT NULL REFERENCES entities (id) ON DELETE CASCADE,
     PRIMARY KEY (person, folded)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX entity_aliases_entity ON entity_aliases (entity_id);
   CREATE TABLE sentences (
     id TEXT PRIMARY KEY, person TEXT NOT NULL, hash TEXT NOT NULL, text TEXT NOT NULL,
     speaker TEXT, at INTEGER NOT NULL, last_at INTEGER NOT NULL, channel TEXT NOT NULL,
     origin TEXT NOT NULL, guest INTEGER NOT NULL, conversation TEXT NOT NULL,
     position INTEGER NOT NULL, status TEXT NOT NULL, mentions INTEGER NOT NULL,
     UNIQUE (person, hash)
   ) STRICT;
   CREATE INDEX sentences_conversation ON sentences (conversation, position);
   CREATE INDEX sentences_time ON sentences (person, last_at);
   CREATE TABLE relations (
     id TEXT PRIMARY KEY, person TEXT NOT NULL,
     subject_id TEXT NOT NULL REFERENCES entities (id),
     relation TEXT NOT NULL, relation_key TEXT NOT NULL,
     object_id TEXT NOT NULL REFERENCES entities (id),
     confidence REAL NOT NULL, status TEXT NOT NULL,
     valid_from INTEGER, valid_to INTEGER, said_at INTEGER NOT NULL, recorded_at INTEGER NOT NULL,
     superseded_by TEXT, sentence_id TEXT REFERENCES sentences (id), speaker TEXT,
     channel TEXT NOT NULL, origin TEXT NOT NULL, guest INTEGER NOT NULL, mentions INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX relations_active ON relations (subject_id, relation_key, object_id)
     WHERE status = 'active';
   CREATE INDEX relations_triple ON relations (subject_id, relation_key, object_id);
   CREATE INDEX relations_object ON relations (object_id);
   CREATE INDEX relations_sentence ON relations (sentence_id) WHERE sentence_id IS NOT NULL;
   CREATE INDEX relations_time ON relations (person, said_at);
   CREATE TABLE blocks (
     id TEXT PRIMARY KEY, person TEXT NOT NULL, modality TEXT NOT NULL, digest TEXT NOT NULL,
     at INTEGER NOT NULL, channel TEXT NOT NULL, origin TEXT NOT NULL,
     UNIQUE (person, digest)
   ) STRICT;
   CREATE INDEX blocks_digest ON blocks (digest);
   CREATE TABLE block_edges (
     block_id TEXT NOT NULL REFERENCES blocks (id) ON DELETE CASCADE,
     kind TEXT NOT NULL, target_id TEXT NOT NULL,
     PRIMARY KEY (block_id, kind, target_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX block_edges_target ON block_edges (kind, target_id);
   CREATE TABLE removals (
     id TEXT PRIMARY KEY, person TEXT NOT NULL, at INTEGER NOT NULL, what TEXT NOT NULL
   ) STRICT;
   CREATE INDEX removals_time ON removals (at);
   CREATE TABLE removed_rows (
     removal_id TEXT NOT NULL REFERENCES removals (id) ON DELETE CASCADE,
     number INTEGER NOT NULL, source TEXT NOT NULL, row TEXT NOT NULL,
     PRIMARY KEY (removal_id, number)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX removed_blocks ON removed_rows (source) WHERE source = 'blocks';`,
];
