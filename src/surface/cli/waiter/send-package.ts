/** Sends a package's file to the hub, part by part: the hub's user may not see the folders of this one. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { messageOf } from "#base";
import { PACKAGE_BYTES_MAX, PACKAGE_PART_BYTES_MAX, type PackageUpload, problem } from "#contract";
import type { Ask } from "./command.ts";

/** Sends the file and answers the upload's id. */
export async function sendPackage(path: string, ask: Ask, signal: AbortSignal): Promise<string> {
  await using file = await openFile(path);
  let uploadId: string | undefined;
  const buffer = Buffer.alloc(PACKAGE_PART_BYTES_MAX);
  for (let offset = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
    if (bytesRead === 0) break;
    const sent = (await ask("plugin.upload", {
      offset,
      part: buffer.toString("base64", 0, bytesRead),
      ...(uploadId === undefined ? {} : { uploadId }),
    })) as PackageUpload;
    uploadId = sent.uploadId;
    offset += bytesRead;
  }
  if (uploadId !== undefined) return uploadId;
  throw problem("PACKAGE_INVALID", `${path} is empty`, { hint: "give a .hmap file" });
}

/** Opens a plain file. Throws `NOT_FOUND`, `INVALID_PARAMS` or `TOO_LARGE`. */
async function openFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    // Opening a pipe would wait for a writer, for ever.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    throw problem("NOT_FOUND", `${path} cannot be read (${messageOf(cause)})`, {
      cause,
      hint: "give the path of a .hmap file",
    });
  }
  const found = await file.stat();
  if (found.isFile() && found.size <= PACKAGE_BYTES_MAX) return file;
  await file.close();
  if (found.isFile()) throw problem("TOO_LARGE", `${path} is above 100 MB, the most for a package`);
  throw problem("INVALID_PARAMS", `${path} is no file`, { hint: "give the path of a .hmap file" });
}
