/** Loads sqlite-vec: its own loader looks for a package folder, which a compiled binary lacks. */
import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { materializeAsset, messageOf, OperationalError } from "#base";
import { databaseOf } from "./connections.ts";
import type { Store } from "./types.ts";

/** The library's name on disk; SQLite derives the entry point from it. */
const LIBRARY_NAME = "vec0.so";

/** Makes `vec0` tables and `vec_*` functions known to a store. Throws `VEC_UNAVAILABLE`. */
export function loadVec(store: Store, nativeDir: string): Promise<void> {
  return loadVecInto(databaseOf(store), nativeDir);
}

/** The same over a bare connection, for this room's probe. */
export async function loadVecInto(db: Database, nativeDir: string): Promise<void> {
  try {
    const library = await vecLibraryPath();
    db.loadExtension(await materializeAsset(library, nativeDir, LIBRARY_NAME));
  } catch (cause) {
    throw new OperationalError("VEC_UNAVAILABLE", `sqlite-vec: ${messageOf(cause)}`, {
      hint: "the data folder must be writable and not be mounted noexec",
      cause,
    });
  }
}

/**
 * One branch per architecture: the bundler knows `process.arch` of its target and drops the other,
 * whose package need not be installed.
 */
async function vecLibraryPath(): Promise<string> {
  const { vecLibrary } =
    process.arch === "arm64" ? await import("./vec-arm64.ts") : await import("./vec-x64.ts");
  if (!existsSync(vecLibrary)) throw new Error(`the library for ${process.arch} is not bundled`);
  return vecLibrary;
}
