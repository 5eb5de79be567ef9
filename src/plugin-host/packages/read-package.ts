/** Reads a package: an archive whose names, kinds and sizes are sound, with a manifest and its entry. */
import { type Manifest, PACKAGE_BYTES_MAX, problem } from "#contract";
import { PACKAGE_RECORD, parseManifest } from "../blueprint.ts";
import { MANIFEST_BYTES_MAX } from "../limits.ts";
import type { ByteSource } from "./byte-source.ts";
import { plainBytes } from "./entry-data.ts";
import { createEntryTree } from "./entry-tree.ts";
import { RATIO_FREE_BYTES, RATIO_MAX, UNPACKED_BYTES_MAX } from "./limits.ts";
import { badEntry, badPackage } from "./refusal.ts";
import { type ArchiveEntry, readArchive } from "./zip-archive.ts";

/** A package that may be unpacked. */
export interface PluginPackage {
  readonly source: ByteSource;
  readonly manifest: Manifest;
  readonly files: readonly ArchiveEntry[];
  /** Folders, each after the one that holds it. */
  readonly folders: readonly string[];
  /** Bytes of all files. */
  readonly unpackedBytes: number;
}

const MANIFEST = "plugin.json";

/** Reads everything but the files' data. Throws `PACKAGE_INVALID`, `MANIFEST_INVALID`, `TOO_LARGE`. */
export async function readPackage(source: ByteSource, signal: AbortSignal): Promise<PluginPackage> {
  if (source.size > PACKAGE_BYTES_MAX) throw packageTooLarge();
  const entries = await readArchive(source);
  const tree = createEntryTree();
  let unpackedBytes = 0;
  for (const entry of entries) {
    requireSoundSize(entry);
    tree.add(entry.path, entry.isFolder);
    unpackedBytes += entry.plainBytes;
    if (unpackedBytes > UNPACKED_BYTES_MAX) {
      throw problem("TOO_LARGE", `the package holds more than ${UNPACKED_BYTES_MAX} bytes`);
    }
  }
  const files = entries.filter((entry) => !entry.isFolder);
  if (files.some(({ path }) => path === PACKAGE_RECORD)) {
    throw badEntry(PACKAGE_RECORD, "is a name of the hub's own");
  }
  const manifest = await manifestOf(source, files, signal);
  if (!files.some(({ path }) => path === manifest.entry)) {
    throw badPackage(`lacks ${manifest.entry}, which plugin.json names as its entry`);
  }
  return { source, manifest, files, folders: tree.folders(), unpackedBytes };
}

/** The error for a package above the limit. */
export function packageTooLarge() {
  return problem("TOO_LARGE", "the package is above 100 MB", {
    hint: "leave out what the plugin can do without",
  });
}

/** What is absurd is refused before a byte of it is unpacked. */
function requireSoundSize({ path, isFolder, plainBytes: plain, packedBytes }: ArchiveEntry): void {
  if (isFolder && plain + packedBytes > 0) throw badEntry(path, "is a folder that holds bytes");
  if (plain > RATIO_FREE_BYTES && plain > packedBytes * RATIO_MAX) {
    throw badEntry(path, `says that it unpacks to more than ${RATIO_MAX} times its size`);
  }
}

async function manifestOf(
  source: ByteSource,
  files: readonly ArchiveEntry[],
  signal: AbortSignal,
): Promise<Manifest> {
  const entry = files.find(({ path }) => path === MANIFEST);
  if (!entry) {
    const inner = files.find(({ path }) => path.endsWith(`/${MANIFEST}`));
    const where = inner ? `; it has ${inner.path}, so pack the inside of that folder` : "";
    throw badPackage(`has no plugin.json at its top${where}`);
  }
  if (entry.plainBytes > MANIFEST_BYTES_MAX) {
    throw problem("MANIFEST_INVALID", `plugin.json is longer than ${MANIFEST_BYTES_MAX} bytes`);
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of plainBytes(source, entry, signal)) pieces.push(piece);
  return parseManifest(Buffer.concat(pieces).toString("utf8"));
}
