/** Methods of the model sources: which there are and which is asked first; never their keys. */
import { Type } from "typebox";
import type { ProviderStatus } from "../status.ts";
import { method } from "./define.ts";

/** A model source as a plugin sees it. */
export interface LlmSource extends ProviderStatus {
  /** Empty for the hub's own offline matcher. */
  readonly model: string;
  /** The one that is asked first now. */
  readonly isCurrent: boolean;
}

export const llmMethods = {
  "llm.listSources": method<readonly LlmSource[]>()(
    "llm",
    "The model sources in the order in which they are asked.",
    Type.Object({}),
  ),
  "llm.setSource": method<LlmSource>()(
    "llm",
    "Has a source asked first; an empty name goes back to the order of priorities.",
    Type.Object({ name: Type.String({ maxLength: 64 }) }),
  ),
  "llm.currentSource": method<LlmSource>()(
    "llm",
    "The source that is asked first now.",
    Type.Object({}),
  ),
} as const;
