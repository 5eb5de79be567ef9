/** Who may come in: the first set-up, sign-ins, tokens, and what each of them may do. */
import type { Clock, EventBus, Ids, Logger } from "#base";
import {
  type IssuedToken,
  type KernelEvents,
  type Principal,
  problem,
  ROLES,
  type Role,
  type TokenInfo,
} from "#contract";
import type { Access, Config } from "#kernel/state";
import type { Store } from "#platform/store";
import { SWEEP_PERIOD_MS } from "./limits.ts";
import { Passwords } from "./passwords.ts";
import { People, requireName } from "./people.ts";
import { SECURITY_AREA, securityMigrations } from "./schema.ts";
import { SetupCode } from "./setup-code.ts";
import { type TokenRow, Tokens } from "./tokens.ts";

/** What access stands on. */
export interface AccessOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ids: Ids;
  readonly events: EventBus<KernelEvents>;
  readonly config: Pick<Config, "get">;
}

/** Access that looks for expired sign-ins until it is disposed. */
export type HubAccess = Access & Disposable;

/** Opens the accounts of a store. */
export function createAccess(options: AccessOptions): HubAccess {
  const { store, clock, log, ids, events, config } = options;
  store.migrate(SECURITY_AREA, securityMigrations);
  const tokens = new Tokens({
    store,
    clock,
    ids,
    onEnd: (tokenHash) => events.emit("token_revoked", { tokenHash }),
    onError: (error) => log.warn("access.last_used", { error }),
    sessionMs: () => Number(config.get("core.http.session_ttl")),
  });
  tokens.load();
  const sweep = clock.every(SWEEP_PERIOD_MS, () => {
    try {
      tokens.sweep();
    } catch (error) {
      log.warn("access.sweep", { error });
    }
  });
  const people = new People({ store, clock, ids });
  return new StoredAccess({
    store,
    log,
    people,
    tokens,
    sweep,
    code: new SetupCode(store, clock, log),
  });
}

interface Parts {
  readonly store: Store;
  readonly log: Logger;
  readonly people: People;
  readonly tokens: Tokens;
  readonly code: SetupCode;
  readonly sweep: Disposable;
}

class StoredAccess implements HubAccess {
  readonly #parts: Parts;
  readonly #passwords = new Passwords();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  setupNeeded(): boolean {
    return !this.#parts.people.ownerIsSet();
  }

  setupCode(): string | null {
    return this.setupNeeded() ? this.#parts.code.read() : null;
  }

  async setup(code: string, name: string, password: string): Promise<IssuedToken> {
    const { store, people, log } = this.#parts;
    this.#requireSetup();
    this.#parts.code.check(code);
    const plain = requireName(name);
    this.#requireFree(plain);
    const hash = await this.#passwords.hash(password);
    // Somebody else with the code may have been faster while the password was hashed.
    const issued = store.transaction(() => {
      this.#requireSetup();
      this.#requireFree(plain);
      people.setOwner(plain, hash);
      this.#parts.code.clear();
      return this.#signIn(people.owner());
    });
    log.info("setup.done");
    return issued;
  }

  async login(name: string, password: string): Promise<IssuedToken> {
    const { people } = this.#parts;
    const personId = people.byName(name)?.personId;
    const hash = personId === undefined ? null : people.passwordHash(personId);
    const fits = await this.#passwords.verify(password, hash);
    const person = personId === undefined ? undefined : people.byId(personId);
    if (fits && person) return this.#signIn(person);
    throw problem("UNAUTHENTICATED", "the name or the password is wrong");
  }

  verify(tokenHash: string): Principal | undefined {
    const { tokens, people } = this.#parts;
    const token = tokens.use(tokenHash);
    const person = token && people.byId(token.personId);
    return person && { ...person, role: lesser(token.role, person.role) };
  }

  createToken(
    name: string,
    role: Role,
    areas?: readonly string[],
  ): IssuedToken & { readonly id: string } {
    const { store, tokens, people } = this.#parts;
    const plain = requireName(name);
    return store.transaction(() => {
      const { personId } = this.#personFor(plain, role);
      if (role === "guest" && areas) people.setAreas(personId, areas);
      const issued = tokens.issue({ kind: "token", name: plain, personId, role });
      return { ...issued, role };
    });
  }

  tokens(): readonly TokenInfo[] {
    return this.#parts.tokens.list().map(infoOf);
  }

  revoke(id: string): void {
    if (this.#parts.tokens.endById(id)) return;
    throw problem("NOT_FOUND", `there is no token or sign-in "${id.slice(0, 96)}"`);
  }

  revokeHash(tokenHash: string): void {
    this.#parts.tokens.endByHash(tokenHash);
  }

  people(): readonly Principal[] {
    return this.#parts.people.all();
  }

  person(nameOrId: string): Principal | undefined {
    return this.#parts.people.byId(nameOrId) ?? this.#parts.people.byName(nameOrId);
  }

  owner(): Principal {
    return this.#parts.people.owner();
  }

  [Symbol.dispose](): void {
    this.#parts.sweep[Symbol.dispose]();
  }

  #signIn(person: Principal): IssuedToken {
    const { personId, name, role } = person;
    const { token } = this.#parts.tokens.issue({ kind: "session", name, personId, role });
    return { token, role };
  }

  /** An owner's token is the owner's; other tokens are for the person of their name. */
  #personFor(name: string, role: Role): Principal {
    const { people } = this.#parts;
    if (role === "owner") return people.owner();
    const known = people.byName(name);
    if (!known) return people.add(name, role);
    if (known.role === role) return known;
    throw problem("CONFLICT", `${name} is already here as ${known.role}`, {
      hint: `give the token another name, or the role ${known.role}`,
    });
  }

  #requireSetup(): void {
    if (this.setupNeeded()) return;
    throw problem("CONFLICT", "the hub is set up already", {
      hint: "sign in; the owner can make tokens with: waiter token create",
    });
  }

  #requireFree(name: string): void {
    const { people } = this.#parts;
    const holder = people.byName(name);
    if (!holder || holder.personId === people.owner().personId) return;
    throw problem("CONFLICT", `${name} is already here as ${holder.role}`, {
      hint: "choose another name",
    });
  }
}

/** A token never gives more than its person may do. */
function lesser(one: Role, other: Role): Role {
  return ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other;
}

function infoOf(row: TokenRow): TokenInfo {
  const { id, name, personId, role, kind, createdAt, lastUsedAt } = row;
  return {
    id,
    name,
    personId,
    role,
    kind,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
