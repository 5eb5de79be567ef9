/** `spawn_child` and `child_result`, as models call them. */
import { Type } from "typebox";
import { checker, type ToolContext, type ToolResult } from "#contract";
import type { Children } from "./children.ts";
import { TOOL_TEXT as TEXT } from "./content.ts";
import { narrow } from "./grants.ts";
import { GRANT_NAMES_MAX, TASK_CHARS_MAX } from "./limits.ts";
import { told, withOutcome } from "./outcome.ts";
import { callerOf, OWNER, type SubagentParts } from "./parts.ts";
import { waitFor } from "./wait.ts";

/** Names of tools or channels. */
export const namesOf = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: GRANT_NAMES_MAX, description }),
  );

const spawnArguments = checker(
  Type.Object(
    {
      task: Type.String({ minLength: 1, maxLength: TASK_CHARS_MAX, description: TEXT.task }),
      tools: namesOf(TEXT.tools),
      outputs: namesOf(TEXT.outputs),
      wait: Type.Optional(Type.Boolean({ description: TEXT.wait })),
    },
    { additionalProperties: false },
  ),
);
const resultArguments = checker(
  Type.Object(
    { child_id: Type.String({ maxLength: 64, description: TEXT.childId }) },
    { additionalProperties: false },
  ),
);

/** Registers both tools until the returned value is disposed. */
export function registerChildTools(parts: SubagentParts, children: Children): Disposable {
  const stack = new DisposableStack();
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name: "spawn_child",
        description: TEXT.spawn,
        parameters: spawnArguments.schema,
        role: "member",
        parallelSafe: true,
      },
      (args, context, signal) => withOutcome(() => spawn(parts, children, args, context, signal)),
    ),
  );
  stack.use(
    parts.tools.register(
      OWNER,
      {
        name: "child_result",
        description: TEXT.result,
        parameters: resultArguments.schema,
        role: "member",
        parallelSafe: true,
      },
      async (args, context) => {
        const view = children.view(resultArguments.require(args, "arguments").child_id, context);
        return told(view, view["state"] === "unknown" ? "invalid" : "ok");
      },
    ),
  );
  return stack;
}

async function spawn(
  parts: SubagentParts,
  children: Children,
  args: unknown,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { task, wait = false, ...wanted } = spawnArguments.require(args, "arguments");
  const grants = narrow(callerOf(context).agent, "child", wanted, parts);
  const child = children.send({ task, grants, isAwaited: wait }, context);
  if (wait) {
    try {
      await waitFor(child.ended, parts.clock, signal);
    } catch (error) {
      // Nobody is left to hear it.
      child.controller.abort(error);
      throw error;
    }
  }
  const view = children.view(child.id, context);
  return told(view, wait && view["state"] === "failed" ? "failed" : "ok");
}
