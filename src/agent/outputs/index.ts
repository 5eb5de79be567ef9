/** Front door of the outputs: channels, and the tools that models send with. */
export { createOutputs } from "./channels.ts";
export { sendText } from "./send-text.ts";
export { createOutputTools, mayUse, type OutputToolsParts } from "./tools.ts";
