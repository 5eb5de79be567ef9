/** The people with an account. */
import type { Clock, Ids } from "#base";
import { type Principal, problem, ROLES, type Role } from "#contract";
import type { Store } from "#platform/store";
import { NAME_LENGTH_MAX } from "./limits.ts";
import { OWNER_ID } from "./schema.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly areas: string | null;
  readonly password_hash: string | null;
}

const COLUMNS = "id, name, role, areas, password_hash";

/** What people stand on. */
export interface PeopleOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The table of people; a house has few, so each question goes to it. */
export class People {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** The owner; he is there from the first start on. */
  owner(): Principal {
    return this.byId(OWNER_ID) ?? { personId: OWNER_ID, name: "owner", role: "owner", areas: null };
  }

  /** Whether the owner has set a password. */
  ownerIsSet(): boolean {
    return this.passwordHash(OWNER_ID) !== null;
  }

  /** Everybody with an account, the owner first; before the set-up that is nobody. */
  all(): readonly Principal[] {
    const rows = this.#options.store.all<Row>(`SELECT ${COLUMNS} FROM people ORDER BY name`);
    return rows
      .filter((row) => row.id !== OWNER_ID || row.password_hash !== null)
      .map(principalOf)
      .sort((a, b) => ROLES.indexOf(b.role) - ROLES.indexOf(a.role));
  }

  byId(id: string): Principal | undefined {
    return this.#one(`SELECT ${COLUMNS} FROM people WHERE id = ?`, id);
  }

  byName(name: string): Principal | undefined {
    return this.#one(`SELECT ${COLUMNS} FROM people WHERE name = ?`, plainName(name));
  }

  /** The password's hash; null where there is none or nobody. */
  passwordHash(id: string): string | null {
    const { store } = this.#options;
    return store.get<Row>(`SELECT ${COLUMNS} FROM people WHERE id = ?`, id)?.password_hash ?? null;
  }

  /** Gives the owner his name and password. */
  setOwner(name: string, passwordHash: string): void {
    this.#options.store.run(
      "UPDATE people SET name = ?, password_hash = ?, created_at = ? WHERE id = ?",
      requireName(name),
      passwordHash,
      this.#options.clock.now(),
      OWNER_ID,
    );
  }

  /** Gives a guest these areas instead of those he had. */
  setAreas(id: string, areas: readonly string[]): void {
    this.#options.store.run("UPDATE people SET areas = ? WHERE id = ?", JSON.stringify(areas), id);
  }

  /** Adds somebody without a password; a guest has no area until he is given some. */
  add(name: string, role: Role): Principal {
    const { store, clock, ids } = this.#options;
    const person: Principal = {
      personId: ids.next("p"),
      name: requireName(name),
      role,
      areas: role === "guest" ? [] : null,
    };
    store.run(
      "INSERT INTO people (id, name, role, created_at) VALUES (?, ?, ?, ?)",
      person.personId,
      person.name,
      role,
      clock.now(),
    );
    return person;
  }

  #one(sql: string, value: string): Principal | undefined {
    const row = this.#options.store.get<Row>(sql, value);
    return row && principalOf(row);
  }
}

/** One spelling of a name, whatever keyboard it came from. */
function plainName(name: string): string {
  return name.normalize("NFC").trim();
}

/** A name in its one spelling. Throws `VALUE_INVALID`. */
export function requireName(name: string): string {
  const plain = plainName(name);
  if (plain !== "" && plain.length <= NAME_LENGTH_MAX && !/\p{C}/u.test(plain)) return plain;
  throw problem("VALUE_INVALID", `a name has 1 to ${NAME_LENGTH_MAX} visible characters`);
}

function principalOf(row: Row): Principal {
  // Nothing granted means nothing allowed; only members and owners have the whole house.
  const areas = row.role === "guest" ? (JSON.parse(row.areas ?? "[]") as string[]) : null;
  return { personId: row.id, name: row.name, role: row.role, areas };
}
