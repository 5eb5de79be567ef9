/** A conversation between two peers: calls, errors, cancellation, bounds, close. */
import { describe, expect, test } from "vitest";
import {
  CanceledError,
  isCanceled,
  OperationalError,
  silentLogger,
  sleep,
  systemClock,
} from "#base";
import { createPeer, WireError } from "#wire";
import { pair, tap, turn } from "./pair.ts";

const never = new AbortController().signal;

describe("peer", () => {
  test("carries calls in both directions at once", async () => {
    const { left, right } = pair(
      { onCall: (method, params) => ({ left: method, params }) },
      { onCall: async (method, params) => ({ right: method, params }) },
    );
    const [a, b] = await Promise.all([
      left.request("to.right", { n: 1 }, never),
      right.request("to.left", ["灯"], never),
    ]);
    expect(a).toEqual({ right: "to.right", params: { n: 1 } });
    expect(b).toEqual({ left: "to.left", params: ["灯"] });
  });

  test("brings an expected failure over with code, message, hint and details", async () => {
    const { left } = pair(
      {},
      {
        onCall() {
          throw new WireError("CAPABILITY_DENIED", "no", { method: "m" }, { hint: "declare it" });
        },
      },
    );
    const error = await left.request("m", {}, never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperationalError);
    expect(error).toMatchObject({
      code: "CAPABILITY_DENIED",
      message: "no",
      hint: "declare it",
      details: { method: "m" },
    });
  });

  test("tells nothing of the inside when a handler has a bug", async () => {
    const { left } = pair(
      {},
      {
        onCall() {
          throw new TypeError("secret of the house");
        },
      },
    );
    const error = await left.request("m", {}, never).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "INTERNAL" });
    expect(String(error)).not.toContain("secret");
  });

  test("aborts the handler's signal when the caller gives up", async () => {
    const seen = Promise.withResolvers<unknown>();
    const { left } = pair(
      {},
      {
        onCall: async (_method, _params, signal) => {
          signal.addEventListener("abort", () => seen.resolve(signal.reason));
          await sleep(systemClock, 60_000, signal);
        },
      },
    );
    const controller = new AbortController();
    const call = left.request("slow", {}, controller.signal);
    await turn();
    controller.abort(new CanceledError("interrupted"));
    await expect(call).rejects.toMatchObject({ reason: "interrupted" });
    expect(isCanceled(await seen.promise)).toBe(true);
    expect(left.pending).toBe(0);
  });

  test("gives up at the deadline of the call, and at no other's", async () => {
    const { left } = pair({}, { onCall: () => new Promise(() => undefined) });
    const long = left.request("long", {}, never, { timeoutMs: 60_000 });
    const short = left.request("short", {}, never, { timeoutMs: 5 });
    const second = left.request("second", {}, never, { timeoutMs: 15 });
    await expect(short).rejects.toMatchObject({ reason: "deadline" });
    await expect(second).rejects.toMatchObject({ reason: "deadline" });
    expect(left.pending).toBe(1);
    left.close(new OperationalError("GONE", "over"));
    await expect(long).rejects.toMatchObject({ code: "GONE" });
  });

  test("rejects a call whose signal is aborted before anything is sent", async () => {
    const out = tap();
    const { left } = pair({ send: out.send }, {});
    const reason = new CanceledError("stopped");
    await expect(left.request("m", {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    await turn();
    expect(out.written).toEqual([]);
  });

  test("ignores a reply that nobody waits for", async () => {
    const out = tap();
    const { left } = pair({ send: out.send }, {});
    left.feed(Buffer.from('{"id":77,"result":1}\n{"id":78,"error":{"code":"X"}}\n'));
    await turn();
    expect(out.written).toEqual([]);
  });

  test("answers what is no frame with an error frame and goes on", async () => {
    const out = tap();
    const refused: string[] = [];
    const { left } = pair(
      { send: out.send, onCall: () => "ok", onRefused: (error) => refused.push(error.code) },
      {},
    );
    left.feed(Buffer.from('nonsense\n{"id":-1,"method":"m"}\n{"x":1}\n{"id":"5","method":"m"}\n'));
    left.feed(Buffer.from('{"id":5,"method":"m"}\n'));
    await turn();
    const frames = out.frames();
    expect(frames.slice(0, 4).map((frame) => frame["id"])).toEqual([null, null, null, null]);
    expect(frames[0]).toMatchObject({ error: { code: "BAD_JSON" } });
    expect(frames[4]).toEqual({ id: 5, result: "ok" });
    expect(refused).toEqual(Array(4).fill("BAD_JSON"));
  });

  test("never answers an error frame without an id, so that refusals do not echo", async () => {
    const out = tap();
    const { left } = pair({ send: out.send }, {});
    left.feed(Buffer.from('{"id":null,"error":{"code":"BAD_JSON","message":"?"}}\n{"error":{}}\n'));
    await turn();
    expect(out.written).toEqual([]);
  });

  test("refuses an id that is still running and lets the first call end", async () => {
    const out = tap();
    const gate = Promise.withResolvers<string>();
    const { left } = pair({ send: out.send, onCall: () => gate.promise }, {});
    left.feed(Buffer.from('{"id":5,"method":"m"}\n{"id":5,"method":"m"}\n'));
    await turn();
    expect(out.frames()).toMatchObject([{ id: 5, error: { code: "CONFLICT" } }]);
    gate.resolve("first");
    await turn();
    expect(out.frames()[1]).toEqual({ id: 5, result: "first" });
    left.feed(Buffer.from('{"id":5,"method":"m"}\n'));
    await turn();
    expect(out.frames()[2]).toEqual({ id: 5, result: "first" });
  });

  test("refuses calls beyond the bound in either direction", async () => {
    const { left } = pair(
      { limits: { pendingOutMax: 4 } },
      { onCall: () => new Promise(() => undefined), limits: { pendingInMax: 2 } },
    );
    const calls = [1, 2, 3, 4, 5].map((n) => left.request("m", n, never).catch((e: unknown) => e));
    // The fifth is refused here, the third and fourth over there; the first two go on.
    expect(await calls[4]).toMatchObject({ code: "BUSY" });
    expect(await calls[2]).toMatchObject({ code: "BUSY" });
    expect(await calls[3]).toMatchObject({ code: "BUSY" });
    expect(left.pending).toBe(2);
  });

  test("refuses to send a frame that the other side would refuse", async () => {
    const { left } = pair({}, { onCall: () => "x".repeat(400_000).replaceAll("x", "灯") });
    const big = left.request("m", "x".repeat(1024 * 1024), never);
    await expect(big).rejects.toMatchObject({ code: "TOO_LARGE" });
    await expect(left.request("m", {}, never)).rejects.toMatchObject({ code: "TOO_LARGE" });
    left.notify("n", "x".repeat(1024 * 1024));
    expect(left.pending).toBe(0);
  });

  test("rejects the call whose reply was too long for this side", async () => {
    const { left } = pair(
      { limits: { frameBytesMax: 1000 } },
      { onCall: () => "x".repeat(2000), limits: { frameBytesMax: 100_000 } },
    );
    await expect(left.request("m", {}, never)).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  test("rejects everything that waits when it is closed, once, with one code", async () => {
    const aborted = Promise.withResolvers<unknown>();
    const closed: string[] = [];
    const { left, right } = pair(
      { onClosed: (reason) => closed.push(reason.code) },
      {
        onCall: (_method, _params, signal) => {
          signal.addEventListener("abort", () => aborted.resolve(signal.reason));
          return new Promise(() => undefined);
        },
      },
    );
    const calls = [1, 2, 3].map((n) => left.request("m", n, never).catch((e: unknown) => e));
    await turn();
    left.close(new OperationalError("PLUGIN_FAILED", "it exited"));
    left.close(new OperationalError("OTHER", "again"));
    for (const call of calls) expect(await call).toMatchObject({ code: "PLUGIN_FAILED" });
    await expect(left.request("m", {}, never)).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    left.notify("n", {});
    left.feed(Buffer.from('{"id":1,"method":"m"}\n'));
    expect(closed).toEqual(["PLUGIN_FAILED"]);
    right.close(new OperationalError("GONE", "over"));
    expect(await aborted.promise).toMatchObject({ reason: "gone" });
  });

  test("contains a notification listener that throws", async () => {
    const heard: unknown[] = [];
    const { left } = pair(
      {},
      {
        onNotification(method, params) {
          heard.push([method, params]);
          throw new Error("listener");
        },
        onCall: () => "still here",
      },
    );
    left.notify("a", 1);
    left.notify("b", 2);
    expect(await left.request("m", {}, never)).toBe("still here");
    expect(heard).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });
});

describe("a side that does not read", () => {
  const blocked = (limits: object, more: object = {}) => {
    const out = tap();
    const lost: number[] = [];
    const peer = createPeer({
      send: out.send,
      clock: systemClock,
      log: silentLogger,
      onCall: () => "x".repeat(100),
      onLost: (count) => lost.push(count),
      limits,
      ...more,
    });
    out.shut();
    return { out, lost, peer };
  };

  test("loses the oldest notifications, counted, and gets the rest in order", async () => {
    const { out, lost, peer } = blocked({ outboxCharsMax: 2000 });
    peer.notify("first", 0);
    await turn();
    for (let n = 1; n <= 500; n += 1) peer.notify("n", n);
    out.open();
    await turn();
    const params = out.frames().map((frame) => frame["params"]);
    const [count = 0] = lost;
    expect(count).toBeGreaterThan(400);
    expect(params).toEqual([0, ...Array.from({ length: 500 - count }, (_, n) => count + 1 + n)]);
    expect(lost).toHaveLength(1);
  });

  test("refuses calls when too much waits, and keeps their order with notifications", async () => {
    const { out, peer } = blocked({ outboxCharsMax: 200 });
    peer.notify("first", 0);
    await turn();
    const kept = peer.request("kept", 1, never).catch((e: unknown) => e);
    peer.notify("n", 2);
    const refused = [3, 4, 5, 6].map((n) => peer.request("c", n, never).catch((e: unknown) => e));
    expect(await refused.at(-1)).toMatchObject({ code: "BUSY" });
    out.open();
    await turn();
    expect(
      out
        .frames()
        .map((frame) => frame["params"])
        .slice(0, 3),
    ).toEqual([0, 1, 2]);
    peer.close(new OperationalError("GONE", "over"));
    expect(await kept).toMatchObject({ code: "GONE" });
  });

  test("is cut off when it calls on and on but reads no reply", async () => {
    const closed: string[] = [];
    const { peer } = blocked(
      { outboxCharsMax: 1000, outboxCharsHardMax: 3000 },
      { onClosed: (reason: OperationalError) => closed.push(reason.code) },
    );
    peer.notify("first", 0);
    await turn();
    for (let id = 1; id <= 100; id += 1) peer.feed(Buffer.from(`{"id":${id},"method":"m"}\n`));
    await turn();
    expect(closed).toEqual(["PEER_STUCK"]);
  });

  test("a transport that fails closes the peer with the reason", async () => {
    const closed: string[] = [];
    const peer = createPeer({
      send: () => Promise.reject(new Error("EPIPE")),
      clock: systemClock,
      log: silentLogger,
      onCall: () => null,
      onClosed: (reason) => closed.push(reason.message),
    });
    const call = peer.request("m", {}, never);
    await expect(call).rejects.toMatchObject({ code: "GONE" });
    expect(closed.join()).toContain("EPIPE");
  });

  test("drained resolves only when the last byte is taken", async () => {
    const { out, peer } = blocked({});
    let done = false;
    peer.notify("a", 1);
    const drained = peer.drained().then(() => {
      done = true;
    });
    await turn();
    peer.notify("b", 2);
    await turn();
    expect(done).toBe(false);
    out.open();
    await drained;
    expect(out.frames().map((frame) => frame["method"])).toEqual(["a", "b"]);
  });
});
