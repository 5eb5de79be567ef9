/**
 * Which tools a round offers in full, and which only an index names (F18). A table may cost a share
 * of tokens for each tool of the hub. What is always needed comes first, then the cheapest; the
 * dearest are in the index, and so is what only owners may use, the upkeep of the hub. `tool_help`
 * brings one of these into the table of its conversation.
 */
import type { AgentIdentity, Message, ToolCall, ToolDefinition } from "#contract";
import {
  INDEX_CHARS_MAX,
  INDEX_LINE_COLUMNS_MAX,
  INDEX_LINE_COLUMNS_MIN,
  TABLE_TOKENS_EACH,
  TABLE_TOKENS_MAX,
  TABLE_TOKENS_MIN,
} from "./limits.ts";
import { modelSchema } from "./model-schema.ts";
import { INDEX_TEXT } from "./prompt/index.ts";
import { shortText } from "./short-text.ts";
import { estimateTools } from "./tokens.ts";
import { usableTools } from "./turn/grants.ts";

/** The tool that tells another one whole. */
export const TOOL_HELP = "tool_help";

/** The tools of an agent. It depends on nothing but what is registered, so that caches hold. */
export interface ToolTable {
  /** Offered in every round, by name. */
  readonly offered: readonly ToolDefinition[];
  /** Told by name only. */
  readonly indexed: readonly ToolDefinition[];
}

/** A registry answers the same list until a tool comes or goes, and every round asks. */
const known = new WeakMap<readonly ToolDefinition[], WeakMap<AgentIdentity, ToolTable>>();

/** Divides those of the registered tools that an agent may use. */
export function toolTable(listed: readonly ToolDefinition[], agent: AgentIdentity): ToolTable {
  const tables = known.get(listed) ?? new WeakMap<AgentIdentity, ToolTable>();
  known.set(listed, tables);
  const table = tables.get(agent) ?? divide(usableTools(listed, agent));
  tables.set(agent, table);
  return table;
}

function divide(usable: readonly ToolDefinition[]): ToolTable {
  const tools = usable.map((tool) => ({ ...tool, parameters: modelSchema(tool.parameters) }));
  const rest = tools.filter(({ name }) => name !== TOOL_HELP);
  // Without the tool that opens the index nothing may be put there.
  if (rest.length === tools.length) return { offered: tools, indexed: [] };
  // What only owners may use adds no room: it would be filled with tools that nobody asked for.
  const share = rest.filter(({ always, role }) => always || role !== "owner").length;
  const budget = Math.max(TABLE_TOKENS_MIN, Math.min(TABLE_TOKENS_MAX, share * TABLE_TOKENS_EACH));
  if (estimateTools(rest) <= budget) return { offered: rest, indexed: [] };
  const kept = new Set(tools.filter(({ name, always }) => always || name === TOOL_HELP));
  let tokens = estimateTools([...kept]);
  const others = rest.filter((tool) => !kept.has(tool) && tool.role !== "owner");
  for (const tool of cheapestFirst(others)) {
    tokens += estimateTools([tool]);
    if (tokens > budget) break;
    kept.add(tool);
  }
  return {
    offered: tools.filter((tool) => kept.has(tool)),
    indexed: tools.filter((tool) => !kept.has(tool)),
  };
}

function cheapestFirst(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const costs = new Map(tools.map((tool) => [tool, estimateTools([tool])]));
  return tools.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
}

/**
 * What a round offers: the table, and behind it the indexed tools that these messages asked about or
 * called. So a tool stays as long as the model can see why, and needs no memory of its own.
 */
export function offeredTools(
  { offered, indexed }: ToolTable,
  messages: readonly Message[],
): readonly ToolDefinition[] {
  if (indexed.length === 0) return offered;
  const wanted = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") for (const call of message.toolCalls) wanted.add(named(call));
  }
  const opened = indexed.filter(({ name }) => wanted.has(name));
  return opened.length === 0 ? offered : [...offered, ...opened];
}

/** The tool that a call is about. */
function named({ name, arguments: args }: ToolCall): string {
  if (name !== TOOL_HELP || typeof args !== "object" || args === null) return name;
  return String((args as { readonly name?: unknown }).name);
}

/** The section of the indexed tools: each with a few words, fewer or none where they are many. */
export function toolIndex({ indexed }: ToolTable): string {
  if (indexed.length === 0) return "";
  for (const columns of [INDEX_LINE_COLUMNS_MAX, INDEX_LINE_COLUMNS_MIN]) {
    const lines = indexed.map((tool) => indexLine(tool, columns)).join("\n");
    if (lines.length <= INDEX_CHARS_MAX) return `${INDEX_TEXT.head}\n${lines}`;
  }
  // What only owners may use is the first to lose its words: it is asked for least.
  const lines = indexed
    .filter(({ role }) => role !== "owner")
    .map((tool) => indexLine(tool, INDEX_LINE_COLUMNS_MIN));
  const rest = indexed.filter(({ role }) => role === "owner").map(({ name }) => name);
  const mixed = [...lines, rest.join(" ")].join("\n");
  if (rest.length > 0 && mixed.length <= INDEX_CHARS_MAX) return `${INDEX_TEXT.head}\n${mixed}`;
  return `${INDEX_TEXT.head}\n${namesOnly(indexed)}`;
}

function namesOnly(tools: readonly ToolDefinition[]): string {
  const names: string[] = [];
  let chars = 0;
  for (const { name } of tools) {
    chars += name.length + 1;
    if (chars > INDEX_CHARS_MAX) break;
    names.push(name);
  }
  const left = tools.length - names.length;
  return left > 0 ? `${names.join(" ")}\n${INDEX_TEXT.more(left)}` : names.join(" ");
}

/** A tool in one short line. */
export function indexLine(
  { name, description }: ToolDefinition,
  columnsMax = INDEX_LINE_COLUMNS_MAX,
): string {
  return `- ${name}: ${shortText(description, columnsMax)}`;
}
