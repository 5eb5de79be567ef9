/** All paths of a package together: no name twice, not even where a system sees no difference. */
import { NODES_MAX } from "./limits.ts";
import { badEntry, badPackage } from "./refusal.ts";

interface Node {
  readonly path: string;
  readonly isFolder: boolean;
  /** Named by an entry of its own, not only by what lies in it. */
  readonly listed: boolean;
}

/** Collects paths. */
export interface EntryTree {
  /** Adds a path with the folders above it. Throws `PACKAGE_INVALID` when it meets another. */
  add(path: string, isFolder: boolean): void;
  /** All folders, each after the one that holds it. */
  folders(): readonly string[];
}

/** Makes an empty tree. */
export function createEntryTree(): EntryTree {
  const nodes = new Map<string, Node>();
  const put = (path: string, isFolder: boolean, listed: boolean) => {
    const key = folded(path);
    const known = nodes.get(key);
    if (known && (known.path !== path || known.isFolder !== isFolder || (known.listed && listed))) {
      throw badEntry(path, known.path === path ? "is there twice" : `is "${known.path}" as well`);
    }
    nodes.set(key, { path, isFolder, listed: listed || (known?.listed ?? false) });
    if (nodes.size > NODES_MAX) throw badPackage(`holds more than ${NODES_MAX} files and folders`);
  };
  return {
    add(path, isFolder) {
      const names = path.split("/");
      for (let depth = 1; depth < names.length; depth += 1) {
        put(names.slice(0, depth).join("/"), true, false);
      }
      put(path, isFolder, true);
    },
    folders: () =>
      [...nodes.values()]
        .filter((node) => node.isFolder)
        .map((node) => node.path)
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  };
}

/** The same for names that some file system takes for one: case, and the ways to write an accent. */
function folded(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");
}
