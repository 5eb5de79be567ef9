/** What the bundler makes of the files that this room carries along. */
declare module "wasmoon/dist/glue.wasm" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
declare module "*/prelude.lua" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
declare module "*/patterns.lua" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
