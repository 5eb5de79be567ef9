/** Texts that people keep on purpose: files that they can edit, searched by words and pairs of characters. */
import { type Clock, type Logger, messageOf } from "#base";
import { type KnowledgeView, problem } from "#contract";
import type { Knowledge } from "#kernel/state";
import type { Store } from "#platform/store";
import { bigrams, searchTerms } from "#platform/text";
import { type FoundFile, findFiles, readText, removeText, writeText } from "./files.ts";
import {
  ENTRIES_MAX,
  HITS_MAX,
  LOOK_EVERY_MS,
  NAME_WEIGHT,
  TERMS_MAX,
  TEXT_BYTES_MAX,
} from "./limits.ts";
import { requireName } from "./names.ts";
import { KNOWLEDGE_AREA, KNOWLEDGE_MIGRATIONS } from "./schema.ts";

/** What the knowledge base stands on. */
export interface KnowledgeParts {
  /** `memory.db`. */
  readonly store: Store;
  /** `<data>/knowledge`. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Row {
  readonly name: string;
  readonly content: string;
  readonly modified_ms: number;
  readonly rank: number;
}
interface Known {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly modified_ms: number;
  readonly bytes: number;
}

const KNOWN = "SELECT id, name, path, modified_ms, bytes FROM knowledge ORDER BY name";
const INSERT = `INSERT INTO knowledge (name, path, modified_ms, bytes, content)
  VALUES (?, ?, ?, ?, ?) RETURNING id`;
const DELETE = "DELETE FROM knowledge WHERE id = ?";
const INDEX = "INSERT INTO knowledge_index (rowid, name, body) VALUES (?, ?, ?)";
const UNINDEX = "DELETE FROM knowledge_index WHERE rowid = ?";
const SEARCH = `SELECT k.name, k.content, k.modified_ms,
    bm25(knowledge_index, ${NAME_WEIGHT}.0, 1.0) AS rank
  FROM knowledge_index JOIN knowledge AS k ON k.id = knowledge_index.rowid
  WHERE knowledge_index MATCH ? ORDER BY rank LIMIT ?`;
const SPREAD = "SELECT doc FROM knowledge_terms WHERE term = ?";

/** Opens the knowledge base; the disk is looked at when it is first asked. */
export function createKnowledge(parts: KnowledgeParts): Knowledge {
  parts.store.migrate(KNOWLEDGE_AREA, KNOWLEDGE_MIGRATIONS);
  return new FileKnowledge(parts);
}

class FileKnowledge implements Knowledge {
  readonly #parts: KnowledgeParts;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Files that cannot be read, told once each as long as they stay as they are. */
  readonly #unreadable = new Map<string, number>();
  #isCut = false;

  constructor(parts: KnowledgeParts) {
    this.#parts = parts;
  }

  search(query: string, topK: number, signal: AbortSignal): Promise<readonly KnowledgeView[]> {
    return Promise.resolve().then(() => {
      signal.throwIfAborted();
      this.#look();
      const match = this.#matchOf(query);
      if (match === undefined) return [];
      const limit = Math.max(1, Math.min(topK, HITS_MAX));
      return this.#parts.store.all<Row>(SEARCH, match, limit).map((row) => ({
        name: row.name,
        content: row.content,
        updatedAt: row.modified_ms,
        score: -row.rank,
      }));
    });
  }

  add(name: string, content: string): Promise<void> {
    return Promise.resolve().then(() => {
      const parts = requireName(name);
      if (Buffer.byteLength(content) > TEXT_BYTES_MAX) {
        throw problem("TOO_LARGE", `an entry has ${TEXT_BYTES_MAX} bytes at most`);
      }
      if (content.trim() === "") throw problem("INVALID_PARAMS", "the entry is empty");
      writeText(this.#parts.dir, parts, content.toWellFormed());
      this.#lookedAt = Number.NEGATIVE_INFINITY;
      this.#look();
    });
  }

  list(prefix = ""): readonly Omit<KnowledgeView, "content" | "score">[] {
    this.#look();
    return this.#parts.store
      .all<Known>(KNOWN)
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, modified_ms: updatedAt }) => ({ name, updatedAt }));
  }

  delete(name: string): Promise<void> {
    return Promise.resolve().then(() => {
      if (!removeText(this.#parts.dir, requireName(name))) {
        throw problem("NOT_FOUND", `there is no entry "${name}"`, {
          hint: "knowledge_list shows all",
        });
      }
      this.#lookedAt = Number.NEGATIVE_INFINITY;
      this.#look();
    });
  }

  /** Rarest terms first, any of them; undefined for a question without a single term. */
  #matchOf(query: string): string | undefined {
    const { terms, prefixes } = searchTerms(query);
    const spread = (term: string) => this.#parts.store.get<{ doc: number }>(SPREAD, term)?.doc ?? 0;
    const known = terms
      .map((term) => ({ term, in: spread(term) }))
      .filter((one) => one.in > 0)
      .sort((a, b) => a.in - b.in)
      .slice(0, TERMS_MAX)
      .map(({ term }) => `"${term.replaceAll('"', '""')}"`);
    const begun = prefixes.map((prefix) => `"${prefix.replaceAll('"', '""')}"*`);
    const all = [...known, ...begun];
    return all.length === 0 ? undefined : all.join(" OR ");
  }

  /** Brings the index up to what lies on the disk. */
  #look(): void {
    const { store, clock, dir, log } = this.#parts;
    const now = clock.monotonic();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const { files, isCut } = findFiles(dir);
    if (isCut && !this.#isCut) log.warn("knowledge.too_many", { entriesMax: ENTRIES_MAX });
    this.#isCut = isCut;
    const known = new Map(store.all<Known>(KNOWN).map((row) => [row.name, row]));
    const paths = new Set(files.map(({ path }) => path));
    for (const path of this.#unreadable.keys()) if (!paths.has(path)) this.#unreadable.delete(path);
    const changed = files.filter((file) => !isSame(file, known.get(file.name)));
    const there = new Set(files.map(({ name }) => name));
    const gone = [...known.values()].filter(({ name }) => !there.has(name));
    if (changed.length === 0 && gone.length === 0) return;
    store.transaction(() => {
      for (const row of gone) this.#forget(row);
      for (const file of changed) this.#take(file, known.get(file.name));
    });
  }

  #forget({ id }: Known): void {
    this.#parts.store.run(UNINDEX, id);
    this.#parts.store.run(DELETE, id);
  }

  #take(file: FoundFile, before: Known | undefined): void {
    const { store, log } = this.#parts;
    if (this.#unreadable.get(file.path) === file.modifiedMs) return;
    let content: string;
    try {
      content = readText(file.path);
    } catch (error) {
      // What was indexed of it before is no longer what stands there.
      if (before) this.#forget(before);
      this.#unreadable.set(file.path, file.modifiedMs);
      log.warn("knowledge.unreadable", { name: file.name, reason: messageOf(error) });
      return;
    }
    this.#unreadable.delete(file.path);
    if (before) this.#forget(before);
    const { name, path, modifiedMs, bytes } = file;
    const row = store.get<{ id: number }>(INSERT, name, path, modifiedMs, bytes, content);
    if (row) store.run(INDEX, row.id, termsOf(name), termsOf(content));
  }
}

const termsOf = (text: string) => bigrams(text).join(" ");

function isSame(file: FoundFile, known: Known | undefined): boolean {
  return (
    known?.path === file.path && known.modified_ms === file.modifiedMs && known.bytes === file.bytes
  );
}
