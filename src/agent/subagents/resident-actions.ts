/** What `resident_agents` does, one function for each action. */
import { type Static, Type } from "typebox";
import { agentChannel, checker, problem, type ToolContext, type ToolResult } from "#contract";
import { namesOf } from "./child-tools.ts";
import { TOOL_TEXT as TEXT } from "./content.ts";
import { narrow } from "./grants.ts";
import { INSTRUCTIONS_CHARS_MAX, NAME_CHARS_MAX, TASK_CHARS_MAX } from "./limits.ts";
import { told } from "./outcome.ts";
import { callerOf, type SubagentParts } from "./parts.ts";
import type { Resident } from "./resident.ts";
import type { Residents } from "./residents.ts";
import type { Telling } from "./telling.ts";
import { waitFor } from "./wait.ts";

/** What the actions work on. */
export interface ResidentParts {
  readonly parts: SubagentParts;
  readonly residents: Residents;
  readonly telling: Telling;
}

const ACTIONS = ["create", "send", "inspect", "compress", "reclaim", "destroy", "list"] as const;
const words = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: TASK_CHARS_MAX, description }));

/** One schema for all actions: models read it once, and each action says what it misses. */
export const residentArguments = checker(
  Type.Object(
    {
      action: Type.Enum([...ACTIONS]),
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: TEXT.id })),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX })),
      instructions: Type.Optional(
        Type.String({ maxLength: INSTRUCTIONS_CHARS_MAX, description: TEXT.instructions }),
      ),
      task: words(TEXT.firstTask),
      text: words(TEXT.text),
      wait: Type.Optional(Type.Boolean({ description: TEXT.wait })),
      tools: namesOf(TEXT.tools),
      outputs: namesOf(TEXT.outputs),
      residual: Type.Optional(Type.Enum(["keep", "drop"], { description: TEXT.residual })),
    },
    { additionalProperties: false },
  ),
);
type Arguments = Static<typeof residentArguments.schema>;

/** One action. Throws problems for what is to be expected. */
type Action = (
  deps: ResidentParts,
  args: Arguments,
  context: ToolContext,
  signal: AbortSignal,
) => Promise<ToolResult>;

const create: Action = async (deps, args, context, signal) => {
  const { name, instructions = "", task } = args;
  const grants = narrow(callerOf(context).agent, "resident", args, deps.parts);
  const resident = deps.residents.create(
    { name: required("name", name), instructions, grants },
    context,
  );
  if (task === undefined) return told({ ...resident.view(), lives: TEXT.lives });
  return await hand(deps, resident, task, args.wait === true, context, signal);
};

const send: Action = async (deps, { id, text, task, wait }, context, signal) => {
  const resident = deps.residents.find(required("id", id), context);
  return await hand(deps, resident, required("text", text ?? task), wait === true, context, signal);
};

/** Gives a resident its parent's words, which come before all others, and waits if that is wished. */
async function hand(
  { parts, residents }: ResidentParts,
  resident: Resident,
  text: string,
  isAwaited: boolean,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  resident.parent = callerOf(context);
  const item = residents.receive(resident, { text, level: 4, isAwaited }, context);
  const head = { id: resident.agent.id, name: resident.name };
  if (!isAwaited) return told({ ...head, state: "taken", waiting: resident.queue.length });
  try {
    await waitFor(item.end.promise, parts.clock, signal);
  } finally {
    // From here on it needs a place of its own.
    item.awaitedBy = undefined;
  }
  const end = item.ended ?? { state: "running" };
  const isInVain = end.state === "failed" || end.state === "dropped";
  return told({ ...head, ...end }, isInVain ? "failed" : "ok");
}

const inspect: Action = async ({ residents }, args, context) => {
  const id = required("id", args.id);
  const gone = residents.findGone(id, context);
  if (gone) return told(gone);
  const resident = residents.find(id, context);
  const { answers, notes } = resident;
  return told({ ...resident.view(), answers, notes, lives: TEXT.lives });
};

/** Moves all but the newest of its talk to the documents. */
const compress: Action = async ({ parts, residents }, { id }, context, signal) => {
  const { agent } = residents.find(required("id", id), context);
  const { principal } = context;
  const request = { principal, channel: agentChannel(agent), text: "", tokensMax: 0 };
  const { events, pruned } = await parts.context().prune(request, signal);
  return told({ id: agent.id, archived: pruned, left: events.length });
};

const reclaim: Action = async (deps, { id }, context) => {
  const resident = deps.residents.find(required("id", id), context);
  const { answers, notes } = resident;
  return told({ ...(await end(deps, resident, "keep", context)), answers, notes });
};

const destroy: Action = async (deps, { id, residual = "keep" }, context) => {
  const resident = deps.residents.find(required("id", id), context);
  return told(await end(deps, resident, residual, context));
};

async function end(
  { residents, telling }: ResidentParts,
  resident: Resident,
  residual: "keep" | "drop",
  context: ToolContext,
): Promise<object> {
  const waiting = residents.remove(resident, "destroyed by its parent");
  if (residual === "drop") residents.drop(resident, waiting);
  else await telling.handOver(resident, waiting, context);
  return { ...resident.view(), state: "destroyed" };
}

const list: Action = async ({ residents }, _args, { principal }) =>
  told({
    residents: residents.listOf(principal.personId).map((each) => each.view()),
    gone: residents.goneOf(principal.personId),
    lives: TEXT.lives,
  });

/** The actions by name. */
export const RESIDENT_ACTIONS: Readonly<Record<Arguments["action"], Action>> = {
  create,
  send,
  inspect,
  compress,
  reclaim,
  destroy,
  list,
};

function required(field: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw problem("INVALID_PARAMS", `this action needs "${field}"`);
}
