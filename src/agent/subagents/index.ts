/** Front door of the agents that the agent sends: children for one task, residents for many. */
import { TaskGroup } from "#base";
import type { Io, KernelState } from "#kernel/state";
import { registerChildTools } from "./child-tools.ts";
import { Children } from "./children.ts";
import type { SubagentParts } from "./parts.ts";
import { registerResidentTools } from "./resident-tools.ts";
import { Residents } from "./residents.ts";
import { Telling } from "./telling.ts";

/** The agents that were sent; disposing ends them all, and takes their tools away. */
export interface Subagents extends AsyncDisposable {
  /**
   * To be called in the same breath as the loop's own stop: residents of that person (or of all)
   * that have something to do are ended. Answers how many inputs waited for them, unknown to the loop.
   */
  stop(personId?: string): number;
}

/** Offers the tools; everything that is sent goes through `io` as a turn of its own. */
export function createSubagents(state: KernelState, io: Pick<Io, "submit">): Subagents {
  const log = state.log.scope("subagents");
  const tasks = new TaskGroup((error) => log.warn("subagent.turn_failed", { error }));
  const { clock, ids, tools, outputs } = state;
  const parts: SubagentParts = {
    clock,
    ids,
    log,
    io,
    tools,
    outputs,
    tasks,
    context: () => state.context,
  };
  const children = new Children(parts);
  const residents = new Residents(parts, children);
  const telling = new Telling(parts, children, residents);
  const offered = new DisposableStack();
  offered.use(registerChildTools(parts, children));
  offered.use(registerResidentTools({ parts, residents, telling }));
  return {
    stop: (personId) => residents.stop(personId),
    async [Symbol.asyncDispose]() {
      offered[Symbol.dispose]();
      residents.close();
      children.close();
      await tasks[Symbol.asyncDispose]();
    },
  };
}
