/** A plugin's folder as its author has it: manifest, entry, and what of it goes into a package. */
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { jsonFaultPlace, messageOf, parseJson } from "#base";
import { type Manifest, problem, readManifest } from "#contract";

/** A plugin to work on. */
export interface PluginFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Code is bundled; Lua and skills are packed as they are. */
  readonly isCode: boolean;
}

/** Most files that are looked at; a hub takes fewer. */
const FILES_MAX = 20_000;
const CODE: readonly string[] = [".ts", ".js", ".mjs"];
/** What is there for the author alone. */
const AUTHORS_FILES: ReadonlySet<string> = new Set([
  "bun.lock",
  "node_modules",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
]);

/** Reads a folder. Throws `MANIFEST_INVALID` with what is wrong. */
export async function readPluginFolder(folder: string): Promise<PluginFolder> {
  let text: string;
  try {
    text = await readFile(join(folder, "plugin.json"), "utf8");
  } catch (cause) {
    throw problem("MANIFEST_INVALID", `${folder} has no plugin.json that can be read`, {
      cause,
      hint: "go into the plugin's folder, or begin one: hmapdev init NAME",
    });
  }
  const manifest = readManifest(parsed(text));
  const entry = join(folder, manifest.entry);
  const isFile = await stat(entry).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) {
    throw problem("MANIFEST_INVALID", `entry "${manifest.entry}" of plugin.json is no file`);
  }
  return { folder, manifest, isCode: CODE.includes(extname(manifest.entry)) };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw problem(
      "MANIFEST_INVALID",
      `plugin.json is not valid JSON: ${jsonFaultPlace(text) ?? messageOf(cause)}`,
      {
        cause,
      },
    );
  }
}

/** Paths of all files but hidden ones and those under `node_modules`, sorted. */
export async function sourceFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (inside: string): Promise<void> => {
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(inside, entry.name);
      if (entry.isDirectory()) await walk(path);
      else found.push(relative(".", path));
      if (found.length > FILES_MAX) {
        throw problem("TOO_LARGE", `${folder} has more than ${FILES_MAX} files`);
      }
    }
  };
  await walk("");
  return found.sort();
}

/** Whether a file goes into the package beside the bundle and the manifest. */
export function isPacked({ isCode, manifest }: PluginFolder, path: string): boolean {
  if (path === "plugin.json" || path.endsWith(".hmap") || AUTHORS_FILES.has(path)) return false;
  // Code is in the bundle already; what else lies here the plugin may read when it runs.
  return !isCode || (path !== manifest.entry && !/\.[mc]?[jt]sx?$/.test(path));
}
