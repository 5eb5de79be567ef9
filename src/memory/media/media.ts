/** Pictures, sounds and files: kept once each by their SHA-256, checked whenever they are read. */
import { type Clock, type Ids, type Logger, messageOf } from "#base";
import {
  hasRole,
  type MediaReference,
  type MemoryAuthor,
  type Principal,
  problem,
} from "#contract";
import type { Health, Media, Reported, StoredMedia } from "#kernel/state";
import type { Store } from "#platform/store";
import { BlobFiles, digestOf, systemCode } from "./blob-files.ts";
import { MEDIA_BYTES_MAX, PUT_ATTEMPTS_MAX, SWEEP_MAX } from "./limits.ts";
import { type Looks, lookAt } from "./look.ts";
import { MEDIA_AREA, MEDIA_MIGRATIONS } from "./schema.ts";

/** What the media stand on. */
export interface MediaParts {
  /** `memory.db`: rows are written with what names them. */
  readonly store: Store;
  /** `<data>/blobs`. */
  readonly dir: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly health: Health;
  readonly isEnabled: () => boolean;
  /** Whether anything (a block, a message, a document) still names a digest. */
  readonly isNamed: (digest: string) => boolean;
}

/** How much there is. */
export interface MediaStatistics {
  readonly count: number;
  readonly bytes: number;
  readonly damaged: number;
}

/** The media with what the tiers that name them need. */
export interface MediaStore extends Media, Disposable {
  /**
   * Inside the transaction that takes a name away: what nothing names any more goes, file and row,
   * when that transaction is committed. There is no count that could be wrong.
   */
  release(digests: readonly string[]): void;
  /** Inside a transaction: whoever may read what names it may see it. `""` is the household. */
  show(digests: readonly string[], personId: string): void;
  /** What a digest is; undefined where nothing is kept under it. */
  kindOf(digest: string): MediaReference["kind"] | undefined;
  statistics(): MediaStatistics;
}

interface Row {
  readonly digest: string;
  readonly kind: MediaReference["kind"];
  readonly mime: string;
  readonly bytes: number;
  readonly damaged_at: number | null;
}

const HOUSEHOLD = "";
const SELECT = "SELECT digest, kind, mime, bytes, damaged_at FROM media WHERE digest = ?";
const UPSERT = `INSERT INTO media
    (digest, kind, mime, bytes, width, height, origin, channel, first_seen, last_seen)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (digest) DO UPDATE SET
    last_seen = max(last_seen, excluded.last_seen), damaged_at = NULL, released_at = NULL`;
const SHOW = `INSERT INTO media_viewers (digest, person_id)
  SELECT digest, ? FROM media WHERE digest = ? ON CONFLICT DO NOTHING`;
const MAY_SEE = "SELECT 1 FROM media_viewers WHERE digest = ? AND person_id IN (?, ?) LIMIT 1";
const DAMAGED = "UPDATE media SET damaged_at = ? WHERE digest = ?";
const RELEASE = "UPDATE media SET released_at = ? WHERE digest = ? AND released_at IS NULL";
const KEEP = "UPDATE media SET released_at = NULL WHERE digest = ?";
const RELEASED = `SELECT digest FROM media WHERE released_at IS NOT NULL LIMIT ${SWEEP_MAX}`;
const DELETE = "DELETE FROM media WHERE digest = ?";
const STATISTICS = `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes,
  count(damaged_at) AS damaged FROM media`;

/** Opens the media of a store; what a crash left released goes now. */
export function createMedia(parts: MediaParts): MediaStore {
  parts.store.migrate(MEDIA_AREA, MEDIA_MIGRATIONS);
  const media = new ContentStore(parts);
  media.start();
  return media;
}

class ContentStore implements MediaStore {
  readonly #parts: MediaParts;
  readonly #files: BlobFiles;
  #damage: Reported | undefined;
  #isClosed = false;

  constructor(parts: MediaParts) {
    this.#parts = parts;
    this.#files = new BlobFiles(parts.dir, parts.ids);
  }

  get isEnabled(): boolean {
    return this.#parts.isEnabled();
  }

  start(): void {
    this.#sweep();
    this.#tellDamage();
  }

  async put(bytes: Uint8Array, mime: string, author: MemoryAuthor): Promise<MediaReference> {
    if (!this.isEnabled) {
      throw problem("NOT_AVAILABLE", "the owner has switched media off", {
        hint: "core.memory.media.enabled",
      });
    }
    if (bytes.length === 0) throw problem("INVALID_PARAMS", "media: there are no bytes at all");
    if (bytes.length > MEDIA_BYTES_MAX) {
      throw problem("TOO_LARGE", `media: ${bytes.length} bytes; ${MEDIA_BYTES_MAX} at most`);
    }
    const looks = await lookAt(bytes, mime);
    for (let attempt = 1; attempt <= PUT_ATTEMPTS_MAX; attempt += 1) {
      const digest = await this.#write(bytes);
      if (this.#record(digest, bytes.length, looks, author)) {
        return { digest, kind: looks.kind, mime: looks.mime };
      }
    }
    throw problem("CONFLICT", "media: the file was taken away again while it was kept");
  }

  get(viewer: Principal, digest: string): Promise<StoredMedia | undefined> {
    return Promise.resolve().then(() => this.#get(viewer, digest));
  }

  release(digests: readonly string[]): void {
    const { store, clock, isNamed, log } = this.#parts;
    const unnamed = [...new Set(digests)].filter((digest) => !isNamed(digest));
    if (unnamed.length === 0) return;
    for (const digest of unnamed) store.run(RELEASE, clock.now(), digest);
    // A group comes after the transaction that runs now; where that is rolled back, so are the marks.
    void store
      .grouped(() => undefined)
      .then(() => !this.#isClosed && this.#sweep())
      .catch((error: unknown) => log.warn("media.sweep_failed", { error }));
  }

  show(digests: readonly string[], personId: string): void {
    for (const digest of digests) this.#parts.store.run(SHOW, personId, digest);
  }

  kindOf(digest: string): MediaReference["kind"] | undefined {
    return this.#parts.store.get<Row>(SELECT, digest)?.kind;
  }

  statistics(): MediaStatistics {
    return this.#parts.store.get<MediaStatistics>(STATISTICS) ?? { count: 0, bytes: 0, damaged: 0 };
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#damage?.[Symbol.dispose]();
  }

  async #write(bytes: Uint8Array): Promise<string> {
    try {
      return await this.#files.put(bytes);
    } catch (error) {
      const code = systemCode(error);
      if (code === "ENOSPC" || code === "EDQUOT") {
        throw problem("STORE_FULL", "media: the disk is full; nothing was kept", { cause: error });
      }
      throw problem("INTERNAL", `media: ${messageOf(error)}`, { cause: error });
    }
  }

  /** False where a sweep took the file meanwhile. Both run to their end without a pause. */
  #record(digest: string, bytes: number, looks: Looks, author: MemoryAuthor): boolean {
    const { store, clock } = this.#parts;
    if (!this.#files.has(digest, bytes)) return false;
    const { kind, mime, width = null, height = null } = looks;
    const now = clock.now();
    store.transaction(() => {
      const { origin, channel } = author;
      store.run(UPSERT, digest, kind, mime, bytes, width, height, origin, channel, now, now);
      store.run(SHOW, viewerOf(author), digest);
    });
    if (this.#damage) this.#tellDamage();
    return true;
  }

  #get(viewer: Principal, digest: string): StoredMedia | undefined {
    const { store } = this.#parts;
    const row = store.get<Row>(SELECT, digest);
    if (!row || !this.#maySee(viewer, digest)) return undefined;
    const bytes = this.#files.map(digest);
    if (bytes && digestOf(bytes) === digest) {
      return { digest, kind: row.kind, mime: row.mime, bytes };
    }
    this.#foundDamaged(row, bytes !== undefined);
    throw problem("MEDIA_CORRUPT", `media ${digest.slice(0, 12)}…: the file is not what was kept`, {
      hint: "keep the same picture or file again and it is whole",
    });
  }

  #maySee({ personId, ...rest }: Principal, digest: string): boolean {
    // The household's own is not a guest's to see.
    const household = hasRole({ personId, ...rest }, "member") ? HOUSEHOLD : personId;
    return this.#parts.store.get(MAY_SEE, digest, personId, household) !== undefined;
  }

  #foundDamaged({ digest, damaged_at }: Row, isThere: boolean): void {
    const { store, clock, log } = this.#parts;
    if (isThere) this.#files.moveAside(digest);
    if (damaged_at !== null) return;
    log.error("media.damaged", { digest });
    store.run(DAMAGED, clock.now(), digest);
    this.#tellDamage();
  }

  /** Shown for as long as there are any: they are missing. */
  #tellDamage(): void {
    const { damaged } = this.statistics();
    if (damaged === 0) {
      this.#damage?.[Symbol.dispose]();
      this.#damage = undefined;
      return;
    }
    const reason = `${damaged} pictures or files are damaged; see blobs/damaged`;
    if (this.#damage) this.#damage.update(reason);
    else this.#damage = this.#parts.health.degrade("media", reason);
  }

  /** The file first: a crash after it leaves a row that the next start takes out. */
  #sweep(): void {
    const { store, isNamed } = this.#parts;
    for (const { digest } of store.all<{ digest: string }>(RELEASED)) {
      if (isNamed(digest)) {
        store.run(KEEP, digest);
        continue;
      }
      this.#files.remove(digest);
      store.run(DELETE, digest);
    }
  }
}

/** Whose it is: what a plugin brings (a camera's picture) is the household's. */
function viewerOf({ origin, principal }: MemoryAuthor): string {
  return origin === "plugin" ? HOUSEHOLD : principal.personId;
}
