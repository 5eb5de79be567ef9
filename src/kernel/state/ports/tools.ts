/** Tools of the hub, from every source, in one registry. */
import type { ToolContext, ToolDefinition, ToolResult } from "#contract";

/** Runs a call whose arguments fit the schema. Must not throw for expected failures. */
export type ToolHandler = (
  args: unknown,
  context: ToolContext,
  signal: AbortSignal,
) => Promise<ToolResult>;

/** Registration and invocation of tools. */
export interface Tools {
  /** Offers a tool. Throws `CONFLICT` when the name is taken. */
  register(owner: string, definition: ToolDefinition, handler: ToolHandler): Disposable;
  /** The tool of that name. */
  find(name: string): (ToolDefinition & { readonly owner: string }) | undefined;
  /** All tools, by name. */
  list(): readonly (ToolDefinition & { readonly owner: string })[];
  /**
   * Checks the arguments and the caller's role, then runs the tool with its time limit. Never
   * rejects: every way to end is an outcome.
   */
  invoke(
    name: string,
    args: unknown,
    context: ToolContext,
    signal: AbortSignal,
  ): Promise<ToolResult>;
  /** Removes all tools of an owner. */
  detach(owner: string): void;
}
