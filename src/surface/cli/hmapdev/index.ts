/** Front door of the plugin author's tool. */
export type { AuthorTools, HmapdevOptions } from "./options.ts";
export { runHmapdev } from "./run.ts";
