/** Puts a package from a file into the plugin folder: the very bytes that the owner said yes to. */
import { createHash } from "node:crypto";
import { PACKAGE_BYTES_MAX, PACKAGE_PART_BYTES_MAX, problem } from "#contract";
import type { PluginPackages } from "#kernel/state";

/** Reads a file from its beginning in parts; each call opens it anew. */
export type ReadParts = (path: string, partBytes: number) => AsyncIterable<Uint8Array>;

/** SHA-256 of a package file, as the owner is shown it. */
export async function hashOf(read: ReadParts, path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of read(path, PACKAGE_PART_BYTES_MAX)) {
    signal.throwIfAborted();
    bytes += part.length;
    if (bytes > PACKAGE_BYTES_MAX) throw problem("TOO_LARGE", "a package has at most 100 MB");
    hash.update(part);
  }
  return hash.digest("hex");
}

/**
 * Uploads the file and installs it if it still is what was hashed: the bytes that are installed are
 * those that were counted here, whatever is written to the file meanwhile.
 */
export async function installFile(
  packages: PluginPackages,
  read: ReadParts,
  { path, sha256, overwrite }: { path: string; sha256: string; overwrite: boolean },
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash("sha256");
  let uploadId: string | undefined;
  let offset = 0;
  try {
    for await (const bytes of read(path, PACKAGE_PART_BYTES_MAX)) {
      signal.throwIfAborted();
      hash.update(bytes);
      const part = { offset, part: Buffer.from(bytes).toString("base64") };
      const upload = await packages.addPart(uploadId === undefined ? part : { ...part, uploadId });
      uploadId = upload.uploadId;
      offset += bytes.length;
    }
    if (uploadId === undefined) throw problem("PACKAGE_INVALID", "the file is empty");
    if (hash.digest("hex") !== sha256) {
      throw problem("CONFLICT", "the file is another than the one that was confirmed");
    }
    const installed = await packages.install(uploadId, { overwrite }, signal);
    const { name, version, state, reason } = installed;
    return `${name} ${version}: ${state}${reason === null ? "" : `, ${reason}`}`;
  } catch (error) {
    // Kept, it would only hold one of the few places until it is too old.
    if (uploadId !== undefined) await packages.dropUpload(uploadId);
    throw error;
  }
}
