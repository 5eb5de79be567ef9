/** Media that a plugin hands over: by digest where the hub has them, else their bytes go to the store. */
import { type MediaReference, type MethodParams, problem } from "#contract";
import type { KernelState, Media } from "#kernel/state";
import type { MediaArena } from "#wire/shared";
import type { PluginLink } from "../plugin-link.ts";
import { requirePart } from "./slots.ts";
import { authorOf, principalOf } from "./speaker.ts";

/** As the wire tells them. */
export type MediaBlocks = MethodParams<"io.setToolBlocks">["media"];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** References to all of them, in order. Throws before it keeps anything where one is malformed. */
export async function keepMedia(
  state: KernelState,
  plugin: PluginLink,
  blocks: MediaBlocks,
): Promise<readonly MediaReference[]> {
  const media = requirePart(state, "media");
  if (!media.isEnabled) {
    throw problem("NOT_AVAILABLE", "the owner has switched media off", {
      hint: "send the text alone",
    });
  }
  const read = blocks.map((block) => {
    if ("digest" in block) return block;
    const { mime } = block;
    return { mime, bytes: "handle" in block ? piece(plugin, block.handle) : bytesOf(block.base64) };
  });
  const kept: MediaReference[] = [];
  for (const block of read) {
    kept.push(
      "digest" in block
        ? await find(media, plugin, block.digest)
        : await media.put(block.bytes, block.mime, authorOf(plugin)),
    );
  }
  return kept;
}

/** What people keep for themselves is not the plugin's to show, even if it knows the digest. */
async function find(media: Media, plugin: PluginLink, digest: string): Promise<MediaReference> {
  const found = await media.get(principalOf(plugin), digest);
  if (found) return { digest: found.digest, kind: found.kind, mime: found.mime };
  throw problem("NOT_FOUND", `there is no media ${digest.slice(0, 12)}… that the plugin may see`);
}

/** A copy: the plugin may go on writing to the piece. */
function piece(plugin: PluginLink, handle: number): Uint8Array {
  return arenaOf(plugin).read(plugin.name, handle);
}

/** The arena that this run of the plugin shares with the hub. */
export function arenaOf({ arena }: PluginLink): MediaArena {
  if (arena) return arena;
  throw problem("NOT_AVAILABLE", "this hub shares no memory with the plugin", {
    hint: "media as far as a frame holds them travel inside the calls",
  });
}

function bytesOf(base64: string): Uint8Array {
  // Buffer skips what is no base64, which would keep other bytes than were meant.
  if (BASE64.test(base64) && base64.length % 4 === 0) return Buffer.from(base64, "base64");
  throw problem("INVALID_PARAMS", "media: the bytes are not base64");
}
