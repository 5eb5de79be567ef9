/** What bytes are: found out from them. What a sender says of them is believed for texts alone. */
import type { MediaReference } from "#contract";
import { LOOK_BYTES_MAX } from "./limits.ts";

/** What was seen; width and height in pixels where a header tells them. */
export interface Looks {
  readonly kind: MediaReference["kind"];
  readonly mime: string;
  readonly width?: number;
  readonly height?: number;
}

/** A picture that is a program as well (scripts, links): kept as a file, never shown as a picture. */
const MARKUP = /^(?:image\/svg\+xml|text\/html|application\/xhtml\+xml)$/;
const TEXT = /^(?:text\/[a-z0-9.+-]+|application\/(?:json|xml|yaml|x-ndjson))$/;
const KINDS = ["image", "audio", "video"] as const;

/** Looks at bytes of which `told` is said. Never throws: what nobody knows is a file. */
export async function lookAt(bytes: Uint8Array, told: string): Promise<Looks> {
  const head = bytes.subarray(0, LOOK_BYTES_MAX);
  const mime = (await signature(head)) ?? textMime(bytes, told) ?? "application/octet-stream";
  const kind = KINDS.find((one) => mime.startsWith(`${one}/`) && !MARKUP.test(mime)) ?? "file";
  return { kind, mime, ...(kind === "image" ? await sizeOf(head) : {}) };
}

async function signature(head: Uint8Array): Promise<string | undefined> {
  // Loaded with the first media: a hub that only talks does without.
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // A header that breaks off in the middle: it has no signature then.
    return undefined;
  }
}

/** A text has no signature; it is one where all of it is UTF-8 without control characters. */
function textMime(bytes: Uint8Array, told: string): string | undefined {
  const mime = told.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!isText(bytes)) return undefined;
  return TEXT.test(mime) || MARKUP.test(mime) ? mime : "text/plain";
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function sizeOf(head: Uint8Array): Promise<{ width?: number; height?: number }> {
  const { imageSize } = await import("image-size");
  try {
    const { width, height } = imageSize(head);
    return { width, height };
  } catch {
    // A format without a plain header, or one that is cut: kept without its size.
    return {};
  }
}
