/** ONNX Runtime's library for x86-64, as a file that the bundler embeds. */
import path from "onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1" with { type: "file" };

/** Where it lies: in `node_modules`, or inside the compiled binary. */
export const onnxLibrary: string = path;
