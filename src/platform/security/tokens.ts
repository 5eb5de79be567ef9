/** Tokens and sign-ins: only their hashes are kept; the living ones are held in memory. */
import { createHash } from "node:crypto";
import { type Clock, type Ids, secretHex } from "#base";
import { problem, type Role, type TokenInfo } from "#contract";
import type { Store } from "#platform/store";
import { LAST_USED_WRITE_MS, SESSIONS_PER_PERSON_MAX, TOKEN_BYTES, TOKENS_MAX } from "./limits.ts";

/** Marks our tokens, so that tools that look for leaked secrets know them. */
const TOKEN_PREFIX = "ha_";

/** A token or sign-in as it is kept. */
export interface TokenRow {
  readonly id: string;
  readonly hash: string;
  readonly kind: TokenInfo["kind"];
  readonly name: string;
  readonly personId: string;
  readonly role: Role;
  readonly createdAt: number;
  lastUsedAt: number | null;
}

/** Whom a new token is for. */
export type TokenOwner = Pick<TokenRow, "kind" | "name" | "personId" | "role">;

/** What tokens stand on. */
export interface TokenOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Tells holders of cached checks that a hash is worth nothing any more. */
  readonly onEnd: (hash: string) => void;
  /** Hears of a last use that could not be stored. */
  readonly onError: (error: unknown) => void;
  /** How long an unused sign-in lasts. */
  readonly sessionMs: () => number;
}

/** SHA-256 of a token, in lower-case hexadecimal. The token is 256 random bits: no salt is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** All living tokens and sign-ins. */
export class Tokens {
  readonly #options: TokenOptions;
  readonly #byHash = new Map<string, TokenRow>();
  /** What the database knows of last uses. */
  readonly #storedUse = new Map<string, number>();
  /** When each was last used in this run, on the clock that nobody sets. */
  readonly #usedInRun = new Map<string, number>();

  constructor(options: TokenOptions) {
    this.#options = options;
  }

  /** Reads what is stored. */
  load(): void {
    const rows = this.#options.store.all<TokenRow>(
      `SELECT id, hash, kind, name, person_id AS personId, role, created_at AS createdAt,
              last_used_at AS lastUsedAt FROM tokens`,
    );
    for (const row of rows) this.#byHash.set(row.hash, row);
  }

  /** Makes a token; it is readable only in this answer. */
  issue(owner: TokenOwner): { readonly token: string; readonly id: string } {
    this.#makeRoom(owner);
    const token = TOKEN_PREFIX + secretHex(TOKEN_BYTES);
    const row: TokenRow = {
      ...owner,
      id: this.#options.ids.next("k"),
      hash: hashToken(token),
      createdAt: this.#options.clock.now(),
      lastUsedAt: null,
    };
    this.#options.store.run(
      `INSERT INTO tokens (id, hash, kind, name, person_id, role, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      row.hash,
      row.kind,
      row.name,
      row.personId,
      row.role,
      row.createdAt,
    );
    this.#byHash.set(row.hash, row);
    this.#usedInRun.set(row.id, this.#options.clock.monotonic());
    return { token, id: row.id };
  }

  /** The living token with this hash; its use is noted. */
  use(hash: string): TokenRow | undefined {
    const row = this.#byHash.get(hash);
    if (!row || this.#endIfExpired(row)) return undefined;
    row.lastUsedAt = this.#options.clock.now();
    this.#usedInRun.set(row.id, this.#options.clock.monotonic());
    this.#storeUse(row);
    return row;
  }

  /** All living ones, oldest first. */
  list(): readonly TokenRow[] {
    return [...this.#byHash.values()].sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Ends the one with this id; false when there is none. */
  endById(id: string): boolean {
    const row = this.list().find((one) => one.id === id);
    if (row) this.#end(row);
    return row !== undefined;
  }

  /** Ends the one with this hash, if it lives. */
  endByHash(hash: string): void {
    const row = this.#byHash.get(hash);
    if (row) this.#end(row);
  }

  /** Ends sign-ins that were not used for too long. */
  sweep(): void {
    for (const row of this.list()) this.#endIfExpired(row);
  }

  /**
   * Both clocks must say so: a board without a battery starts in the past, and the jump when the
   * internet sets its clock right must not sign out who has just signed in.
   */
  #endIfExpired(row: TokenRow): boolean {
    if (row.kind === "token") return false;
    const { clock, sessionMs } = this.#options;
    const lifeMs = sessionMs();
    const usedInRun = this.#usedInRun.get(row.id);
    if (clock.now() - (row.lastUsedAt ?? row.createdAt) <= lifeMs) return false;
    if (usedInRun !== undefined && clock.monotonic() - usedInRun <= lifeMs) return false;
    this.#end(row);
    return true;
  }

  #end(row: TokenRow): void {
    this.#options.store.run("DELETE FROM tokens WHERE id = ?", row.id);
    this.#byHash.delete(row.hash);
    this.#storedUse.delete(row.id);
    this.#usedInRun.delete(row.id);
    this.#options.onEnd(row.hash);
  }

  #makeRoom(owner: TokenOwner): void {
    const alike = this.list().filter((row) => row.kind === owner.kind);
    if (owner.kind === "token") {
      if (alike.length < TOKENS_MAX) return;
      throw problem("CONFLICT", `there are ${TOKENS_MAX} tokens already`, {
        hint: "revoke those that nobody uses",
      });
    }
    const own = alike.filter((row) => row.personId === owner.personId);
    if (own.length < SESSIONS_PER_PERSON_MAX) return;
    const usedAt = (row: TokenRow) => row.lastUsedAt ?? row.createdAt;
    const [stalest] = own.sort((a, b) => usedAt(a) - usedAt(b));
    if (stalest) this.#end(stalest);
  }

  /** The last use goes to the disk now and then only. */
  #storeUse(row: TokenRow): void {
    const { store, onError } = this.#options;
    const at = row.lastUsedAt ?? 0;
    if (Math.abs(at - (this.#storedUse.get(row.id) ?? 0)) < LAST_USED_WRITE_MS) return;
    this.#storedUse.set(row.id, at);
    store
      .grouped(() => void store.run("UPDATE tokens SET last_used_at = ? WHERE id = ?", at, row.id))
      .catch(onError);
  }
}
