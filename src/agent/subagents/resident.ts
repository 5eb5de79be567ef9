/** One resident: its inputs in their order, what became of each, and what it has to say. */
import type { AgentIdentity, Cause, InputLevel, Principal } from "#contract";
import { ANSWER_CHARS_MAX, ANSWERS_MAX, EXCERPT_CHARS_MAX, NOTES_MAX } from "./limits.ts";
import { excerpt } from "./outcome.ts";
import type { Parent } from "./parts.ts";

/** How an input of a resident ended; every one of them does (F13). */
export type ItemEnd =
  | { readonly state: "answered"; readonly text: string }
  | { readonly state: "failed"; readonly reason: string }
  /** Handed to the parent. */
  | { readonly state: "kept" }
  | { readonly state: "dropped" };

/** One input of a resident. */
export interface Item {
  readonly id: string;
  readonly text: string;
  /** The parent's words are 4, those of the resident's own children 3. */
  readonly level: InputLevel;
  readonly sequence: number;
  readonly principal: Principal;
  readonly cause: readonly Cause[];
  /** The turn that waits for the answer, as long as it does. */
  awaitedBy: string | undefined;
  /** Works within the place of the turn that waits for it. */
  isNested: boolean;
  readonly controller: AbortController;
  /** How it ended, once it has. */
  ended: ItemEnd | undefined;
  readonly end: PromiseWithResolvers<void>;
}

/** received = answered + failed + dropped + kept + what waits or is worked on. */
export interface Counters {
  received: number;
  answered: number;
  failed: number;
  dropped: number;
  kept: number;
}

/** A resident while it lives. Only keeps the books: whoever owns it starts and ends its work. */
export class Resident {
  readonly agent: AgentIdentity;
  readonly name: string;
  readonly personId: string;
  /** What it is told about itself in each turn. */
  readonly note: string;
  /** Where its parent spoke to it last. */
  parent: Parent;
  /** Those that wait, in the order in which they will be taken. */
  readonly queue: Item[] = [];
  readonly active = new Set<Item>();
  readonly counters: Counters = { received: 0, answered: 0, failed: 0, dropped: 0, kept: 0 };
  readonly answers: string[] = [];
  readonly notes: string[] = [];
  lastActivityAt: number;

  constructor(
    options: Pick<Resident, "agent" | "name" | "personId" | "note" | "parent">,
    at: number,
  ) {
    const { agent, name, personId, note, parent } = options;
    this.agent = agent;
    this.name = name;
    this.personId = personId;
    this.note = note;
    this.parent = parent;
    this.lastActivityAt = at;
  }

  get isBusy(): boolean {
    return this.queue.length + this.active.size > 0;
  }

  /** Whether it works in a place of its own. */
  get hasPlace(): boolean {
    return [...this.active].some(({ isNested }) => !isNested);
  }

  /** Puts an input behind those that are as urgent. */
  receive(item: Item, at: number): void {
    const before = this.queue.findIndex(({ level }) => level < item.level);
    this.queue.splice(before < 0 ? this.queue.length : before, 0, item);
    this.counters.received += 1;
    this.lastActivityAt = at;
  }

  /** The input that could be worked on now: one at a time, unless it is more urgent than that. */
  next(): Item | undefined {
    const [first] = this.queue;
    if (!first) return undefined;
    return [...this.active].every(({ level }) => level < first.level) ? first : undefined;
  }

  /** An input is worked on from now on. */
  begin(item: Item): void {
    this.queue.splice(this.queue.indexOf(item), 1);
    this.active.add(item);
    item.isNested = this.active.size === 1 && item.awaitedBy !== undefined;
  }

  /** An input has ended; whoever waits for it hears how. */
  finish(item: Item, end: ItemEnd, at: number): void {
    this.active.delete(item);
    this.counters[end.state] += 1;
    this.lastActivityAt = at;
    if (end.state === "answered") {
      this.answers.push(excerpt(end.text, ANSWER_CHARS_MAX));
      if (this.answers.length > ANSWERS_MAX) this.answers.shift();
    }
    item.ended = end;
    item.end.resolve();
  }

  addNote(note: string, at: number): void {
    this.notes.push(note);
    if (this.notes.length > NOTES_MAX) this.notes.shift();
    this.lastActivityAt = at;
  }

  /** As its parent sees it. */
  view() {
    return {
      id: this.agent.id,
      name: this.name,
      state: this.isBusy ? "working" : "idle",
      queued: this.queue.map(({ text }) => excerpt(text, EXCERPT_CHARS_MAX)),
      working_on: [...this.active].map(({ text }) => excerpt(text, EXCERPT_CHARS_MAX)),
      ...this.counters,
      last_activity: new Date(this.lastActivityAt).toISOString(),
    };
  }
}
