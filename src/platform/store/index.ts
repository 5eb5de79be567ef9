/** Front door of the store: SQLite files, sqlite-vec, and the lock of the data folder. */
export { compact, goodCopies, keepCopy } from "./copies.ts";
export { type DataLock, lockDataFolder } from "./data-lock.ts";
export {
  type OpenedStore,
  openStore,
  openTemporaryStore,
  type StoreOptions,
} from "./open-store.ts";
export { probeStore } from "./probe.ts";
export type { SqlValue, Store } from "./types.ts";
export { loadVec } from "./vec.ts";
