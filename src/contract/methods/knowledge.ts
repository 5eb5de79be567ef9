/** Methods of the knowledge base. */
import { Type } from "typebox";
import type { KnowledgeView } from "../memory.ts";
import { method } from "./define.ts";
import { Query, TopK } from "./parts.ts";

const EntryName = Type.String({ minLength: 1, maxLength: 200 });

export const knowledgeMethods = {
  "knowledge.search": method<readonly KnowledgeView[]>()(
    "knowledge",
    "Entries about something, best first; 5 unless told.",
    Type.Object({ query: Query, topK: TopK }),
  ),
  "knowledge.add": method()(
    "knowledge",
    "Adds an entry named `category/name`; one that is there already is refused.",
    Type.Object({ name: EntryName, content: Type.String({ minLength: 1, maxLength: 200_000 }) }),
  ),
  "knowledge.list": method<readonly Omit<KnowledgeView, "content" | "score">[]>()(
    "knowledge",
    "Names of the entries, of those that begin so.",
    Type.Object({ prefix: Type.Optional(Type.String({ maxLength: 200 })) }),
  ),
} as const;
