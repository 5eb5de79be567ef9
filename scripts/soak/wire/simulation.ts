/**
 * `soak:wire` without its command line: mutated frames into the hub's side of the wire and into a
 * plugin's, good calls in between. The two sides are the real ones, fed with bytes in this process:
 * through a pipe the same bytes would take ten times as long.
 */
import { type Random, seededRandom, silentLogger, systemClock } from "#base";
import { createPluginSession, type PluginSession } from "#sdk";
import { createPeer } from "#wire";
import { HANDSHAKE, INIT } from "../../../test/support/plugin-session.ts";
import { mutate } from "./mutations.ts";

/** A good call after so many mutated frames. */
const GOOD_EVERY = 20;
/** The runtime's own needs and what waits for a collection; not what a leak of 200 000 frames takes. */
const GROWTH_BYTES_MAX = 48 * 1024 * 1024;
const never = new AbortController().signal;

/** What a direction of a soak did. */
export interface WireReport {
  readonly frames: number;
  readonly bytes: number;
  /** Good calls; each was answered exactly once. */
  readonly goodCalls: number;
  /** Lines of any kind that came back. */
  readonly answers: number;
  readonly grownBytes: number;
}

export type Direction = "to the hub" | "to the plugin";

/** A side that is fed and whose lines are heard. */
interface Side extends Disposable {
  feed(bytes: Uint8Array): void;
}

/** Good frames that are changed; ids stay small, so that no change can name a good call. */
const FRAMES: readonly string[] = [
  '{"id":17,"method":"echo","params":{"text":"客厅灯","level":30}}',
  '{"id":0,"method":"log.write","params":{"level":"info","event":"x","fields":{"a":[1,2,3]}}}',
  '{"id":3,"result":{"content":"好的","data":{"nested":{"deep":[{"x":1}]}}}}',
  '{"id":4,"error":{"code":"NOT_FOUND","message":"nichts","hint":"look elsewhere"}}',
  '{"id":0,"method":"$cancel","params":{"id":17}}',
  '{"id":18,"method":"tool.invoke","params":{"name":"echo","arguments":{"text":"x"},"turnId":"t","callId":"c","channel":"cli"}}',
  '{"id":0,"method":"event","params":{"name":"notice","payload":{"channel":"a","personId":"b","text":"c"}}}',
  '{"id":19,"method":"stage.invoke","params":{"stage":"on_input","attempt":1,"fields":{"rawMessage":"x"}}}',
  '{"id":20,"method":"device.command","params":{"commandId":"c","id":"p.lamp","capability":"on","value":true}}',
];

/** Feeds `count` mutated frames. Throws where a good call is lost or doubled, or memory grows. */
export async function soakWire(
  direction: Direction,
  seed: number,
  count: number,
): Promise<WireReport> {
  const random = seededRandom(seed);
  const answered = new Map<string, number>();
  let answers = 0;
  const onLine = (line: string) => {
    answers += 1;
    for (const [nonce] of line.matchAll(/good-\d+/g)) {
      answered.set(nonce, (answered.get(nonce) ?? 0) + 1);
    }
  };
  using side = direction === "to the hub" ? hubSide(onLine) : await pluginSide(onLine);
  const encoded = FRAMES.map((frame) => new TextEncoder().encode(frame));
  const pick = () => encoded[Math.floor(random.next() * encoded.length)] as Uint8Array;
  const begin = heapBytes();
  let bytes = 0;
  let goodCalls = 0;
  for (let frame = 1; frame <= count; frame += 1) {
    const mutated = mutate(pick(), pick(), random);
    bytes += mutated.length;
    feedInPieces(side, mutated, random);
    side.feed(Uint8Array.of(0x0a));
    if (frame % GOOD_EVERY !== 0) continue;
    const nonce = `good-${goodCalls}`;
    goodCalls += 1;
    side.feed(new TextEncoder().encode(`${goodCall(direction, goodCalls, nonce)}\n`));
    // The answers have their turn; nothing may wait for more than that.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const times = answered.get(nonce) ?? 0;
    if (times !== 1)
      throw new Error(`${direction}: frame ${frame}: ${nonce} was answered ${times} times`);
    answered.delete(nonce);
    if ("polluted" in {}) throw new Error(`${direction}: frame ${frame} reached Object.prototype`);
  }
  const grownBytes = heapBytes() - begin;
  if (grownBytes > GROWTH_BYTES_MAX) throw new Error(`${direction}: grew by ${grownBytes} bytes`);
  return { frames: count, bytes, goodCalls, answers, grownBytes };
}

/** Ids of good calls lie where no mutation reaches. */
function goodCall(direction: Direction, number: number, nonce: string): string {
  const id = 1_000_000_000 + number;
  if (direction === "to the hub") {
    return JSON.stringify({ id, method: "echo", params: { nonce } });
  }
  const call = {
    name: "echo",
    arguments: { nonce },
    turnId: "t",
    callId: nonce.replace("good", "call"),
    channel: "cli",
  };
  return JSON.stringify({ id, method: "tool.invoke", params: call });
}

function hubSide(onLine: (line: string) => void): Side {
  const peer = createPeer({
    clock: systemClock,
    log: silentLogger,
    send: (text) => tellLines(text, onLine),
    onCall: (method, params) => {
      if (method !== "echo") throw new Error("no such method");
      return (params as { nonce?: string } | null)?.nonce ?? "nothing";
    },
    onNotification: () => undefined,
  });
  // A few of ours wait for answers, which the mutated frames pretend to be.
  const calls = Array.from({ length: 16 }, () =>
    peer.request("tool.invoke", {}, never, { timeoutMs: 3_600_000 }).catch(() => undefined),
  );
  return {
    feed: (bytes) => peer.feed(bytes),
    [Symbol.dispose]() {
      peer.close(new (class extends Error {})("over") as never);
      void Promise.all(calls);
    },
  };
}

async function pluginSide(onLine: (line: string) => void): Promise<Side> {
  let session: PluginSession | undefined;
  let isReady = false;
  const hub = createPeer({
    clock: systemClock,
    log: silentLogger,
    send(text) {
      queueMicrotask(() => session?.feed(new TextEncoder().encode(text)));
      return undefined;
    },
    onCall: () => null,
  });
  session = createPluginSession(
    {
      async start(api) {
        const parameters = { type: "object" };
        await api.tools.register(
          { name: "echo", description: "echo", parameters, parallelSafe: true } as never,
          ((args: { nonce?: string }) => args.nonce ?? "nothing") as never,
        );
      },
    },
    {
      clock: systemClock,
      send(text) {
        if (isReady) tellLines(text, onLine);
        else queueMicrotask(() => hub.feed(new TextEncoder().encode(text)));
        return undefined;
      },
    },
  );
  await hub.request("handshake", HANDSHAKE, never);
  await hub.request("plugin.init", INIT, never);
  await hub.request("plugin.start", {}, never);
  isReady = true;
  const started = session;
  return {
    feed: (bytes) => started.feed(bytes),
    [Symbol.dispose]: () => started.end(),
  };
}

function tellLines(text: string, onLine: (line: string) => void): undefined {
  for (const line of text.split("\n")) if (line !== "") onLine(line);
}

/** A reader has no right to whole frames. */
function feedInPieces(side: Side, bytes: Uint8Array, random: Random): void {
  const at = random.next() < 0.3 ? Math.floor(random.next() * bytes.length) : bytes.length;
  side.feed(bytes.slice(0, at));
  if (at < bytes.length) side.feed(bytes.slice(at));
}

function heapBytes(): number {
  Bun.gc(true);
  return process.memoryUsage().rss;
}
