/** Front door of recall: the search index of all texts, and the answers from it. */
export {
  createRecall,
  type Recall,
  type RecallGraph,
  type RecallParts,
  type VectorSource,
} from "./recall.ts";
export { type NamedVector, VectorIndex } from "./vector-index.ts";
