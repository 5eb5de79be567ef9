/** `hub.stages`: handlers in the stages of a turn, over a context of which only changes travel. */
import { isCanceled, messageOf, OperationalError } from "#base";
import {
  STAGE_FIELDS,
  type Stage,
  type StageContext,
  type StageField,
  type StageInvoke,
  type StageInvokeReply,
  type StageScope,
} from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { OpenSharedStage } from "../shared-stage.ts";
import { viewOfShared, viewOfValues } from "./stage-views.ts";

/**
 * Reads and changes the context. What was changed is written when the handler ends, whole or not at
 * all: a handler that throws has written nothing, and where somebody else wrote one of these fields
 * since the handler saw it, it runs again over the fresh context. So an effect outside belongs behind
 * the turn, not in here.
 */
export type PluginStageHandler = (
  context: StageContext,
  signal: AbortSignal,
) => Promise<void> | void;

export interface HubStages {
  /** Hooks a stage; a second handler for the same stage takes the place of the first. */
  register(
    stage: Stage,
    handler: PluginStageHandler,
    options?: {
      /** `own_tools`: the two tool stages, for calls of this plugin's tools alone. */
      readonly scope?: StageScope;
      /** What the handler reads and writes; fewer fields are quicker. Default: all. */
      readonly fields?: readonly StageField[];
    },
  ): Promise<void>;
  /**
   * From within a handler: waits for the context's lock, which the handler then keeps until it ends.
   * Handlers that lock do not write over each other; without it they may run a second time.
   */
  lock(signal: AbortSignal): Promise<void>;
}

interface Hooked {
  readonly handler: PluginStageHandler;
  readonly fields: readonly StageField[];
}

/** The group and the way in for stages. */
export function createStages(
  link: HubLink,
  openShared: OpenSharedStage,
): {
  readonly api: HubStages;
  run(call: StageInvoke, signal: AbortSignal): Promise<StageInvokeReply>;
} {
  const hooked = new Map<string, Hooked>();
  return {
    api: {
      async register(stage, handler, { scope, fields } = {}) {
        const before = hooked.get(stage);
        // Set first: a turn may overtake the reply.
        hooked.set(stage, { handler, fields: fields ?? STAGE_FIELDS });
        const params = {
          stage,
          ...(scope === undefined ? {} : { scope }),
          ...(fields === undefined ? {} : { fields: [...fields] }),
        };
        try {
          await link.call("stage.register", params, link.signal);
        } catch (error) {
          if (before) hooked.set(stage, before);
          else hooked.delete(stage);
          throw error;
        }
      },
      async lock(signal) {
        await link.call("stage.lock", {}, signal);
      },
    },
    async run({ stage, fields: values, ticket }, signal) {
      const entry = hooked.get(stage);
      if (!entry) throw new OperationalError("NOT_FOUND", `this plugin hooks no stage "${stage}"`);
      using shared = ticket && openShared(ticket);
      const view = shared ? viewOfShared(shared, entry.fields) : viewOfValues(values, entry.fields);
      try {
        await entry.handler(view.context, signal);
      } catch (error) {
        if (isCanceled(error) || error instanceof OperationalError) throw error;
        link.failed(`stage ${stage}`, error);
        throw new OperationalError("PLUGIN_FAILED", messageOf(error), { cause: error });
      }
      return view.changes();
    },
  };
}
