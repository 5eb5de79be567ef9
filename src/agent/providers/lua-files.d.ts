/** What the bundler makes of the adapters' scripts. */
declare module "*.lua" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
