/** The way back to a parent: what an agent that was sent tells it, and what one leaves behind. */
import { problem, ROOT_AGENT, type ToolContext } from "#contract";
import type { Input } from "#kernel/state";
import { untilAborted } from "../until-aborted.ts";
import { carriedOn } from "./chain.ts";
import type { Children } from "./children.ts";
import { agentName, keptText, toldText } from "./content.ts";
import { KEPT_CHARS_MAX, TOLD_PER_TURN_MAX } from "./limits.ts";
import type { Parent, SubagentParts } from "./parts.ts";
import { PerTurn } from "./per-turn.ts";
import type { Item, Resident } from "./resident.ts";
import type { Residents } from "./residents.ts";

/** Carries words upwards. */
export class Telling {
  readonly #parts: SubagentParts;
  readonly #children: Children;
  readonly #residents: Residents;
  readonly #told = new PerTurn(TOLD_PER_TURN_MAX);

  constructor(parts: SubagentParts, children: Children, residents: Residents) {
    this.#parts = parts;
    this.#children = children;
    this.#residents = residents;
  }

  /** `notify_parent`: resolves when the parent has it, or its queue. Throws where it cannot be told. */
  async notify(text: string, context: ToolContext, signal: AbortSignal): Promise<void> {
    const { agent, turnId } = context;
    const resident = agent && this.#residents.get(agent.id);
    const parent = resident?.parent ?? (agent && this.#children.get(agent.id)?.parent);
    if (!agent || !parent) throw problem("FORBIDDEN", "there is no parent to tell");
    if (parent.agent.kind === "child") {
      throw problem("FORBIDDEN", "your parent is a one-shot agent and hears only your answer", {
        hint: "say it in your answer",
      });
    }
    if (!this.#told.take(turnId)) {
      throw problem("BUSY", `one turn tells its parent at most ${TOLD_PER_TURN_MAX} things`);
    }
    const words = toldText(agentName(agent, resident?.name), text);
    if (parent.agent.kind === "root") {
      // In a turn that is under way it is heard before the next question, else it begins one.
      await this.#tellRoot(parent, words, { level: 3, interrupt: "inject" }, context, signal);
      return;
    }
    const above = this.#residents.get(parent.agent.id);
    if (!above) throw problem("FORBIDDEN", "your parent is gone");
    this.#residents.receive(above, { text: words, level: 3, isAwaited: false }, context);
  }

  /**
   * Hands the inputs that a resident did not get to to its parent, several in one where they fit.
   * Not as notices of the loop, which leaves the oldest out where there are many: each is a task.
   * What is not taken counts as dropped (F13). The end of the caller's turn does not end this.
   */
  async handOver(resident: Resident, items: readonly Item[], context: ToolContext): Promise<void> {
    const { signal } = this.#parts.tasks;
    const name = agentName(resident.agent, resident.name);
    for (const group of groupsOf(items)) {
      const words = keptText(
        name,
        group.map(({ text }) => text),
      );
      try {
        await this.#tellRoot(resident.parent, words, { level: 1 }, context, signal);
        const at = this.#parts.clock.now();
        for (const item of group) resident.finish(item, { state: "kept" }, at);
      } catch (error) {
        this.#parts.log.warn("resident.inputs_not_taken", { resident: resident.agent.id, error });
        this.#residents.drop(resident, group);
      }
    }
  }

  /** An input in the parent's conversation; its reply goes out there, for nobody waits for it here. */
  async #tellRoot(
    { channel, agent }: Parent,
    text: string,
    how: Pick<Input, "level" | "interrupt">,
    { principal, cause }: ToolContext,
    signal: AbortSignal,
  ): Promise<void> {
    const accepted = Promise.withResolvers<void>();
    const outcome = this.#parts.io.submit(
      {
        text,
        channel,
        principal,
        origin: "agent",
        cause: carriedOn(cause),
        ...(agent === ROOT_AGENT ? {} : { agent }),
        deliver: "channel",
        ...how,
        onQueued: () => accepted.resolve(),
      },
      this.#parts.tasks.signal,
    );
    outcome.then(() => accepted.resolve(), accepted.reject);
    this.#parts.tasks.run(() => outcome);
    await untilAborted(accepted.promise, signal);
  }
}

/** Items in their order, as many in a group as one input can hold. */
function groupsOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  let room = 0;
  for (const item of items) {
    room -= item.text.length;
    const group = room >= 0 ? groups.at(-1) : undefined;
    if (group) group.push(item);
    else {
      groups.push([item]);
      room = KEPT_CHARS_MAX - item.text.length;
    }
  }
  return groups;
}
