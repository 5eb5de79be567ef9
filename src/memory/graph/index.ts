/** Front door of the graph. */
export { createGraph } from "./graph.ts";
export { createOverlay, type Overlay, type OverlayParts } from "./overlay.ts";
export { localTime, offsetAt } from "./period.ts";
export type { Graph, GraphMedia, GraphParts, SentenceRow, SentenceSink } from "./types.ts";
export { HOUSEHOLD, type Owners, ownersOf } from "./viewers.ts";
