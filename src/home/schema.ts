/** Tables of the house in `hub.db`, as numbered, append-only migrations. */

/** The store's name for these tables. */
export const HOME_AREA = "home";

export const HOME_MIGRATIONS: readonly string[] = [
  `CREATE TABLE home_floors (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, aliases TEXT NOT NULL, level REAL
   ) STRICT, WITHOUT ROWID;
   -- A removed area stays as a mark, so that no plugin's wish brings it back. The order of the rows
   -- is the order of the rooms.
   CREATE TABLE home_areas (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, aliases TEXT NOT NULL, floor_id TEXT,
     removed INTEGER NOT NULL
   ) STRICT;
   -- area_id: where the plugin's wish led when it was first heard; overrides: what the owner said.
   CREATE TABLE home_devices (
     id TEXT PRIMARY KEY, owner TEXT NOT NULL, declaration TEXT NOT NULL, area_id TEXT,
     overrides TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   -- Apart from the devices, since a state is written a thousand times as often.
   CREATE TABLE home_states (
     device_id TEXT PRIMARY KEY, state TEXT NOT NULL, changed_at INTEGER, cause TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE home_history (
     device_id TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, cause TEXT NOT NULL
   ) STRICT;
   CREATE INDEX home_history_device ON home_history (device_id, at);`,
];

export const TIMERS_AREA = "timers";

export const TIMERS_MIGRATIONS: readonly string[] = [
  "CREATE TABLE timers (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID;",
];
