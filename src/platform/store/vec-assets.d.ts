/** What the bundler makes of sqlite-vec's libraries; only one of the two packages is installed. */
declare module "sqlite-vec-linux-x64/vec0.so" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
declare module "sqlite-vec-linux-arm64/vec0.so" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
