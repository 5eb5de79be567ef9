/** `waiter prompt` and `waiter prompt tools`: two looks at one answer of the hub. */
import type { PromptView } from "#contract";
import type { Command } from "./command.ts";
import { renderPrompt, renderPromptTools } from "./prompt.ts";

/** The sections; its JSON is their array (contract §1). */
export const prompt: Command = {
  words: ["prompt"],
  usage: "prompt",
  help: "the system prompt as a model gets it, and what it costs",
  build: () => ({
    method: "prompt",
    params: {},
    render: renderPrompt,
    json: ({ sections }: PromptView) => sections,
  }),
};

/** The tools, which go out beside the sections. */
export const promptTools: Command = {
  words: ["prompt", "tools"],
  usage: "prompt tools",
  help: "the tools that a model is offered, and what each costs",
  build: () => ({
    method: "prompt",
    params: {},
    render: renderPromptTools,
    json: ({ tools }: PromptView) => tools,
  }),
};

/** The same under the word that one looks for first. */
export const tools: Command = { ...promptTools, words: ["tools"], usage: "tools" };
