/** The prompt of the root agent with what each part of it costs, for `waiter prompt` and the bench. */
import { type Principal, type PromptView, ROOT_AGENT } from "#contract";
import type { KernelState } from "#kernel/state";
import { estimateTokens, estimateTools } from "./tokens.ts";
import { toolTable } from "./tool-table.ts";

/** Sections and tools as they go out with the first round that `viewer` begins, with their tokens. */
export function promptView(
  { promptSections, tools }: Pick<KernelState, "promptSections" | "tools">,
  viewer: Principal,
): PromptView {
  const { offered } = toolTable(tools.list(), ROOT_AGENT);
  return {
    sections: promptSections
      .render(viewer, ROOT_AGENT)
      .map((section) => ({ ...section, tokens: estimateTokens(section.content) })),
    tools: offered.map((tool) => ({
      name: tool.name,
      owner: tools.find(tool.name)?.owner ?? "",
      tokens: estimateTools([tool]),
    })),
  };
}
