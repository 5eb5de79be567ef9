/** The residents: who lives, who works when, and how each of them ends. */
import { CanceledError, type CancelReason, messageOf } from "#base";
import {
  type AgentIdentity,
  agentChannel,
  type InputLevel,
  problem,
  type SayReply,
  type ToolContext,
} from "#contract";
import { carriedOn } from "./chain.ts";
import type { Children } from "./children.ts";
import { agentName, residentNote } from "./content.ts";
import type { Grants } from "./grants.ts";
import {
  GONE_MAX,
  RESIDENT_PLACES_MAX,
  RESIDENT_QUEUE_MAX,
  RESIDENTS_MAX,
  RESIDENTS_PER_PERSON_MAX,
} from "./limits.ts";
import { callerOf, type SubagentParts } from "./parts.ts";
import { type Item, Resident } from "./resident.ts";

/** One that is gone, with what became of its inputs. */
interface Gone {
  readonly resident: Resident;
  readonly why: string;
}

const goneView = ({ resident, why }: Gone): object => ({
  ...resident.view(),
  state: "destroyed",
  why,
});

/** All residents of this run of the hub. */
export class Residents {
  readonly #parts: SubagentParts;
  readonly #children: Children;
  readonly #living = new Map<string, Resident>();
  /** Oldest first. */
  readonly #gone: Gone[] = [];
  #sequence = 0;

  constructor(parts: SubagentParts, children: Children) {
    this.#parts = parts;
    this.#children = children;
  }

  /** Makes a resident of the caller's. Throws `CONFLICT` for a taken name, `BUSY` above the bounds. */
  create(
    { name, instructions, grants }: { name: string; instructions: string; grants: Grants },
    context: ToolContext,
  ): Resident {
    const { personId } = context.principal;
    const own = this.listOf(personId);
    if (own.some((each) => each.name === name)) {
      throw problem("CONFLICT", `there is already a resident "${name}"`, {
        hint: "send it the task, or choose another name",
      });
    }
    if (own.length >= RESIDENTS_PER_PERSON_MAX || this.#living.size >= RESIDENTS_MAX) {
      throw problem("BUSY", `${own.length} residents live for this person already`, {
        hint: `reclaim or destroy one of ${own.map(({ agent }) => agent.id).join(", ") || "others"}`,
      });
    }
    const id = this.#parts.ids.next("r");
    const parent = callerOf(context);
    const agent: AgentIdentity = { id, kind: "resident", ...grants };
    const note = residentNote({ id, name }, agentName(parent.agent), instructions);
    const resident = new Resident({ agent, name, personId, note, parent }, this.#now());
    this.#living.set(id, resident);
    return resident;
  }

  /** The caller's resident of that id or name. Throws `NOT_FOUND`, also for what is another's. */
  find(idOrName: string, { principal }: ToolContext): Resident {
    const own = this.listOf(principal.personId);
    const found = own.find(({ agent, name }) => agent.id === idOrName || name === idOrName);
    if (found) return found;
    throw problem("NOT_FOUND", `there is no resident "${idOrName}"`, {
      hint: `there are: ${own.map(({ agent, name }) => `${agent.id} (${name})`).join(", ") || "none"}`,
    });
  }

  /** The living resident of that id, whoever's it is. */
  get(id: string): Resident | undefined {
    return this.#living.get(id);
  }

  listOf(personId: string): readonly Resident[] {
    return [...this.#living.values()].filter((each) => each.personId === personId);
  }

  /** Those of a person that are gone, oldest first: why, and what became of their inputs. */
  goneOf(personId: string): readonly object[] {
    return this.#gone.filter(({ resident }) => resident.personId === personId).map(goneView);
  }

  /** The caller's resident that is gone, where none that lives is called so. */
  findGone(idOrName: string, { principal: { personId } }: ToolContext): object | undefined {
    const isIt = ({ agent, name }: Resident) => agent.id === idOrName || name === idOrName;
    if (this.listOf(personId).some(isIt)) return undefined;
    const gone = this.#gone.findLast(
      ({ resident }) => resident.personId === personId && isIt(resident),
    );
    return gone && goneView(gone);
  }

  /** Takes an input in. Throws `BUSY` when too many wait, before anything is counted. */
  receive(
    resident: Resident,
    { text, level, isAwaited }: { text: string; level: InputLevel; isAwaited: boolean },
    context: ToolContext,
  ): Item {
    const cause = carriedOn(context.cause);
    if (resident.queue.length >= RESIDENT_QUEUE_MAX) {
      throw problem("BUSY", `${RESIDENT_QUEUE_MAX} inputs wait for ${resident.agent.id} already`, {
        hint: "let it work first; inspect tells how far it is",
      });
    }
    this.#sequence += 1;
    const item: Item = {
      id: this.#parts.ids.next("i"),
      text,
      level,
      sequence: this.#sequence,
      principal: context.principal,
      cause,
      awaitedBy: isAwaited ? context.turnId : undefined,
      isNested: false,
      controller: new AbortController(),
      ended: undefined,
      end: Promise.withResolvers(),
    };
    resident.receive(item, this.#now());
    this.#fill();
    return item;
  }

  /** Takes a resident away and ends what it works on; answers what still waited, for its owner to end. */
  remove(resident: Resident, why: string, reason: CancelReason = "gone"): readonly Item[] {
    if (!this.#living.delete(resident.agent.id)) return [];
    this.#gone.push({ resident, why });
    if (this.#gone.length > GONE_MAX) this.#gone.shift();
    const waiting = resident.queue.splice(0);
    for (const item of [...resident.active]) {
      resident.finish(item, { state: "failed", reason: why }, this.#now());
      item.controller.abort(new CanceledError(reason, why));
    }
    this.#children.endOf(resident.agent.id);
    this.#fill();
    return waiting;
  }

  /** Ends inputs of a resident that is gone as dropped. */
  drop(resident: Resident, items: readonly Item[]): void {
    for (const item of items) resident.finish(item, { state: "dropped" }, this.#now());
    if (items.length === 0) return;
    this.#parts.log.info("resident.inputs_dropped", {
      resident: resident.agent.id,
      count: items.length,
    });
  }

  /**
   * A person's stop, or everybody's: residents that have anything to do at this instant are ended
   * with it, the others live on (F14). Answers how many inputs waited for them.
   */
  stop(personId?: string): number {
    const isMeant = (each: Resident) => personId === undefined || each.personId === personId;
    const meant = [...this.#living.values()].filter((each) => each.isBusy && isMeant(each));
    // All are taken out before any input is ended: none of them may begin another meanwhile.
    const queues = meant.map((each) => [each, each.queue.splice(0)] as const);
    for (const resident of meant) this.remove(resident, "stopped", "stopped");
    for (const [resident, items] of queues) this.drop(resident, items);
    return queues.reduce((sum, [, items]) => sum + items.length, 0);
  }

  /** The hub ends, and all residents with it. */
  close(): void {
    for (const resident of [...this.#living.values()]) {
      this.drop(resident, this.remove(resident, "the hub stopped", "shutdown"));
    }
  }

  /** Begins whatever may begin. */
  #fill(): void {
    for (let next = this.#next(); next; next = this.#next()) this.#begin(...next);
  }

  /** The most urgent input, of those the one that has waited longest. */
  #next(): readonly [Resident, Item] | undefined {
    const living = [...this.#living.values()];
    const hasRoom = living.filter(({ hasPlace }) => hasPlace).length < RESIDENT_PLACES_MAX;
    let best: readonly [Resident, Item] | undefined;
    for (const resident of living) {
      const item = resident.next();
      if (!item) continue;
      const isInOwn =
        resident.hasPlace || (item.awaitedBy !== undefined && resident.active.size === 0);
      if (!hasRoom && !isInOwn) continue;
      const isBetter =
        !best ||
        item.level > best[1].level ||
        (item.level === best[1].level && item.sequence < best[1].sequence);
      if (isBetter) best = [resident, item];
    }
    return best;
  }

  #begin(resident: Resident, item: Item): void {
    resident.begin(item);
    const { agent, note } = resident;
    const { text, principal, cause, level, awaitedBy } = item;
    const outcome = this.#parts.io.submit(
      {
        text,
        channel: agentChannel(agent),
        principal,
        origin: "agent",
        cause,
        agent,
        agentNote: note,
        level,
        // The same words twice are two inputs.
        messageId: item.id,
        // What agents say among themselves is nothing that the house was told.
        noMemory: true,
        ...(item.isNested && awaitedBy !== undefined ? { awaitedBy } : {}),
      },
      item.controller.signal,
    );
    this.#parts.tasks.run(() => this.#settle(resident, item, outcome));
  }

  async #settle(resident: Resident, item: Item, outcome: Promise<SayReply>): Promise<void> {
    const end = await outcome.then(
      ({ reply }) => ({ state: "answered", text: reply }) as const,
      (error: unknown) => ({ state: "failed", reason: messageOf(error) }) as const,
    );
    // One that was taken away was counted then.
    if (!resident.active.has(item)) return;
    resident.finish(item, end, this.#now());
    this.#fill();
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}
