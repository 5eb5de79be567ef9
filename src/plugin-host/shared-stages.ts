/** Stage contexts in shared memory: plugins and the hub's own handlers see each other's writes at once. */
import { type Clock, type Logger, messageOf } from "#base";
import { problem, STAGE_FIELD_RULES, type StageField, stageInvokeReply } from "#contract";
import type { CarriedStage, StageCarrier } from "#kernel/state";
import { createStageSegment, type StageRun, type StageSegment } from "#wire/shared";
import { createInlineStages } from "./inline-stages.ts";
import { STAGE_TIMEOUT_MS } from "./limits.ts";
import type { PluginLink } from "./plugin-link.ts";
import { StageLocks } from "./stage-locks.ts";
import type { StageCall, StageEntrance, StageTransport } from "./stage-transport.ts";

/** The transport, and what the pipeline of stages has to know of it. Disposing unmaps the memory. */
export interface SharedStages extends StageTransport, StageCarrier, AsyncDisposable {}

/** Makes the segment. What finds no room in it travels inside the calls, as without shared memory. */
export function createSharedStages(options: {
  readonly clock: Clock;
  readonly log: Logger;
}): SharedStages {
  const segment = createStageSegment({ clock: options.clock });
  return new Shared(segment, options.log);
}

class Shared implements SharedStages {
  readonly #segment: StageSegment;
  readonly #log: Logger;
  readonly #inline = createInlineStages();
  readonly #locks = new StageLocks();
  readonly #runs = new WeakMap<object, StageRun>();
  /** Who takes part, under a number for each start of a process: the system's may come again. */
  readonly #entered = new Map<string, number>();
  #starts = 0;

  constructor(segment: StageSegment, log: Logger) {
    this.#segment = segment;
    this.#log = log;
  }

  enter(owner: string): StageEntrance | undefined {
    this.release(owner);
    this.#starts += 1;
    try {
      const { token, region } = this.#segment.join(this.#starts);
      this.#entered.set(owner, this.#starts);
      return { descriptor: this.#segment.descriptor, token, region };
    } catch (error) {
      this.#log.warn("stage.not_shared", { owner, error });
      return undefined;
    }
  }

  begin(...[context, owners, key]: Parameters<StageCarrier["begin"]>): CarriedStage | undefined {
    if (!owners.some((owner) => this.#entered.has(owner))) return undefined;
    try {
      const run = this.#segment.begin(context);
      this.#runs.set(key, run);
      return {
        open: () => run.open(),
        end: () => endOf(run),
        [Symbol.dispose]: () => run[Symbol.dispose](),
      };
    } catch (error) {
      // Too many at once, or too large: the calls carry it, or say that they cannot.
      this.#log.debug("stage.not_shared", { error });
      return undefined;
    }
  }

  async run(call: StageCall, signal: AbortSignal): Promise<void> {
    const { plugin, stage, context } = call;
    const run = this.#runs.get(call.run);
    if (!run || !this.#entered.has(plugin.name)) return await this.#inline.run(call, signal);
    using _handler = this.#locks.enter(plugin.name, run);
    const params = { stage, attempt: 1, fields: {}, ticket: run.ticket };
    const answer = await plugin.request("stage.invoke", params, signal, STAGE_TIMEOUT_MS);
    const { set = {}, unset = [] } = stageInvokeReply.require(
      answer,
      "stage reply",
      "PLUGIN_FAILED",
    );
    for (const name of [...Object.keys(set), ...unset]) {
      if (isFirst(name) && call.fields.includes(name as StageField)) continue;
      throw problem("INVALID_PARAMS", `${stage}: "${name}" belongs into the shared context`);
    }
    const writable = context as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(set)) {
      STAGE_FIELD_RULES[name as StageField].check.require(value, `${stage}/${name}`);
      writable[name] = value;
    }
  }

  lock(plugin: PluginLink, signal: AbortSignal): Promise<void> {
    return this.#locks.lock(plugin.name, signal);
  }

  unlock(plugin: PluginLink): void {
    this.#locks.unlock(plugin.name);
  }

  release(owner: string): void {
    this.#locks.release(owner);
    const start = this.#entered.get(owner);
    if (start === undefined) return;
    this.#entered.delete(owner);
    if (this.#segment.releaseOwner(start)) this.#log.info("stage.lock_freed", { owner });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#segment[Symbol.asyncDispose]();
  }
}

/** A hub that closes takes the memory away from under a stage that still runs; the turn goes on. */
function endOf(run: StageRun): ReturnType<CarriedStage["end"]> {
  try {
    return run.end() as ReturnType<CarriedStage["end"]>;
  } catch (error) {
    return { changes: {}, errors: [messageOf(error)] };
  }
}

/** Fields whose first value stands; only these come back in the reply as well. */
function isFirst(name: string): boolean {
  const rule = STAGE_FIELD_RULES[name as StageField] as { writing: string } | undefined;
  return rule?.writing === "first_wins";
}
