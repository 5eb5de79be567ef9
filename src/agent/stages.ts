/** The stage pipeline: handlers of one stage run side by side on one context; none hurts another. */
import { type Clock, deadline, type Logger, messageOf } from "#base";
import { problem, type Stage, type StageContext, type StageScope } from "#contract";
import type {
  CarriedStage,
  HandlerReport,
  StageCarrier,
  StageHandler,
  Stages,
} from "#kernel/state";
import { STAGE_TIMEOUT_MS } from "./limits.ts";
import { untilAborted } from "./until-aborted.ts";

interface Entry {
  readonly owner: string;
  readonly stage: Stage;
  readonly scope: StageScope;
  readonly handler: StageHandler;
}

type OnHandler = (report: HandlerReport) => void;

/** What the turn alone writes. */
const FIXED: ReadonlySet<PropertyKey> = new Set<keyof StageContext>([
  "turnId",
  "phase",
  "userId",
  "channel",
  "toolOwner",
]);
/** Where the first one who writes is right: an answer, and a denial that nobody can take back. */
const FIRST_WINS: ReadonlySet<PropertyKey> = new Set<keyof StageContext>(["response", "deny"]);

/** Makes an empty pipeline. */
export function createStages(clock: Clock, log: Logger): Stages {
  const entries = new Set<Entry>();
  const byStage = new Map<Stage, readonly Entry[]>();
  let carrier: StageCarrier | undefined;
  const meant = (stage: Stage, { toolOwner }: StageContext): readonly Entry[] => {
    const all = byStage.get(stage) ?? [...entries].filter((entry) => entry.stage === stage);
    byStage.set(stage, all);
    const isMeant = ({ scope, owner }: Entry) => scope === "global" || owner === toolOwner;
    return all.every(isMeant) ? all : all.filter(isMeant);
  };
  const drop = (entry: Entry) => {
    if (entries.delete(entry)) byStage.clear();
  };

  const runAll = async (
    stage: Stage,
    handlers: readonly Entry[],
    context: StageContext,
    onHandler: OnHandler | undefined,
    signal: AbortSignal,
  ) => {
    using limit = deadline(clock, STAGE_TIMEOUT_MS, signal);
    const runKey = {};
    const owners = handlers.map(({ owner }) => owner);
    using carried = carrier?.begin(context, owners, runKey);
    const failures: string[] = [];
    const runOne = async ({ owner, handler }: Entry) => {
      using own = carried?.open();
      const view = openView(stage, context, own ?? context);
      const beganAtMs = clock.monotonic();
      let failure: string | null = null;
      try {
        await untilAborted(handler(view.context, limit.signal, runKey), limit.signal);
      } catch (error) {
        // A turn that is being ended is nobody's fault.
        if (signal.aborted) return;
        failure = messageOf(error);
        failures.push(`${owner}: ${failure}`);
        log.warn("stage.handler_failed", { stage, owner, error });
      } finally {
        view.close();
        const durationMs = clock.monotonic() - beganAtMs;
        onHandler?.({ owner, beganAtMs, durationMs, error: failure });
      }
    };
    await Promise.all(handlers.map(runOne));
    if (carried) bringHome(context, carried);
    context.errors.push(...failures);
  };
  const run = (
    stage: Stage,
    context: StageContext,
    onHandler: OnHandler | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    context.phase = stage;
    const handlers = meant(stage, context);
    return handlers.length === 0 ? NOTHING : runAll(stage, handlers, context, onHandler, signal);
  };

  return {
    register(owner, stage, handler, scope = "global") {
      if (scope === "own_tools" && !stage.endsWith("_toolcall")) {
        throw problem("INVALID_PARAMS", `"own_tools" means nothing to the stage "${stage}"`, {
          hint: "it is for before_toolcall and after_toolcall",
        });
      }
      const entry = { owner, stage, scope, handler };
      entries.add(entry);
      byStage.clear();
      return { [Symbol.dispose]: () => drop(entry) };
    },
    run: (stage, context, signal) => run(stage, context, undefined, signal),
    runObserved: run,
    carry(next) {
      carrier = next;
      return {
        [Symbol.dispose]: () => {
          if (carrier === next) carrier = undefined;
        },
      };
    },
    detach(owner) {
      for (const entry of entries) if (entry.owner === owner) drop(entry);
    },
  };
}

/** Most stages of most turns have no handler. */
const NOTHING = Promise.resolve();

/** Writes what was changed where others saw it into the turn's own context. */
function bringHome(context: StageContext, carried: CarriedStage): void {
  const { changes, errors } = carried.end();
  const own = context as unknown as Record<string, unknown>;
  for (const [field, value] of Object.entries(changes)) {
    // What a handler answered stands here already: whoever can write the shared one cannot undo it.
    if (FIRST_WINS.has(field) && own[field] !== null) continue;
    own[field] = value;
  }
  context.errors.push(...errors);
}

/**
 * The one context as a single handler has it: writes go through, field by field, until it closes.
 * `target` is the context itself, or this handler's access to it where other processes see it too.
 */
function openView(stage: Stage, context: StageContext, target: StageContext) {
  let isOpen = true;
  const refuse = (why: string) => {
    throw problem("CONFLICT", `${stage}: ${why}`);
  };
  const isShared = target !== context;
  const view = new Proxy(target, {
    get: (_target, key) => Reflect.get(target, key),
    set(_target, key, value) {
      if (!isOpen) refuse(`too late to write "${String(key)}"`);
      if (FIXED.has(key)) refuse(`"${String(key)}" is not a handler's to write`);
      if (FIRST_WINS.has(key)) {
        if (Reflect.get(context, key) !== null) return true;
        // Kept where no other process can take it back.
        if (isShared) Reflect.set(context, key, value);
      }
      return Reflect.set(target, key, value);
    },
  });
  return {
    context: view,
    close() {
      isOpen = false;
    },
  };
}
