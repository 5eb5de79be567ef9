/** Which connection a store has, for this room alone: extensions, copies and compacting need it. */
import type { Database } from "bun:sqlite";
import { assert } from "#base";
import type { Store } from "./types.ts";

export const connections = new WeakMap<Store, Database>();

/** The connection of a store. */
export function databaseOf(store: Store): Database {
  const db = connections.get(store);
  assert(db, "not a store of openStore");
  return db;
}
