/** The timer tools, as models and the intents call them (contract §2). */
import { type TObject, Type } from "typebox";
import { type Clock, OperationalError } from "#base";
import {
  checker,
  hasRole,
  mayUseTool,
  type Principal,
  problem,
  ROOT_AGENT,
  type Timer,
  type ToolContext,
  type ToolOutcomeKind,
  type ToolResult,
} from "#contract";
import type { TimerMatch, ToolHandler, Tools } from "#kernel/state";
import { MESSAGE_CHARS_MAX, NAME_CHARS_MAX } from "./limits.ts";
import { TOOL_TEXTS as TEXT } from "./texts.ts";
import type { TimerBook } from "./timers.ts";
import { localText, momentOf } from "./when.ts";

/** Owner of the timer tools. */
const OWNER = "timer";

/** What the timer tools stand on. */
export interface TimerToolsParts {
  readonly timers: TimerBook;
  readonly tools: Tools;
  readonly clock: Clock;
  /** IANA time zone of the house. */
  readonly timeZone: () => string;
}

/** Timer tools that hardly anybody asks for: the index is enough for them. */
const SELDOM: ReadonlySet<string> = new Set(["timer_pause", "timer_resume"]);

const closed = { additionalProperties: false };

const setArguments = checker(
  Type.Object(
    {
      durationSeconds: Type.Optional(
        Type.Number({ exclusiveMinimum: 0, description: TEXT.durationSeconds }),
      ),
      at: Type.Optional(Type.String({ maxLength: 64, description: TEXT.at })),
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: NAME_CHARS_MAX, description: TEXT.name }),
      ),
      action: Type.Optional(
        Type.Object(
          { tool: Type.String({ maxLength: 64 }), arguments: Type.Object({}) },
          { ...closed, description: TEXT.action },
        ),
      ),
      message: Type.Optional(
        Type.String({ minLength: 1, maxLength: MESSAGE_CHARS_MAX, description: TEXT.message }),
      ),
    },
    closed,
  ),
);
const adjustArguments = checker(
  Type.Object(
    {
      timerId: Type.String({ maxLength: 64, description: TEXT.timerId }),
      deltaSeconds: Type.Number({ description: TEXT.deltaSeconds }),
    },
    closed,
  ),
);
const matchArguments = checker(
  Type.Object(
    {
      timerId: Type.Optional(Type.String({ maxLength: 64, description: TEXT.timerId })),
      all: Type.Optional(Type.Boolean({ description: TEXT.all })),
    },
    closed,
  ),
);
const queryArguments = checker(Type.Object({}, closed));

/** Registers the timer tools until the returned value is disposed. */
export function registerTimerTools(parts: TimerToolsParts): Disposable {
  const { timers } = parts;
  const stack = new DisposableStack();
  const offer = (name: string, description: string, parameters: TObject, run: ToolRun) => {
    const handler: ToolHandler = async (args, context) => outcomeOf(() => run(args, context));
    const definition = { name, description, parameters, always: !SELDOM.has(name) };
    stack.use(parts.tools.register(OWNER, definition, handler));
  };
  const several =
    (change: (match: TimerMatch) => readonly Timer[]) => (args: unknown, context: ToolContext) => {
      const match = matchArguments.require(args, "arguments");
      const changed = meant(timers, match, context.principal).flatMap((timerId) =>
        change({ timerId }),
      );
      return answer(parts, changed, { timers: changed });
    };
  offer("timer_set", TEXT.set, setArguments.schema, (args, context) => set(parts, args, context));
  offer("timer_adjust", TEXT.adjust, adjustArguments.schema, (args, context) => {
    const { timerId, deltaSeconds } = adjustArguments.require(args, "arguments");
    meant(timers, { timerId }, context.principal);
    const timer = timers.adjust(timerId, Math.round(deltaSeconds * 1_000));
    return answer(parts, [timer], { timer });
  });
  offer(
    "timer_cancel",
    TEXT.cancel,
    matchArguments.schema,
    several((match) => timers.cancel(match)),
  );
  offer(
    "timer_pause",
    TEXT.pause,
    matchArguments.schema,
    several((match) => timers.pause(match)),
  );
  offer(
    "timer_resume",
    TEXT.resume,
    matchArguments.schema,
    several((match) => timers.resume(match)),
  );
  offer("timer_query", TEXT.query, queryArguments.schema, (_args, context) => {
    const visible = timers.visibleTo(context.principal);
    return answer(parts, visible, { timers: visible });
  });
  return stack;
}

type ToolRun = (args: unknown, context: ToolContext) => ToolResult;

function set(parts: TimerToolsParts, args: unknown, context: ToolContext): ToolResult {
  const { durationSeconds, at, name, action, message } = setArguments.require(args, "arguments");
  // What a timer began does not begin timers, however it gets here (F16).
  if (context.origin === "timer" || context.cause.some(({ kind }) => kind === "timer")) {
    throw problem("FORBIDDEN", "a timer cannot set timers");
  }
  if ((durationSeconds === undefined) === (at === undefined)) {
    throw problem("INVALID_PARAMS", "give either durationSeconds or at");
  }
  if (action) checkAction(parts.tools, action, context);
  const now = parts.clock.now();
  const dueAt = at === undefined ? undefined : momentOf(at, now, parts.timeZone());
  const timer = parts.timers.set({
    durationMs: dueAt === undefined ? (durationSeconds ?? 0) * 1_000 : dueAt - now,
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(name === undefined ? {} : { name }),
    ...(message === undefined ? {} : { message }),
    ...(action === undefined ? {} : { action }),
    channel: context.channel,
    principal: context.principal,
    cause: context.cause,
  });
  return answer(parts, [timer], { timer });
}

/** Finds out now what would otherwise be found out when nobody is there to mend it. */
function checkAction(
  tools: Tools,
  action: { readonly tool: string; readonly arguments: unknown },
  { principal, agent = ROOT_AGENT }: ToolContext,
): void {
  if (action.tool === "timer_set") throw problem("FORBIDDEN", "a timer cannot set timers");
  const definition = tools.list().find(({ name }) => name === action.tool);
  if (!definition) throw problem("INVALID_PARAMS", `there is no tool ${action.tool}`);
  if (!hasRole(principal, definition.role ?? "guest")) {
    throw problem("FORBIDDEN", `${action.tool} is not allowed for ${principal.role}s`);
  }
  // Nobody knows any more when it rings that an agent set it which may not use the tool itself.
  if (!mayUseTool(agent, definition)) {
    throw problem("FORBIDDEN", `${action.tool} is not allowed for this agent`);
  }
  checker(definition.parameters).require(action.arguments, "action/arguments");
}

/** Ids of the timers meant; throws for what the caller may not change or does not exist. */
function meant(timers: TimerBook, match: TimerMatch, principal: Principal): readonly string[] {
  const ids = timers.visibleTo(principal).map(({ timerId }) => timerId);
  if (match.timerId !== undefined) {
    if (ids.includes(match.timerId)) return [match.timerId];
    throw problem("NOT_FOUND", `there is no timer ${match.timerId}`, { hint: listHint(ids) });
  }
  if (match.all || ids.length === 1) return ids;
  if (ids.length === 0) throw problem("NOT_FOUND", "there is no timer");
  throw problem("INVALID_PARAMS", "several timers run", { hint: listHint(ids) });
}

function listHint(ids: readonly string[]): string {
  return ids.length === 0 ? "no timer is set" : `one of ${ids.slice(0, 20).join(", ")}`;
}

function answer(parts: TimerToolsParts, timers: readonly Timer[], data: unknown): ToolResult {
  const lines = timers.map((timer) => describe(timer, parts.timeZone()));
  return { outcome: "ok", content: lines.length === 0 ? "no timers" : lines.join("\n"), data };
}

function describe({ timerId, name, state, dueAt, remainingMs }: Timer, timeZone: string): string {
  const left = `${Math.ceil(remainingMs / 1_000)} s left`;
  const due = dueAt === null ? state : `due ${localText(dueAt, timeZone)}`;
  return `${timerId}${name === null ? "" : ` ${name}`}: ${left}, ${due}`;
}

/** Expected failures as outcomes; anything else is a bug and goes to the registry. */
function outcomeOf(work: () => ToolResult): ToolResult {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const hint = error.hint === undefined ? "" : ` (${error.hint})`;
    const { code, message } = error;
    const outcome = OUTCOMES[code] ?? "failed";
    return { outcome, content: `${message}${hint}`, data: { code, message } };
  }
}

const OUTCOMES: Readonly<Record<string, ToolOutcomeKind>> = {
  FORBIDDEN: "denied",
  INVALID_PARAMS: "invalid",
  NOT_FOUND: "invalid",
  VALUE_INVALID: "invalid",
  VALUE_OUT_OF_RANGE: "invalid",
};
