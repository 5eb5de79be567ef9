/**
 * Walks from a root to a folder by descriptors, each part opened in the one before it and never
 * through a link: between looking and opening nobody can put anything else in its place.
 */
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, realpath } from "node:fs/promises";
import { basename } from "node:path";
import { problem, visible } from "#contract";
import { PATH_CHARS_MAX, PATH_DEPTH_MAX } from "./limits.ts";
import { isWithin, mayBeRoot } from "./settings.ts";

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** Where files may be. */
export interface Roots {
  /** The roots that the owner named. */
  readonly named: () => readonly string[];
  /** The root where he named none; made where it is missing. */
  readonly fallback: string;
  /** The hub's own folder. */
  readonly dataDir: string;
}

/** A place below a root: its root, and the names that lead there. */
export interface Place {
  readonly root: string;
  readonly parts: readonly string[];
}

/** An open folder. Disposing closes it. */
export interface OpenFolder extends AsyncDisposable {
  /** Leads to this very folder while it is open, for children of the hub too. */
  readonly path: string;
  /** A path of a name in this very folder, whatever becomes of the path that led here. */
  at(name: string): string;
  /** Makes what was done in it durable. */
  sync(): Promise<void>;
}

/** Reads a path from outside. Throws `INVALID_PARAMS` or `FORBIDDEN`. */
export function placeOf(roots: Roots, path: string): Place {
  if (path.length > PATH_CHARS_MAX || !path.isWellFormed() || /\p{Cc}/u.test(path)) {
    throw problem("INVALID_PARAMS", "the path is too long or holds characters that paths have not");
  }
  const known = rootsOf(roots);
  const [first = roots.fallback] = known;
  const root = path.startsWith("/") ? known.find((folder) => isWithin(path, folder)) : first;
  const hint = `one below ${known.join(", ")}`;
  if (root === undefined)
    throw problem("FORBIDDEN", `${visible(path)} is in no folder that is allowed`, { hint });
  const rest = path.startsWith("/") ? path.slice(root.length) : path;
  const parts = rest.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) {
    throw problem("FORBIDDEN", `${visible(path)} leads upwards`, {
      hint: "write the path without ..",
    });
  }
  if (parts.length > PATH_DEPTH_MAX) throw problem("INVALID_PARAMS", "the path is too deep");
  return { root, parts };
}

/** Opens the folder of a place. With `make`, missing folders below the root are made. */
export async function openFolder(
  roots: Roots,
  { root, parts }: Place,
  { make }: { readonly make: boolean },
): Promise<OpenFolder> {
  let handle = await openRoot(roots, root);
  try {
    for (const part of parts) {
      const inside = `${pathOf(handle)}/${part}`;
      const next = await openPart(inside, part, make);
      await handle.close();
      handle = next;
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  const path = pathOf(handle);
  return {
    path,
    at: (name) => `${path}/${name}`,
    sync: () => handle.sync(),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** The kernel's own path of an open folder. */
function pathOf({ fd }: FileHandle): string {
  return `/proc/${process.pid}/fd/${fd}`;
}

function rootsOf({ named, fallback }: Roots): readonly string[] {
  const set = named();
  return set.length === 0 ? [fallback] : set;
}

/** A root may be a link, since the owner named it; where it leads must be allowed as well. */
async function openRoot({ fallback, dataDir }: Roots, root: string): Promise<FileHandle> {
  try {
    if (root === fallback) await mkdir(root, { recursive: true, mode: 0o700 });
    const real = await realpath(root);
    if (!mayBeRoot(real, await realpath(dataDir))) {
      throw problem("FORBIDDEN", `${root} leads to ${real}, which is not allowed`);
    }
    return await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    throw asProblem(error, root);
  }
}

async function openPart(path: string, name: string, make: boolean): Promise<FileHandle> {
  const flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
  try {
    return await open(path, flags);
  } catch (error) {
    if (!make || systemCode(error) !== "ENOENT") throw asProblem(error, name);
  }
  try {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      // Somebody else made it meanwhile: opened below like any other.
      if (systemCode(error) !== "EEXIST") throw error;
    });
    return await open(path, flags);
  } catch (error) {
    throw asProblem(error, name);
  }
}

/** The system's own word for an error, such as ENOENT; undefined where it has none. */
export function systemCode(error: unknown): unknown {
  return error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
}

/** What the system says, for whoever gave the path. */
export function asProblem(error: unknown, path: string): unknown {
  const name = visible(basename(path));
  switch (systemCode(error)) {
    case "ENOENT":
      return problem("NOT_FOUND", `there is no ${name}`, { hint: "files_ls shows what there is" });
    case "ELOOP":
      return problem("FORBIDDEN", `${name} is a link; links are not followed`);
    case "ENOTDIR":
      return problem("INVALID_PARAMS", `${name} is no folder, or a link to one`);
    case "EISDIR":
      return problem("INVALID_PARAMS", `${name} is a folder`);
    case "EEXIST":
      return problem("CONFLICT", `${name} exists already`, { hint: "mode overwrite replaces it" });
    case "EACCES":
    case "EPERM":
      return problem("FORBIDDEN", `the system does not let the hub use ${name}`);
    case "ENOSPC":
      return problem("STORE_FULL", "the disk is full", { cause: error });
    case "ENAMETOOLONG":
      return problem("INVALID_PARAMS", `${name} is too long a name`);
    default:
      return error;
  }
}
