/** Packs a plugin's folder into a package that every hub takes: the plugin author's half of installing. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { problem } from "#contract";
import { PACKAGE_RECORD } from "../blueprint.ts";
import { memoryBytes } from "./byte-source.ts";
import { UNPACKED_BYTES_MAX } from "./limits.ts";
import { readPackage } from "./read-package.ts";
import { badEntry } from "./refusal.ts";
import { type ArchiveFile, writeArchive } from "./zip-writer.ts";

/** What other programs leave in folders, and what the hub notes in them: no part of a plugin. */
const LEFT_OUT: ReadonlySet<string> = new Set([PACKAGE_RECORD, ".DS_Store", ".git", "Thumbs.db"]);

/**
 * Packs all files of `folder`; the same files give the same bytes. Throws what a hub would say of it:
 * `PACKAGE_INVALID`, `MANIFEST_INVALID`, `TOO_LARGE`.
 */
export async function buildPackage(folder: string, signal: AbortSignal): Promise<Uint8Array> {
  const files: ArchiveFile[] = [];
  let bytes = 0;
  for (const path of await pathsIn(folder)) {
    signal.throwIfAborted();
    // Asked before it is read: one huge file must not fill the memory.
    bytes += (await stat(join(folder, path))).size;
    if (bytes > UNPACKED_BYTES_MAX) {
      throw problem("TOO_LARGE", `${folder} holds more than ${UNPACKED_BYTES_MAX} bytes`);
    }
    files.push({ path, bytes: await readFile(join(folder, path)) });
  }
  const archive = writeArchive(files);
  // The reader's rules are the only ones, so nothing is packed that would not install.
  await readPackage(memoryBytes(archive), signal);
  return archive;
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (path.split("/").some((name) => LEFT_OUT.has(name)) || entry.isDirectory()) return [];
    if (!entry.isFile())
      throw badEntry(path, "is neither a file nor a folder (a link, or a device)");
    return [path];
  });
}
