/** The tables of people, tokens and the first set-up in `hub.db`. */

/** The store's area for these migrations. */
export const SECURITY_AREA = "security";

/** The owner is there from the first start on; before the set-up he has no password. */
export const OWNER_ID = "owner";

export const securityMigrations: readonly string[] = [
  `CREATE TABLE people (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'guest')),
     areas TEXT,
     password_hash TEXT,
     created_at INTEGER NOT NULL
   );
   CREATE TABLE tokens (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     kind TEXT NOT NULL CHECK (kind IN ('token', 'session')),
     name TEXT NOT NULL,
     person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
     role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'guest')),
     created_at INTEGER NOT NULL,
     last_used_at INTEGER
   );
   CREATE TABLE setup (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     code TEXT,
     wrong_tries INTEGER NOT NULL DEFAULT 0,
     wait_from INTEGER NOT NULL DEFAULT 0,
     wait_ms INTEGER NOT NULL DEFAULT 0
   );
   INSERT INTO setup (one) VALUES (1);
   INSERT INTO people (id, name, role, created_at) VALUES ('${OWNER_ID}', 'owner', 'owner', 0)`,
];
