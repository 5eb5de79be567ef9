/** Pictures and sounds as nodes: which sentences, facts and entities they show. */
import type { MemoryAuthor } from "#contract";
import { problem } from "#contract";
import { DIGESTS_MAX } from "./limits.ts";
import type { Room } from "./room.ts";

/** What a block can hang on. */
export type EdgeKind = "sentence" | "relation" | "entity";

const UPSERT = `INSERT INTO blocks (id, person, modality, digest, at, channel, origin)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, digest) DO NOTHING`;
const FIND = "SELECT id FROM blocks WHERE person = ? AND digest = ?";
const EDGE =
  "INSERT INTO block_edges (block_id, kind, target_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
const NAMES = "SELECT 1 FROM blocks WHERE digest = ? LIMIT 1";

/** What may be named in a commit. Throws INVALID_PARAMS, before anything is written. */
export function checkDigests(room: Room, digests: readonly string[], field: string): void {
  const { media } = room.parts;
  if (digests.length > DIGESTS_MAX) {
    throw problem("INVALID_PARAMS", `${field}: ${DIGESTS_MAX} pictures or sounds at most`);
  }
  if (!media?.isEnabled) return;
  for (const digest of digests) {
    if (media.kindOf(digest) !== undefined) continue;
    throw problem("INVALID_PARAMS", `${field}: nothing is kept under ${digest.slice(0, 12)}…`, {
      hint: "keep the picture or sound first",
    });
  }
}

/** Hangs media on what they show. With media switched off the words are kept alone, quietly. */
export function showMedia(
  room: Room,
  digests: readonly string[],
  owner: { readonly person: string; readonly author: MemoryAuthor; readonly at: number },
  targets: readonly (readonly [kind: EdgeKind, id: string])[],
): void {
  const { store, media } = room.parts;
  if (!media?.isEnabled || digests.length === 0) return;
  const { person, author, at } = owner;
  for (const digest of digests) {
    const modality = media.kindOf(digest) ?? "file";
    const known = store.get<{ id: string }>(FIND, person, digest);
    const id = known?.id ?? room.newId("b");
    if (!known) store.run(UPSERT, id, person, modality, digest, at, author.channel, author.origin);
    for (const [kind, target] of targets) store.run(EDGE, id, kind, target);
  }
  media.show(digests, person);
}

export function namesMedia(room: Room, digest: string): boolean {
  return room.parts.store.get(NAMES, digest) !== undefined;
}
