/** Front door of the files. */
export { Files } from "./files.ts";
export { type OpenFolder, openFolder, placeOf, type Roots } from "./folder.ts";
export { FILES_OWNER, filesDefinitions, rootsSetting } from "./settings.ts";
export { registerFileTools } from "./tools.ts";
