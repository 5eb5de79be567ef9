/** Looking through what is remembered, by name and time, and counting it. */
import type { MemorySentence, MemoryStatistics, Principal } from "#contract";
import type { BrowsePage, BrowseRequest } from "#kernel/state";
import { normalizeText } from "#platform/text";
import { BROWSE_DEFAULT, BROWSE_MAX, TOP_ENTITIES_MAX } from "./limits.ts";
import { foldName } from "./names.ts";
import { type RelationRow, SELECT_RELATIONS, told } from "./relations.ts";
import type { Room } from "./room.ts";
import type { KeptSentence } from "./sentences.ts";
import { ownersOf, scopeOf } from "./viewers.ts";
import { topEntities } from "./walk.ts";

const SENTENCES = `SELECT * FROM sentences WHERE person = ? AND status = 'active'
  AND last_at >= ? AND last_at <= ?
  AND (? = '' OR speaker = ? COLLATE NOCASE OR instr(lower(text), lower(?)) > 0)
  ORDER BY last_at DESC, id DESC LIMIT ?`;
const RELATIONS = `${SELECT_RELATIONS} WHERE r.person = ? AND r.status IN ('active', 'superseded')
  AND r.said_at >= ? AND r.said_at <= ?
  AND (? = '' OR s.folded = ? OR o.folded = ? OR r.speaker = ? COLLATE NOCASE)
  ORDER BY r.said_at DESC, r.id DESC LIMIT ?`;
const COUNTS = `SELECT
  (SELECT count(*) FROM (SELECT DISTINCT folded FROM entities WHERE person IN (?1, ?2))) AS entities,
  (SELECT count(*) FROM relations WHERE person IN (?1, ?2) AND status = 'active') AS relations,
  (SELECT count(*) FROM sentences WHERE person IN (?1, ?2) AND status = 'active') AS sentences,
  (SELECT count(*) FROM blocks WHERE person IN (?1, ?2)) AS blocks`;

/** What was said and what is known, newest first. */
export function browse(room: Room, viewer: Principal, request: BrowseRequest): BrowsePage {
  const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = request;
  const limit = Math.max(0, Math.min(request.limit ?? BROWSE_DEFAULT, BROWSE_MAX));
  const name = normalizeText(request.name ?? "");
  const folded = foldName(name);
  const { store } = room.parts;
  const owners = [...new Set(ownersOf(viewer))];
  const sentences = owners.flatMap((person) =>
    store.all<KeptSentence>(SENTENCES, person, fromMs, toMs, name, name, name, limit),
  );
  const relations = owners.flatMap((person) =>
    store.all<RelationRow>(RELATIONS, person, fromMs, toMs, ...[name, folded, folded, name], limit),
  );
  sentences.sort((left, right) => right.last_at - left.last_at);
  relations.sort((left, right) => right.said_at - left.said_at);
  return {
    sentences: sentences.slice(0, limit).map(sentenceView),
    relations: relations.slice(0, limit).map(told),
  };
}

function sentenceView(row: KeptSentence): MemorySentence {
  const { id, text, speaker, channel, origin, mentions } = row;
  const scope = scopeOf(row.person);
  return { id, text, at: row.last_at, speaker, channel, origin, scope, mentions };
}

/** How much of it a viewer may see. */
export function introspect(room: Room, viewer: Principal): MemoryStatistics {
  const owners = ownersOf(viewer);
  const counts = room.parts.store.get<Omit<MemoryStatistics, "documents" | "top">>(
    COUNTS,
    ...owners,
  );
  return {
    ...(counts ?? { entities: 0, relations: 0, sentences: 0, blocks: 0 }),
    documents: room.parts.documentsOf?.(viewer) ?? 0,
    top: topEntities(room, [...new Set(owners)], TOP_ENTITIES_MAX),
  };
}
