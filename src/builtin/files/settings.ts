/** The setting of the files: which folders people's agents may see. */
import { normalize } from "node:path";
import { parseJson } from "#base";
import type { Config, ConfigDefinition } from "#kernel/state";
import { ROOTS_MAX } from "./limits.ts";

/** Whose definitions these are. */
export const FILES_OWNER = "core.files";
const ROOTS = "core.files.roots";

/** Nothing below these is a file of anybody's. */
const NEVER = ["/proc", "/sys", "/dev", "/run"];
const HINT =
  'a JSON array of full paths such as ["/home/anna/notes"], not / and no part of the hub';

/** What `config` has to know; `dataDir` holds the hub's own files, which are nobody's to write. */
export function filesDefinitions(dataDir: string): readonly ConfigDefinition[] {
  return [
    {
      key: ROOTS,
      type: "text",
      default: "[]",
      check: (value) => (readRoots(String(value), dataDir) ? null : HINT),
      description:
        "文件工具可用的文件夹（JSON 数组）；留空则只有数据目录下的 files · Folders that the file tools may use, as a JSON array; empty: only files in the data folder",
    },
  ];
}

/** The folders as the owner has them at this moment; empty where he named none. */
export function rootsSetting(config: Config, dataDir: string): () => readonly string[] {
  return () => readRoots(String(config.get(ROOTS)), dataDir) ?? [];
}

function readRoots(text: string, dataDir: string): readonly string[] | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    // Not JSON: told by the caller.
    return null;
  }
  if (!Array.isArray(value) || value.length > ROOTS_MAX) return null;
  return value.every((root) => typeof root === "string" && mayBeRoot(root, dataDir)) ? value : null;
}

/** Whether people's agents may have this folder. Asked again of the real path when it is opened. */
export function mayBeRoot(root: string, dataDir: string): boolean {
  if (!root.startsWith("/") || root === "/" || root.includes("\0")) return false;
  if (normalize(root).replace(/\/$/, "") !== root) return false;
  if (root === `${dataDir}/files` || isWithin(root, `${dataDir}/files`)) return true;
  // Neither in the hub's own folder nor around it.
  if (isWithin(root, dataDir) || isWithin(dataDir, root)) return false;
  return !NEVER.some((folder) => isWithin(root, folder));
}

/** Whether `path` is `folder` or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
