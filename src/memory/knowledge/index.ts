/** Front door of the knowledge base. */
export { createKnowledge, type KnowledgeParts } from "./knowledge.ts";
