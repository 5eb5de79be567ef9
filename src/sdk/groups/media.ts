/** Media on their way to the hub: by digest where it has them, else with their bytes. */
import type { MethodParams } from "#contract";
import { type MediaWindow, openMediaWindow } from "#wire/shared";
import type { HubLink } from "../hub-link.ts";

/** A picture, sound or file. Large ones go through memory that the plugin shares with the hub. */
export type MediaInput =
  | { readonly digest: string }
  | { readonly bytes: Uint8Array; readonly mime: string };

type MediaBlocks = MethodParams<"io.setToolBlocks">["media"];

/** Bytes of one message above which they go through the arena; as base64 a frame holds little more. */
const INLINE_BYTES_MAX = 512 * 1024;

/** Maps the arena once, when the first media come that need it. */
export function mediaOpener(descriptor: number): () => MediaWindow {
  let window: MediaWindow | undefined;
  return () => {
    window ??= openMediaWindow(descriptor);
    return window;
  };
}

/** Sends media with `send`. Pieces of the arena that it took are given back, however it ends. */
export async function sendMedia<Result>(
  link: HubLink,
  media: readonly MediaInput[],
  send: (blocks: MediaBlocks) => Promise<Result>,
): Promise<Result> {
  const total = media.reduce((sum, one) => sum + ("bytes" in one ? one.bytes.length : 0), 0);
  if (!link.openMedia || total <= INLINE_BYTES_MAX) return await send(media.map(inlineBlock));
  const window = link.openMedia();
  const handles: number[] = [];
  try {
    const blocks: MediaBlocks = [];
    for (const one of media) {
      if ("digest" in one || one.bytes.length === 0) {
        blocks.push(inlineBlock(one));
        continue;
      }
      const lengthBytes = one.bytes.length;
      const piece = await link.call("arena.alloc", { lengthBytes }, link.signal);
      handles.push(piece.handle);
      window.view(piece).set(one.bytes);
      blocks.push({ handle: piece.handle, mime: one.mime });
    }
    return await send(blocks);
  } finally {
    // What cannot be given back now is given back when the plugin ends.
    const free = (handle: number) => link.call("arena.free", { handle }, link.signal);
    await Promise.allSettled(handles.map(free));
  }
}

function inlineBlock(one: MediaInput): MediaBlocks[number] {
  if ("digest" in one) return { digest: one.digest };
  return { base64: Buffer.from(one.bytes).toString("base64"), mime: one.mime };
}
