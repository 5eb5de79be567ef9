/** The stage pipeline: handlers of one stage run side by side on one context; none hurts another. */
import { type Clock, type Logger, messageOf, OperationalError } from "#base";
import type { Stage, StageContext } from "#contract";
import type { StageHandler, Stages } from "#kernel/state";
import { STAGE_TIMEOUT_MS } from "./limits.ts";

interface Entry {
  readonly owner: string;
  readonly stage: Stage;
  readonly handler: StageHandler;
}

/** Makes an empty pipeline. */
export function createStages(clock: Clock, log: Logger): Stages {
  const entries = new Set<Entry>();

  const runOne = async (entry: Entry, context: StageContext, signal: AbortSignal) => {
    const late = Promise.withResolvers<never>();
    using _timer = clock.after(STAGE_TIMEOUT_MS, () =>
      late.reject(new OperationalError("STAGE_TIMEOUT", `no end within ${STAGE_TIMEOUT_MS} ms`)),
    );
    try {
      await Promise.race([entry.handler(context, signal), late.promise]);
    } catch (error) {
      context.errors.push(`${entry.owner}: ${messageOf(error)}`);
      log.warn("stage.handler_failed", { stage: entry.stage, owner: entry.owner, error });
    }
  };

  return {
    register(owner, stage, handler) {
      const entry = { owner, stage, handler };
      entries.add(entry);
      return { [Symbol.dispose]: () => void entries.delete(entry) };
    },
    async run(stage, context, signal) {
      context.phase = stage;
      const handlers = [...entries].filter((entry) => entry.stage === stage);
      if (handlers.length === 0) return;
      await Promise.all(handlers.map((entry) => runOne(entry, context, signal)));
    },
    detach(owner) {
      for (const entry of entries) if (entry.owner === owner) entries.delete(entry);
    },
  };
}
