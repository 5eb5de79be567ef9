/** The tool registry: one place that checks name, agent, role and arguments before anything runs (F60). */
import type { TSchema } from "typebox";
import { type Clock, deadline, isCanceled, type Logger, messageOf } from "#base";
import {
  type Checker,
  checker,
  hasRole,
  mayUseTool,
  problem,
  type Refusal,
  ROOT_AGENT,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
} from "#contract";
import type { ToolHandler, Tools } from "#kernel/state";
import {
  TOOL_RESULT_CHARS_MAX,
  TOOL_RESULT_TOKENS_MAX,
  TOOL_TIMEOUT_MS,
  TOOLS_MAX,
} from "./limits.ts";
import { estimateTokens } from "./tokens.ts";
import { untilAborted } from "./until-aborted.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

interface Entry {
  readonly owner: string;
  /** The definition with its owner, as `list` and `find` give it. */
  readonly listed: ToolDefinition & { readonly owner: string };
  readonly handler: ToolHandler;
  readonly arguments: Checker<TSchema>;
}

/** What the registry stands on. */
export interface ToolsOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Default {@link TOOL_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
}

/** Makes an empty registry. */
export function createTools(options: ToolsOptions): Tools {
  const entries = new Map<string, Entry>();
  /** Every round of every turn asks for the list; it changes when plugins come and go. */
  let listed: readonly Entry["listed"][] | undefined;
  const drop = (name: string) => {
    entries.delete(name);
    listed = undefined;
  };
  return {
    register(owner, definition, handler) {
      const { name } = definition;
      if (!NAME.test(name)) {
        throw problem("INVALID_PARAMS", `tool name "${name}" is not [a-zA-Z0-9_-]{1,64}`);
      }
      const known = entries.get(name);
      if (known) throw problem("CONFLICT", `tool "${name}" is already offered by "${known.owner}"`);
      if (entries.size >= TOOLS_MAX) throw problem("BUSY", `there are already ${TOOLS_MAX} tools`);
      const entry = {
        owner,
        listed: { ...definition, owner },
        handler,
        arguments: checker(definition.parameters),
      };
      entries.set(name, entry);
      listed = undefined;
      return {
        [Symbol.dispose]() {
          if (entries.get(name) === entry) drop(name);
        },
      };
    },
    find: (name) => entries.get(name)?.listed,
    list() {
      listed ??= [...entries.values()]
        .map((entry) => entry.listed)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return listed;
    },
    invoke: (name, args, context, signal) =>
      invoke(options, entries.get(name), name, args, context, signal),
    detach(owner) {
      for (const [name, entry] of entries) if (entry.owner === owner) drop(name);
    },
  };
}

/** One checked call. Every way to end is an outcome; nothing is thrown. */
async function invoke(
  options: ToolsOptions,
  entry: Entry | undefined,
  name: string,
  args: unknown,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (!entry) return { outcome: "unknown", content: `there is no tool "${name}"` };
  const { listed, handler, owner } = entry;
  if (!mayUseTool(context.agent ?? ROOT_AGENT, listed)) {
    return { outcome: "denied", content: `"${name}" is not allowed for this agent` };
  }
  if (!hasRole(context.principal, listed.role ?? "guest")) {
    return {
      outcome: "denied",
      content: `"${name}" is not allowed for ${context.principal.role}s`,
    };
  }
  const refusals = refusalsOf(entry, args);
  if (refusals.length > 0) {
    // The form that models repair best: what, why, and what to do about it.
    const [first] = refusals;
    const body = {
      field: first?.field,
      reason: first?.reason,
      detail: refusals,
      hint: "call again, corrected",
    };
    return { outcome: "invalid", content: JSON.stringify(body), data: body };
  }
  // Not even begun, where the end was asked for before.
  if (signal.aborted) return ABORTED;
  const timeoutMs = options.timeoutMs ?? TOOL_TIMEOUT_MS;
  using limit = deadline(options.clock, timeoutMs, signal);
  try {
    return cut(await untilAborted(handler(args, context, limit.signal), limit.signal));
  } catch (error) {
    if (signal.aborted) return ABORTED;
    if (limit.signal.aborted || isCanceled(error)) {
      return { outcome: "timeout", content: `"${name}" gave no answer within ${timeoutMs} ms` };
    }
    options.log.warn("tool.failed", { tool: name, owner, error });
    return { outcome: "failed", content: messageOf(error) };
  }
}

/** A schema that came from outside and does not compile refuses every call, and throws at none. */
function refusalsOf(entry: Entry, args: unknown): readonly Refusal[] {
  try {
    return entry.arguments.refusals(args);
  } catch (error) {
    return [{ field: "", reason: `this tool's schema is broken: ${messageOf(error)}` }];
  }
}

const ABORTED: ToolResult = { outcome: "aborted", content: "the call was ended" };

/** A result that a model can be given: too much of one would push everything else out. */
function cut(result: ToolResult): ToolResult {
  const { content } = result;
  const kept = lengthWithin(content);
  if (kept === content.length) return result;
  const left = content.length - kept;
  return { ...result, content: `${content.slice(0, kept)}\n[cut: ${left} more characters]` };
}

/** How many characters of a text are within the limit; all of it in nearly every case. */
function lengthWithin(text: string): number {
  // No character counts for more than one and a half tokens.
  if (text.length * 1.5 <= TOOL_RESULT_TOKENS_MAX) return text.length;
  const fits = (length: number) => estimateTokens(text.slice(0, length)) <= TOOL_RESULT_TOKENS_MAX;
  let kept = 0;
  let tooLong = Math.min(text.length, TOOL_RESULT_CHARS_MAX) + 1;
  while (tooLong - kept > 1) {
    // The whole of it first: most results that are looked at fit.
    const middle = kept === 0 && tooLong > text.length ? text.length : (kept + tooLong) >> 1;
    if (fits(middle)) kept = middle;
    else tooLong = middle;
  }
  return withoutHalf(text, kept);
}

/** Not between the two halves of one character. */
function withoutHalf(text: string, length: number): number {
  const isHalf = length < text.length && /[\ud800-\udbff]/.test(text[length - 1] ?? "");
  return isHalf ? length - 1 : length;
}
