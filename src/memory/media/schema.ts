/** The tables of the media in `memory.db`, as numbered, append-only migrations. */

/** The store's name for these tables. */
export const MEDIA_AREA = "media";

/**
 * `media` has a row for each content, `media_viewers` says whose it is: one row for each person who
 * brought it, and `''` for the household. `released_at` marks what nothing names any more; the file
 * goes once that is committed.
 */
export const MEDIA_MIGRATIONS: readonly string[] = [
  `CREATE TABLE media (
     digest TEXT PRIMARY KEY, kind TEXT NOT NULL, mime TEXT NOT NULL, bytes INTEGER NOT NULL,
     width INTEGER, height INTEGER, origin TEXT NOT NULL, channel TEXT NOT NULL,
     first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
     damaged_at INTEGER, released_at INTEGER
   ) STRICT;
   CREATE INDEX media_released ON media (released_at) WHERE released_at IS NOT NULL;
   CREATE TABLE media_viewers (
     digest TEXT NOT NULL REFERENCES media (digest) ON DELETE CASCADE, person_id TEXT NOT NULL,
     PRIMARY KEY (digest, person_id)
   ) STRICT, WITHOUT ROWID;`,
];
