/** One-shot agents: each is a turn in an empty conversation, its answer kept until somebody asks. */
import { CanceledError, messageOf } from "#base";
import {
  type AgentIdentity,
  agentChannel,
  problem,
  type SayReply,
  type ToolContext,
} from "#contract";
import { carriedOn } from "./chain.ts";
import { agentName, childNote } from "./content.ts";
import type { Grants } from "./grants.ts";
import {
  AGENT_DEPTH_MAX,
  ANSWER_CHARS_MAX,
  CHILD_ANSWER_KEEP_MS,
  CHILD_ANSWERS_MAX,
  CHILDREN_MAX,
  CHILDREN_PER_PERSON_MAX,
  CHILDREN_PER_TURN_MAX,
  EXCERPT_CHARS_MAX,
} from "./limits.ts";
import { excerpt } from "./outcome.ts";
import { callerOf, type Parent, type SubagentParts } from "./parts.ts";
import { PerTurn } from "./per-turn.ts";

/** How a child's turn ended. */
type ChildEnd =
  | { readonly state: "done"; readonly text: string }
  | { readonly state: "failed"; readonly reason: string };

/** A child, at work or with its answer. */
export interface Child {
  readonly id: string;
  readonly parent: Parent;
  readonly personId: string;
  /** The root's child is at 1. */
  readonly depth: number;
  readonly controller: AbortController;
  /** Resolves when it has ended, well or not. */
  readonly ended: Promise<void>;
}

interface Entry extends Child {
  end?: ChildEnd;
  endedAtMs?: number;
}

/** What to send. */
export interface ChildRequest {
  readonly task: string;
  readonly grants: Grants;
  /** The calling turn waits: then the child works within that turn's place (F58). */
  readonly isAwaited: boolean;
}

/** All children, those that have ended by the time of their end. */
export class Children {
  readonly #parts: SubagentParts;
  readonly #children = new Map<string, Entry>();
  readonly #sent = new PerTurn(CHILDREN_PER_TURN_MAX);

  constructor(parts: SubagentParts) {
    this.#parts = parts;
  }

  /** Sends a child. Throws `FORBIDDEN` where it is too deep, `BUSY` where there are too many. */
  send({ task, grants, isAwaited }: ChildRequest, context: ToolContext): Child {
    const cause = carriedOn(context.cause);
    const parent = callerOf(context);
    const depth = this.#depthOf(parent.agent) + 1;
    if (depth > AGENT_DEPTH_MAX) {
      throw problem("FORBIDDEN", `agents send agents at most ${AGENT_DEPTH_MAX} deep`, {
        hint: "do it yourself",
      });
    }
    this.#requireRoom(context);
    const id = this.#parts.ids.next("a");
    const agent: AgentIdentity = { id, kind: "child", ...grants };
    const controller = new AbortController();
    // Handed over in this breath: a stop from now on means it too (F14).
    const outcome = this.#parts.io.submit(
      {
        text: task,
        channel: agentChannel(agent),
        principal: context.principal,
        origin: "agent",
        cause,
        agent,
        agentNote: childNote(id, agentName(parent.agent), excerpt(task, EXCERPT_CHARS_MAX)),
        ...(isAwaited ? { awaitedBy: context.turnId } : { level: 1 }),
      },
      controller.signal,
    );
    const { personId } = context.principal;
    const ended = this.#settle(id, outcome);
    const child = { id, parent, personId, depth, controller, ended };
    this.#children.set(id, child);
    this.#parts.tasks.run(() => ended);
    return child;
  }

  /** The child of that id, whoever sent it. */
  get(id: string): Child | undefined {
    return this.#children.get(id);
  }

  /** What its parent may know of a child; nobody else's is known. */
  view(id: string, context: ToolContext): Readonly<Record<string, unknown>> {
    this.#forgetOld();
    const child = this.#children.get(id);
    const isMine =
      child?.parent.agent.id === callerOf(context).agent.id &&
      child.personId === context.principal.personId;
    if (!isMine) return { child_id: id, state: "unknown" };
    return { child_id: id, state: "running", ...child.end };
  }

  /** Ends the children of an agent that is gone: nobody could hear them any more. */
  endOf(parentId: string): void {
    for (const { parent, end, controller } of this.#children.values()) {
      if (parent.agent.id !== parentId || end) continue;
      controller.abort(new CanceledError("gone", "the agent that sent it has ended"));
    }
  }

  /** Ends all. */
  close(): void {
    for (const { controller } of this.#children.values()) {
      controller.abort(new CanceledError("shutdown"));
    }
  }

  #requireRoom({ principal, turnId }: ToolContext): void {
    const running = [...this.#children.values()].filter(({ end }) => end === undefined);
    const own = running.filter(({ personId }) => personId === principal.personId);
    if (running.length >= CHILDREN_MAX || own.length >= CHILDREN_PER_PERSON_MAX) {
      throw problem(
        "BUSY",
        `${own.length} children work for this person, ${running.length} in all`,
        {
          hint: "wait for one of them with child_result",
        },
      );
    }
    if (this.#sent.take(turnId)) return;
    throw problem("BUSY", `one turn sends at most ${CHILDREN_PER_TURN_MAX} children`, {
      hint: "go on with what they found",
    });
  }

  /** One that is not known any more sends nobody. */
  #depthOf({ kind, id }: AgentIdentity): number {
    if (kind === "root") return 0;
    return kind === "resident" ? 1 : (this.#children.get(id)?.depth ?? AGENT_DEPTH_MAX);
  }

  async #settle(id: string, outcome: Promise<SayReply>): Promise<void> {
    const end = await outcome.then(
      ({ reply }): ChildEnd => ({ state: "done", text: excerpt(reply, ANSWER_CHARS_MAX) }),
      (error: unknown): ChildEnd => ({ state: "failed", reason: messageOf(error) }),
    );
    const child = this.#children.get(id);
    if (!child) return;
    child.end = end;
    child.endedAtMs = this.#parts.clock.monotonic();
    this.#children.delete(id);
    this.#children.set(id, child);
    this.endOf(id);
    this.#forgetOld();
  }

  /** Those that have ended stand behind all others that had, the oldest of them first. */
  #forgetOld(): void {
    const now = this.#parts.clock.monotonic();
    const ended = [...this.#children.values()].filter(({ end }) => end !== undefined);
    for (const [position, { id, endedAtMs = now }] of ended.entries()) {
      const isTooMany = ended.length - position > CHILD_ANSWERS_MAX;
      if (isTooMany || now - endedAtMs > CHILD_ANSWER_KEEP_MS) this.#children.delete(id);
    }
  }
}
