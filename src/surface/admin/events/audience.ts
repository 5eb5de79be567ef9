/** Who listens to the feed: lets people in, keeps their rights fresh, and sees them out. */
import { type Clock, type Logger, messageOf, type TaskGroup } from "#base";
import { hasRole, type Principal } from "#contract";
import type { Identity } from "../access/identity.ts";
import type { Tokens } from "../access/tokens.ts";
import { TOKEN_CACHE_MS } from "../limits.ts";
import type { AdminHub } from "../ports.ts";
import type { EventFeed, Listener, Scope } from "./feed.ts";
import type { LogLines } from "./log-lines.ts";
import type { Streams } from "./streams.ts";

/** What an {@link Audience} needs. */
export interface AudienceDeps {
  readonly hub: AdminHub;
  readonly clock: Clock;
  readonly log: Logger;
  readonly feed: EventFeed;
  readonly streams: Streams;
  readonly tokens: Tokens;
  readonly logLines: LogLines;
  readonly tasks: TaskGroup;
}

/** A listener with the token that he came with. */
interface Member extends Listener {
  readonly caller: string;
  /** Whether his rights are being asked for, and whether a reason to ask came meanwhile. */
  renewal: "idle" | "running" | "again";
}

/** The listeners of the event feed. */
export class Audience {
  readonly #deps: AudienceDeps;
  readonly #members = new Set<Member>();
  #recheck: Disposable | undefined;

  constructor(deps: AudienceDeps) {
    this.#deps = deps;
  }

  /** Opens an event stream for somebody. Throws `BUSY` when too many are open. */
  async admit(identity: Identity, lastEventId: number | undefined): Promise<Response> {
    const { feed, streams, logLines, tasks } = this.#deps;
    const { principal, caller } = identity;
    let held: Disposable | undefined;
    let member: Member | undefined;
    // The stream opens before anything is awaited, so that a revocation meanwhile finds it.
    const stream = streams.open("events", caller, () => {
      held?.[Symbol.dispose]();
      if (member) this.#seeOut(member);
    });
    try {
      held = hasRole(principal, "owner") ? logLines.hold() : undefined;
      const scope = await this.#scopeOf(principal, caller, tasks.signal);
      member = { scope, stream, caller, renewal: "idle" };
      if (!stream.isOpen) return stream.response;
      this.#members.add(member);
      feed.join(member, lastEventId);
      const { clock } = this.#deps;
      this.#recheck ??= clock.every(TOKEN_CACHE_MS, () => this.recheck());
      return stream.response;
    } catch (error) {
      stream[Symbol.dispose]();
      throw error;
    }
  }

  /** Asks again who every listener is: sessions also end by time, and revocations can be missed. */
  recheck(): void {
    for (const member of this.#members) this.#renewSoon(member);
  }

  /** The house has other members: those who see a part of it see another part now. */
  refreshDevices(): void {
    for (const member of this.#members) {
      if (member.scope.devices !== null) this.#renewSoon(member);
    }
  }

  /** Ends the rechecks; the streams are closed by their registry. */
  stop(): void {
    this.#recheck?.[Symbol.dispose]();
  }

  /** One question at a time: a hundred reasons while it runs are one more question. */
  #renewSoon(member: Member): void {
    const isRunning = member.renewal !== "idle";
    member.renewal = isRunning ? "again" : "running";
    if (isRunning) return;
    this.#deps.tasks.run(async (signal) => {
      do {
        member.renewal = "running";
        await this.#renew(member, signal);
      } while (this.#members.has(member) && isAgain(member));
      member.renewal = "idle";
    });
  }

  async #renew(member: Member, signal: AbortSignal): Promise<void> {
    try {
      const principal = await this.#deps.tokens.verify(member.caller);
      if (principal === undefined) this.#deps.streams.closeCaller(member.caller);
      else member.scope = await this.#scopeOf(principal, member.caller, signal);
    } catch (error) {
      // The rights stay as they are; the next recheck comes within a minute.
      this.#deps.log.debug("http.recheck_failed", { reason: messageOf(error) });
    }
  }

  async #scopeOf(principal: Principal, caller: string, signal: AbortSignal): Promise<Scope> {
    if (principal.areas === null) return { principal, devices: null };
    const house = await this.#deps.hub.call("admin.house", { caller }, signal);
    return { principal, devices: new Set(house.devices.map((device) => device.id)) };
  }

  #seeOut(member: Member): void {
    this.#members.delete(member);
    this.#deps.feed.leave(member);
  }
}

const isAgain = (member: Member) => member.renewal === "again";
