/** Front door of embedding: the space of words, providers of spaces, ONNX Runtime on demand. */
export { loadOnnxRuntime, type OnnxRuntime } from "./onnx-runtime.ts";
export { probeOnnx } from "./probe.ts";
export {
  type ExpectedSpace,
  type Space,
  type SpaceFactory,
  type SpaceInput,
  type SpaceProvider,
  Spaces,
  type SpaceVector,
} from "./spaces.ts";
export { createWordEmbedding } from "./tf-idf.ts";
