/** What an archived event says, as the search index has it. */
import type { Logger } from "#base";
import { type ContextEvent, readContextEvent } from "#contract";
import type { Store } from "#platform/store";
import type { DocumentIndex } from "./document-index.ts";
import { INDEX_BATCH } from "./limits.ts";

interface Row {
  readonly id: string;
  readonly person_id: string;
  readonly event: string;
}

const UNINDEXED = `SELECT id, person_id, event FROM documents
  WHERE id > ? AND NOT EXISTS (SELECT 1 FROM document_rows WHERE document_id = documents.id)
  ORDER BY id LIMIT ${INDEX_BATCH}`;

/** Question and answer; of what is not to be derived from, nothing (F10). */
export function textOf({ input, response, noMemory, derivedText }: ContextEvent): string {
  if (noMemory) return "";
  return derivedText ?? `${input}\n${response}`;
}

/** Takes up what was archived before there was an index. */
export function indexArchived(store: Store, index: DocumentIndex, log: Logger): void {
  let last = "";
  for (;;) {
    const rows = store.all<Row>(UNINDEXED, last);
    if (rows.length === 0) return;
    store.transaction(() => {
      for (const { id, person_id: personId, event } of rows) {
        try {
          index.add(id, personId, textOf(readContextEvent(event)));
        } catch (error) {
          log.error("documents.row_unreadable", { id, error });
        }
      }
    });
    last = rows.at(-1)?.id ?? "";
  }
}
