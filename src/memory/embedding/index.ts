/** Front door of embedding: ONNX Runtime on demand, and its probe. */
export { loadOnnxRuntime, type OnnxRuntime } from "./onnx-runtime.ts";
export { probeOnnx } from "./probe.ts";
