/** What the bundler makes of the script that this folder carries along. */
declare module "*/sdk.lua" {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's path as its default
  export default path;
}
