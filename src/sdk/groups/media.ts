/** Media on their way to the hub: by digest where it has them, else with their bytes. */
import type { MethodParams } from "#contract";

/** A picture, sound or file; the bytes of one message together fit a frame of 1 MiB in base64. */
export type MediaInput =
  | { readonly digest: string }
  | { readonly bytes: Uint8Array; readonly mime: string };

type MediaBlocks = MethodParams<"io.setToolBlocks">["media"];

/** As the wire tells them. */
export function mediaBlocks(media: readonly MediaInput[]): MediaBlocks {
  return media.map((one) =>
    "digest" in one
      ? { digest: one.digest }
      : { base64: Buffer.from(one.bytes).toString("base64"), mime: one.mime },
  );
}
