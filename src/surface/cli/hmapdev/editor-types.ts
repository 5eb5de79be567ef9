/** Puts the SDK's types into an author's folder, where `tsconfig.json` and with it every editor finds them. */
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HmapdevOptions } from "./options.ts";

/** Hidden, so that it is neither packed nor watched; a fresh checkout gets it anew. */
const FOLDER = ".homeagent";
const FILE = "sdk.d.ts";

/** Writes the types of this SDK unless they are there. Where a folder has no tsconfig nothing is done. */
export async function writeEditorTypes(
  { tools }: Pick<HmapdevOptions, "tools">,
  folder: string,
): Promise<void> {
  const isTyped = await stat(join(folder, "tsconfig.json")).then(
    () => true,
    () => false,
  );
  const types = isTyped ? await tools.sdkTypes() : undefined;
  if (types === undefined) return;
  const path = join(folder, FOLDER, FILE);
  const there = await readFile(path, "utf8").catch(() => undefined);
  if (there === types) return;
  await mkdir(join(folder, FOLDER), { recursive: true });
  await writeFile(path, types);
}
