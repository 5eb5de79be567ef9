/** `tool_help`: opens the index of tools. It tells one whole, or finds those that speak of something. */
import { Type } from "typebox";
import {
  checker,
  mayUseTool,
  ROOT_AGENT,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
} from "#contract";
import type { Tools } from "#kernel/state";
import { HELP_LINES_MAX } from "./limits.ts";
import { modelSchema } from "./model-schema.ts";
import { TOOL_HELP_TEXT as TEXT } from "./prompt/index.ts";
import { indexLine, TOOL_HELP } from "./tool-table.ts";

/** Owner of the tool. */
const OWNER = "agent";

const helpArguments = checker(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64, description: TEXT.name }),
  }),
);

/** Registers the tool until the returned value is disposed. */
export function registerToolHelp(tools: Tools): Disposable {
  const definition: ToolDefinition = {
    name: TOOL_HELP,
    description: TEXT.tool,
    parameters: helpArguments.schema,
    parallelSafe: true,
    // Descriptions of tools are nothing to remember.
    noMemory: true,
  };
  return tools.register(OWNER, definition, async (args, { agent = ROOT_AGENT }: ToolContext) => {
    const { name } = helpArguments.require(args, TOOL_HELP);
    const usable = tools.list().filter((tool) => mayUseTool(agent, tool));
    return help(usable, name);
  });
}

function help(usable: readonly ToolDefinition[], wanted: string): ToolResult {
  const tool = usable.find(({ name }) => name === wanted);
  if (tool) {
    const parameters = JSON.stringify(modelSchema(tool.parameters));
    return { outcome: "ok", content: `${tool.name}: ${tool.description}\n${parameters}` };
  }
  const word = wanted.toLowerCase();
  const found = usable.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(word),
  );
  if (found.length === 0) {
    return { outcome: "invalid", content: `no tool is called or speaks of "${wanted}"` };
  }
  const lines = found.slice(0, HELP_LINES_MAX).map(indexLine);
  const left = found.length - lines.length;
  return {
    outcome: "ok",
    content: [...lines, ...(left > 0 ? [`… ${left} more; be more exact`] : [])].join("\n"),
  };
}
