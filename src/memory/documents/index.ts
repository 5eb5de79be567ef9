/** Front door of the documents. */
export { createDocuments, type DocumentsParts } from "./documents.ts";
