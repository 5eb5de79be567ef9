/** Front door of embedding: the space of words, ONNX Runtime on demand, and its probe. */
export { loadOnnxRuntime, type OnnxRuntime } from "./onnx-runtime.ts";
export { probeOnnx } from "./probe.ts";
export { createWordEmbedding } from "./tf-idf.ts";
