/** `hub.stages`: handlers in the stages of a turn, over a context of which only changes travel. */
import { isCanceled, messageOf, OperationalError } from "#base";
import {
  STAGE_FIELD_RULES,
  STAGE_FIELDS,
  type Stage,
  type StageContext,
  type StageField,
  type StageInvoke,
  type StageInvokeReply,
  type StageScope,
} from "#contract";
import type { SharedStageContext } from "#wire/shared";
import type { HubLink } from "../hub-link.ts";
import type { OpenSharedStage } from "../shared-stage.ts";

/**
 * Reads and changes the context. Where the hub shares memory each write is seen by all handlers at
 * once, as it is written: `push` onto a list is one step, and a value that rests on one which somebody
 * else has changed since it was read is refused (`CONFLICT`). Where it does not, what was changed is
 * written when the handler ends, whole or not at all, and where somebody else was quicker it runs
 * again over the fresh context. So an effect outside belongs behind the turn, not in here.
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
    },
    async run({ stage, fields: values, ticket }, signal) {
      const entry = hooked.get(stage);
      if (!entry) throw new OperationalError("NOT_FOUND", `this plugin hooks no stage "${stage}"`);
      using shared = ticket && openShared(ticket);
      const before = shared ? [] : versionsOf(values, entry.fields);
      const view = viewOf(shared ? fieldsOf(shared) : values, entry.fields);
      const firsts: Values = {};
      try {
        await entry.handler(shared ? noteFirsts(view, firsts) : view, signal);
      } catch (error) {
        if (isCanceled(error) || error instanceof OperationalError) throw error;
        link.failed(`stage ${stage}`, error);
        throw new OperationalError("PLUGIN_FAILED", messageOf(error), { cause: error });
      }
      return shared ? { set: firsts } : changesOf(values, entry.fields, before);
    },
  };
}

type Values = Record<string, unknown>;

const fieldsOf = (shared: SharedStageContext) => shared as unknown as Values;

/** Notes answers and denials: others can overwrite what is shared, not what the reply says. */
function noteFirsts(view: StageContext, firsts: Values): StageContext {
  return new Proxy(view, {
    set(target, key, value) {
      const isSet = Reflect.set(target, key, value);
      if (STAGE_FIELD_RULES[key as StageField]?.writing === "first_wins") {
        firsts[key as string] ??= value;
      }
      return isSet;
    },
  });
}

/** The context as the handler has it. An undeclared field would read as empty, which it is not. */
function viewOf(values: Values, fields: readonly StageField[]): StageContext {
  const require = (key: PropertyKey) => {
    if (fields.includes(key as StageField)) return;
    throw new OperationalError("CONFLICT", `the handler did not declare "${String(key)}"`, {
      hint: 'name it in "fields"',
    });
  };
  return new Proxy(values, {
    get(target, key) {
      if (typeof key === "string" && Object.hasOwn(STAGE_FIELD_RULES, key)) require(key);
      return Reflect.get(target, key);
    },
    set(target, key, value) {
      require(key);
      if (STAGE_FIELD_RULES[key as StageField].writing === "fixed") {
        throw new OperationalError("CONFLICT", `"${String(key)}" is not a handler's to write`);
      }
      return Reflect.set(target, key, value);
    },
  }) as unknown as StageContext;
}

/** Arrays are changed in place too, so that only the text of a value tells whether it is another. */
function versionsOf(
  values: Values,
  fields: readonly StageField[],
): readonly (string | undefined)[] {
  return fields.map((field) => JSON.stringify(values[field]));
}

function changesOf(
  values: Values,
  fields: readonly StageField[],
  before: readonly (string | undefined)[],
): StageInvokeReply {
  const set: Values = {};
  const unset: string[] = [];
  const after = versionsOf(values, fields);
  for (const [position, field] of fields.entries()) {
    if (after[position] === before[position]) continue;
    if (after[position] === undefined) unset.push(field);
    else set[field] = values[field];
  }
  return { set, unset };
}
