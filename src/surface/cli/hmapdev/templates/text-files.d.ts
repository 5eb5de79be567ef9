/** What the bundler makes of the templates that this folder carries along: their text. */
declare module "*.txt" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: the bundler offers a file's text as its default
  export default text;
}
