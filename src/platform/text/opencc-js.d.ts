/** Types for the one dictionary of opencc-js that is used here; the package has none for it. */
declare module "opencc-js/dict/TSCharacters" {
  /** Pairs "traditional simplified", joined by "|". */
  const pairs: string;

  // biome-ignore lint/style/noDefaultExport: it is how the package exports its dictionaries
  export default pairs;
}
