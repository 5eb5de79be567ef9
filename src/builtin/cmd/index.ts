/** Front door of the commands. */
export { type CommandParts, Commands, type WorkFolder } from "./commands.ts";
export { CMD_OWNER, cmdDefinitions, cmdSettings } from "./settings.ts";
export { registerCommandTools } from "./tools.ts";
