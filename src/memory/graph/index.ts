/** Front door of the graph. */
export { createGraph } from "./graph.ts";
export type { Graph, GraphMedia, GraphParts, SentenceRow, SentenceSink } from "./types.ts";
