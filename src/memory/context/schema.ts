/** The table of the windows in `memory.db`, as numbered, append-only migrations. */

/** The store's name for this table. */
export const CONTEXT_AREA = "context";

export const CONTEXT_MIGRATIONS: readonly string[] = [
  // ordinal: the order in the conversation; apart from "at", since clocks are set back.
  `CREATE TABLE context_events (
     id TEXT PRIMARY KEY, person_id TEXT NOT NULL, channel TEXT NOT NULL,
     ordinal INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL
   ) STRICT;
   CREATE INDEX context_events_conversation ON context_events (person_id, channel, ordinal);`,
];
