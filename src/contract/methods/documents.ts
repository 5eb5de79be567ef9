/** Methods of the documents: texts that a plugin wrote, and the shared ones. */
import { Type } from "typebox";
import { type DocumentView, MEMORY_SCOPES } from "../memory.ts";
import { method } from "./define.ts";
import { MediaBlocksSchema, Query, TopK, within } from "./parts.ts";

const draft = {
  content: Type.String({ minLength: 1, maxLength: 200_000 }),
  summary: Type.Optional(Type.String({ maxLength: 2000 })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 10 })),
  scope: Type.Optional(Type.Enum([...MEMORY_SCOPES])),
};

export const documentMethods = {
  "doc.query": method<readonly DocumentView[]>()(
    "doc_memory",
    "Documents about something, best first; 3 unless told. Nothing is taken out by it.",
    Type.Object({ query: Query, topK: TopK, ...within }),
  ),
  "doc.insert": method<{ readonly id: string }>()(
    "doc_memory",
    "Keeps a document; the same content is kept once.",
    Type.Object(draft),
  ),
  "doc.insertWithMedia": method<{ readonly id: string; readonly digests: readonly string[] }>()(
    "doc_memory",
    "Keeps a document with its pictures, sounds or files.",
    Type.Object({ ...draft, media: MediaBlocksSchema }),
  ),
  "doc.remove": method()(
    "doc_memory",
    "Takes a document out that the plugin may see.",
    Type.Object({ id: Type.String({ minLength: 1, maxLength: 96 }) }),
  ),
  "doc.stats": method<{ readonly documents: number; readonly bytes: number }>()(
    "doc_memory",
    "How many documents the plugin may see.",
    Type.Object({}),
  ),
} as const;
