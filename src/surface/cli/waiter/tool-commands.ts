/** `waiter tool call`: a tool as an agent would call it, without one; for authors of plugins and skills. */
import type { ToolResult } from "#contract";
import { plain, UsageError } from "../terminal.ts";
import type { Command } from "./command.ts";

/** Calls a tool in the owner's name. */
export const toolCall: Command = {
  words: ["tool", "call"],
  usage: "tool call NAME [JSON]",
  help: "call a tool with its arguments as JSON, as the agent would",
  build: ([name, json = "{}"]) => ({
    method: "tool.call",
    params: { name, arguments: argumentsOf(json) },
    // A plugin wrote it: its lines stay lines, everything else that steers a terminal goes.
    render: ({ content }: ToolResult) => content.split("\n").map(plain).join("\n"),
  }),
};

function argumentsOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`"${json}" is no JSON`, `waiter tool call NAME '{"text":"…"}'`);
  }
}
