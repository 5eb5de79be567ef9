/** Front door of the documents. */
export {
  createDocumentMemory,
  type DocumentMedia,
  type DocumentMemoryParts,
} from "./document-memory.ts";
export { createDocuments, type DocumentsParts, type OpenDocuments } from "./documents.ts";
