/** Front door of memory: the tiers, each put together by whoever boots the hub. */
export {
  CONTEXT_OWNER,
  type ContextParts,
  type ContextSettings,
  contextDefinitions,
  contextSettings,
  createContext,
  type OpenContext,
} from "./context/index.ts";
export {
  createDocumentMemory,
  createDocuments,
  type DocumentMedia,
  type DocumentMemoryParts,
  type DocumentsParts,
} from "./documents/index.ts";
export {
  createGraph,
  createOverlay,
  type Graph,
  type GraphMedia,
  type GraphParts,
  type Overlay,
  type OverlayParts,
  type SentenceRow,
  type SentenceSink,
} from "./graph/index.ts";
export { createKnowledge, type KnowledgeParts } from "./knowledge/index.ts";
export {
  createMedia,
  MEDIA_OWNER,
  type MediaParts,
  type MediaStore,
  mediaDefinitions,
} from "./media/index.ts";
export { createPeople, type PeopleGraph, type PeopleParts } from "./people/index.ts";
export {
  createRecall,
  type NamedVector,
  type Recall,
  type RecallGraph,
  type RecallParts,
  VectorIndex,
  type VectorSource,
} from "./recall/index.ts";
export {
  createTextLog,
  type TextLog,
  type TextLogOptions,
  type TextRecord,
} from "./text-log/index.ts";
