/** Front door of the context: the working windows, and their settings. */
export { type ContextParts, createContext, type OpenContext } from "./context.ts";
export {
  CONTEXT_OWNER,
  type ContextSettings,
  contextDefinitions,
  contextSettings,
} from "./settings.ts";
