/** Methods of the system prompt: sections that a plugin declares. */
import { Type } from "typebox";
import { PromptSectionSchema } from "../prompt-section.ts";
import { method } from "./define.ts";

export const promptMethods = {
  "prompt.declare": method()(
    "prompt",
    "Declares a section of the system prompt, named `<plugin>.<section>`; empty content removes it.",
    PromptSectionSchema,
  ),
  "prompt.remove": method()(
    "prompt",
    "Removes a section; one that is absent or foreign is left alone.",
    Type.Object({ section: Type.String({ maxLength: 120 }) }),
  ),
} as const;
