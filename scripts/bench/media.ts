/**
 * `bun run bench:media [--json]`: a picture of 512 KiB from a plugin in its own, held process to the
 * hub: as base64 inside a call, and through the arena that both share (one byte more, from which on the
 * SDK takes it). Told by the plugin, from its bytes in hand to the hub's answer.
 */
import type { Media } from "#kernel/state";
import { openEvery } from "../../test/support/every-hub.ts";
import { quantile, tell } from "./figures.ts";

const KIB_512 = 512 * 1024;
const ROUNDS = 100;
const WARM_UP = 20;
/** Between two, so that the host does not take the bench for a flood and throttles it. */
const PAUSE_MS = 60;

/** Takes the bytes and keeps nothing: the store has a bench of its own (`bench:cas`). */
const media: Media = {
  isEnabled: true,
  put: (bytes, mime) =>
    Promise.resolve({ digest: bytes.length.toString(16).padStart(64, "0"), kind: "image", mime }),
  get: () => Promise.resolve(undefined),
};

await using hub = await openEvery({ before: ({ state }) => void state.fill("media", media) });
const base64: number[] = [];
const arena: number[] = [];
for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
  for (const [samples, bytes] of [
    [base64, KIB_512],
    [arena, KIB_512 + 1],
  ] as const) {
    await Bun.sleep(PAUSE_MS);
    const { content } = await hub.tool("every_post", { bytes });
    const tookMs = Number(content.split("\n")[0]);
    if (round >= WARM_UP) samples.push(tookMs * 1000);
  }
}
for (const [name, samples] of [
  ["base64 in a call", base64],
  ["arena", arena],
] as const) {
  tell("media", `512 KiB ${name} p50`, quantile(samples, 0.5), "µs");
  tell("media", `512 KiB ${name} p99`, quantile(samples, 0.99), "µs");
}
