/** What the bundler makes of ONNX Runtime's libraries: the path of a file. */
declare module "onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
declare module "onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
