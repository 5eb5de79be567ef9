/** The tool registry: one place that checks name, arguments and role before anything runs (F60). */

import type { TSchema } from "typebox";
import { type Clock, deadline, isCanceled, type Logger, messageOf } from "#base";
import {
  type Checker,
  checker,
  hasRole,
  problem,
  type ToolContext,
  type ToolDefinition,
  type ToolResult,
} from "#contract";
import type { ToolHandler, Tools } from "#kernel/state";
import { TOOL_RESULT_CHARS_MAX, TOOL_TIMEOUT_MS, TOOLS_MAX } from "./limits.ts";

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

interface Entry {
  readonly owner: string;
  readonly definition: ToolDefinition;
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
  return {
    register(owner, definition, handler) {
      const { name } = definition;
      if (!NAME.test(name)) {
        throw problem("INVALID_PARAMS", `tool name "${name}" is not [a-zA-Z0-9_-]{1,64}`);
      }
      const known = entries.get(name);
      if (known) throw problem("CONFLICT", `tool "${name}" is already offered by "${known.owner}"`);
      if (entries.size >= TOOLS_MAX) throw problem("BUSY", `there are already ${TOOLS_MAX} tools`);
      const entry = { owner, definition, handler, arguments: checker(definition.parameters) };
      entries.set(name, entry);
      return {
        [Symbol.dispose]() {
          if (entries.get(name) === entry) entries.delete(name);
        },
      };
    },
    list: () =>
      [...entries.values()]
        .map(({ owner, definition }) => ({ ...definition, owner }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    invoke: (name, args, context, signal) =>
      invoke(options, entries.get(name), name, args, context, signal),
    detach(owner) {
      for (const [name, entry] of entries) if (entry.owner === owner) entries.delete(name);
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
  const { definition, handler, owner } = entry;
  if (!hasRole(context.principal, definition.role ?? "guest")) {
    return {
      outcome: "denied",
      content: `"${name}" is not allowed for ${context.principal.role}s`,
    };
  }
  const refusals = entry.arguments.refusals(args);
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
  const timeoutMs = options.timeoutMs ?? TOOL_TIMEOUT_MS;
  using limit = deadline(options.clock, timeoutMs, signal);
  try {
    return cut(await untilAborted(handler(args, context, limit.signal), limit.signal));
  } catch (error) {
    if (signal.aborted) return { outcome: "aborted", content: "the call was ended" };
    if (limit.signal.aborted || isCanceled(error)) {
      return { outcome: "timeout", content: `"${name}" gave no answer within ${timeoutMs} ms` };
    }
    options.log.warn("tool.failed", { tool: name, owner, error });
    return { outcome: "failed", content: messageOf(error) };
  }
}

/** Lets a call end when its time is up, even when the handler ignores its signal. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function cut(result: ToolResult): ToolResult {
  if (result.content.length <= TOOL_RESULT_CHARS_MAX) return result;
  const left = result.content.length - TOOL_RESULT_CHARS_MAX;
  return {
    ...result,
    content: `${result.content.slice(0, TOOL_RESULT_CHARS_MAX)}\n[cut: ${left} more characters]`,
  };
}
