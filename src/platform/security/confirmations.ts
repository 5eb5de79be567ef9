/** Confirmations: what waits for the owner's own yes, and a record in `hub.db` of each that was asked for. */
import { type Clock, type EventBus, type Logger, messageOf, secretHex, TaskGroup } from "#base";
import {
  type DecidedConfirmation,
  hasRole,
  type KernelEvents,
  type PendingConfirmation,
  type Principal,
  problem,
  type ToolContext,
  type ToolResult,
} from "#contract";
import type {
  AskedConfirmation,
  ConfirmationRequest,
  Confirmations,
  ConfirmingSurface,
} from "#kernel/state";
import type { Store } from "#platform/store";
import { ConfirmationRecord } from "./confirmation-record.ts";
import {
  ACTION_CHARS_MAX,
  ASKED_KEPT_MAX,
  CONFIRMATION_MS,
  CONFIRMATIONS_MAX,
  RESULT_TOLD_CHARS_MAX,
} from "./limits.ts";

/** What a person is told, in the language of the house. */
export interface ConfirmationTexts {
  readonly asked: (area: string, action: string, id: string, minutes: number) => string;
  readonly done: (action: string, outcome: string, text: string) => string;
}

/** What confirmations stand on. */
export interface ConfirmationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBus<KernelEvents>;
  readonly texts: () => ConfirmationTexts;
  /** The owner of the house, who is asked where the one who asks is none. */
  readonly owner: () => Principal;
  /** Says something on an output channel, where the channel is one. Never rejects. */
  readonly say: (
    channel: string,
    personId: string,
    text: string,
    signal: AbortSignal,
  ) => Promise<unknown>;
}

/** Confirmations that end with the hub: what then waits is refused. */
export type HubConfirmations = Confirmations & AsyncDisposable;

/** Makes an empty list of confirmations over the record of earlier ones. */
export function createConfirmations(options: ConfirmationOptions): HubConfirmations {
  return new Pending(options);
}

interface Entry {
  readonly id: string;
  readonly request: ConfirmationRequest;
  readonly askedAt: number;
  state: AskedConfirmation["state"];
  result: ToolResult | null;
  alarm: Disposable | undefined;
}

class Pending implements HubConfirmations {
  readonly #options: ConfirmationOptions;
  readonly #record: ConfirmationRecord;
  /** Oldest first: those that wait, and the last few that are over. */
  readonly #entries = new Map<string, Entry>();
  readonly #tasks: TaskGroup;

  constructor(options: ConfirmationOptions) {
    this.#options = options;
    this.#record = new ConfirmationRecord(options.store, options.clock);
    this.#tasks = new TaskGroup((error) =>
      options.log.error("confirmation.task_failed", { error }),
    );
  }

  ask(request: ConfirmationRequest): AskedConfirmation {
    const { area, action, context } = request;
    requirePerson(context);
    if (action.length > ACTION_CHARS_MAX) {
      throw problem("TOO_LARGE", `${action.length} characters are too many to decide on`, {
        hint: `at most ${ACTION_CHARS_MAX}, such as by a script in a file`,
      });
    }
    const waiting = this.#waiting();
    const same = waiting.find((entry) => isSame(entry.request, request));
    if (same) return asAsked(same);
    if (waiting.length >= CONFIRMATIONS_MAX) {
      throw problem("BUSY", `${waiting.length} confirmations wait for the owner already`, {
        hint: "wait until they are decided or expire",
      });
    }
    const entry = this.#add(request);
    this.#options.log.info("confirmation.asked", { area, action, by: context.principal.personId });
    const minutes = Math.round(CONFIRMATION_MS / 60_000);
    this.#tell(context, this.#options.texts().asked(area, action, entry.id, minutes));
    return asAsked(entry);
  }

  asked(personId: string, area: string): readonly AskedConfirmation[] {
    return [...this.#entries.values()]
      .filter(({ request }) => request.area === area)
      .filter(({ request }) => request.context.principal.personId === personId)
      .map(asAsked)
      .reverse();
  }

  list(): readonly PendingConfirmation[] {
    return this.#waiting().map(({ id, request, askedAt }) => ({
      id,
      area: request.area,
      action: request.action,
      askedBy: request.context.principal.name,
      channel: request.context.channel,
      askedAt: new Date(askedAt).toISOString(),
      expiresAt: new Date(askedAt + CONFIRMATION_MS).toISOString(),
    }));
  }

  async decide(
    id: string,
    { allow, surface }: { readonly allow: boolean; readonly surface: ConfirmingSurface },
    by: Principal,
    signal: AbortSignal,
  ): Promise<DecidedConfirmation> {
    if (!hasRole(by, "owner")) {
      throw problem("FORBIDDEN", "only the owner of the house confirms");
    }
    const entry = this.#entries.get(id);
    if (entry?.state !== "pending") {
      throw problem("NOT_FOUND", `nothing waits as ${id}`, {
        hint: "it was decided already or expired; waiter confirmations lists what waits",
      });
    }
    // On the disk first: what is done without a record cannot be answered for.
    this.#record.decide(id, allow ? "allowed" : "refused", by.personId, surface);
    entry.alarm?.[Symbol.dispose]();
    entry.state = allow ? "running" : "refused";
    const { area, action } = entry.request;
    this.#options.log.info("confirmation.decided", { area, action, allow, by: by.personId });
    if (!allow) return { id, state: "refused", outcome: null, text: "" };
    const { outcome, content } = await this.#perform(entry, signal);
    return { id, state: "allowed", outcome, text: content };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const entry of this.#waiting()) this.#expire(entry);
    await this.#tasks[Symbol.asyncDispose]();
  }

  #waiting(): readonly Entry[] {
    return [...this.#entries.values()].filter(({ state }) => state === "pending");
  }

  #add(request: ConfirmationRequest): Entry {
    const { clock } = this.#options;
    const entry: Entry = {
      id: `cf_${secretHex(8)}`,
      request,
      askedAt: clock.now(),
      state: "pending",
      result: null,
      alarm: undefined,
    };
    const { area, action, context } = request;
    this.#record.add(entry.id, { area, action, askedBy: context.principal.personId });
    this.#entries.set(entry.id, entry);
    entry.alarm = clock.after(CONFIRMATION_MS, () => this.#expire(entry));
    for (const [id, { state }] of this.#entries) {
      if (this.#entries.size <= ASKED_KEPT_MAX) break;
      if (state !== "pending" && state !== "running") this.#entries.delete(id);
    }
    return entry;
  }

  #expire(entry: Entry): void {
    if (entry.state !== "pending") return;
    entry.alarm?.[Symbol.dispose]();
    entry.state = "expired";
    this.#record.decide(entry.id, "expired", null, null);
    this.#options.log.info("confirmation.expired", { area: entry.request.area });
  }

  /** Goes on where the one who confirmed goes away: what was allowed is not half done. */
  #perform(entry: Entry, signal: AbortSignal): Promise<ToolResult> {
    const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    this.#tasks.run(async (stopping) => {
      const result = await entry.request
        .perform(stopping)
        .catch((error: unknown): ToolResult => ({ outcome: "failed", content: messageOf(error) }));
      entry.state = "over";
      entry.result = result;
      signal.removeEventListener("abort", leave);
      resolve(result);
      this.#record.end(entry.id, result.outcome);
      const { action, context } = entry.request;
      const text = result.content.slice(0, RESULT_TOLD_CHARS_MAX);
      this.#tell(context, this.#options.texts().done(action, result.outcome, text));
    });
    return promise;
  }

  /** Tells the owner where he asked, and else the owner of the house on the same channel. */
  #tell({ channel, principal }: ToolContext, text: string): void {
    const { events, owner, say } = this.#options;
    const { personId } = hasRole(principal, "owner") ? principal : owner();
    events.emit("notice", { channel, personId, text });
    this.#tasks.run((signal) => say(channel, personId, text, signal));
  }
}

/** Timers, plugins and agents act while nobody looks: what they ask for is easily waved through. */
function requirePerson({ origin, cause, agent }: ToolContext): void {
  const isPerson = origin === "person" && !cause.some(({ kind }) => NOBODY.has(kind));
  if (isPerson && (agent === undefined || agent.kind === "root")) return;
  throw problem("FORBIDDEN", "the owner is asked only where a person's own words led to it", {
    hint: "say it yourself, or put it on the list of what is allowed",
  });
}
const NOBODY: ReadonlySet<string> = new Set(["timer", "plugin", "automation"]);

function isSame(a: ConfirmationRequest, b: ConfirmationRequest): boolean {
  return (
    a.area === b.area &&
    a.action === b.action &&
    a.context.channel === b.context.channel &&
    a.context.principal.personId === b.context.principal.personId
  );
}

function asAsked({ request, askedAt, state, result }: Entry): AskedConfirmation {
  const { area, action } = request;
  return { area, action, askedAt: new Date(askedAt).toISOString(), state, result };
}
