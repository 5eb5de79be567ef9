/** Front door of the documents. */
export { createDocuments, type DocumentsParts, type OpenDocuments } from "./documents.ts";
