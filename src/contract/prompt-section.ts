/** Declared pieces of the system prompt (architecture §3). */
import { type Static, Type } from "typebox";
import { checker } from "./schema.ts";

export const PromptSectionSchema = Type.Object({
  section: Type.String({ pattern: "^[a-z][a-z0-9-]{0,40}\\.[a-z0-9][a-z0-9_-]{0,63}$" }),
  order: Type.Integer({ minimum: 0, maximum: 9999 }),
  content: Type.String({ maxLength: 16_384 }),
  volatile: Type.Optional(Type.Boolean()),
});
export type PromptSectionDeclaration = Static<typeof PromptSectionSchema>;
export const promptSectionDeclaration = checker(PromptSectionSchema);

/** A section as it is rendered; `content` may be computed anew each round. */
export interface RenderedSection {
  readonly section: string;
  readonly owner: string;
  readonly order: number;
  readonly volatile: boolean;
  readonly content: string;
}

/** The prompt with what each part of it costs in every request, in tokens by our estimate. */
export interface PromptView {
  readonly sections: readonly (RenderedSection & { readonly tokens: number })[];
  readonly tools: readonly ToolCost[];
}

/** What offering one tool costs. */
export interface ToolCost {
  readonly name: string;
  readonly owner: string;
  readonly tokens: number;
}
