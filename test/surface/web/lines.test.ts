/** The page's lines to the hub: event streams in any pieces, thinned wishes, patient retries, addresses. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backoffMs } from "../../../src/surface/admin/web/api/backoff.ts";
import {
  createSseParser,
  readEvents,
  type ServerEvent,
} from "../../../src/surface/admin/web/api/sse.ts";
import { languageFor, wordsOf } from "../../../src/surface/admin/web/i18n/index.ts";
import { readPlace, writePlace } from "../../../src/surface/admin/web/model/place.ts";
import { createSender, type Settled } from "../../../src/surface/admin/web/state/sender.ts";

describe("an event stream", () => {
  const TEXT =
    '\uFEFF: hello\n\nid: 17\nevent: device_state\ndata: {"a":1}\n\nretry: 3000\n\ndata: one\r\ndata:two\r\n\r\nevent: lost\rdata: {"count":3}\r\r';
  const EVENTS: ServerEvent[] = [
    { id: "17", event: "device_state", data: '{"a":1}' },
    { id: "17", event: "message", data: "one\ntwo" },
    { id: "17", event: "lost", data: '{"count":3}' },
  ];

  test.for([1, 2, 3, 7, 1_000])("reads the same in pieces of %i", (size) => {
    const heard: ServerEvent[] = [];
    let comments = 0;
    const parser = createSseParser(
      (event) => heard.push(event),
      () => {
        comments += 1;
      },
    );
    for (let at = 0; at < TEXT.length; at += size) parser.push(TEXT.slice(at, at + size));
    // A carriage return at the very end may be half of a line end; the next piece settles it.
    parser.push(": bye\n");
    expect([heard, comments]).toEqual([EVENTS, 2]);
  });

  test("an event that never ends is given up, not gathered", () => {
    const parser = createSseParser(() => undefined);
    const line = `data: ${"x".repeat(100_000)}\n`;
    expect(() => {
      for (let count = 0; count < 20; count += 1) parser.push(line);
    }).toThrow(RangeError);
    expect(() => createSseParser(() => undefined).push("x".repeat(1_100_000))).toThrow(RangeError);
  });

  test("characters that are split between pieces arrive whole", async () => {
    const bytes = new TextEncoder().encode("data: 灯👨‍👩‍👧\n\n");
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const heard: string[] = [];
    let pieces = 0;
    await readEvents(
      new Response(body),
      createSseParser((event) => heard.push(event.data)),
      () => {
        pieces += 1;
      },
    );
    expect(heard).toEqual(["灯👨‍👩‍👧"]);
    expect(pieces).toBeGreaterThan(0);
  });
});

describe("a sender", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A device that answers every value after `ms`, or refuses it. */
  function device(ms: number, refuse = false) {
    const sent: { readonly value: number; readonly at: number }[] = [];
    const settled: Settled<number>[] = [];
    let open = 0;
    let openMost = 0;
    const sender = createSender<number, number>(
      (value) => {
        sent.push({ value, at: Date.now() });
        open += 1;
        openMost = Math.max(openMost, open);
        return new Promise((resolve, reject) => {
          setTimeout(() => {
            open -= 1;
            if (refuse) reject(new Error("no"));
            else resolve(value);
          }, ms);
        });
      },
      (end) => settled.push(end),
    );
    return { sender, sent, settled, openMost: () => openMost };
  }

  test("sends the first at once, at most ten a second, and the last one always", async () => {
    const { sender, sent, settled } = device(5);
    for (let value = 1; value <= 100; value += 1) {
      sender.push(value);
      await vi.advanceTimersByTimeAsync(16);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
    expect([sent[0]?.value, sent.at(-1)?.value]).toEqual([1, 100]);
    expect(settled.at(-1)).toEqual({ answer: 100, last: true });
    expect(sender.idle).toBe(true);
  });

  test("with a slow device keeps few under way and drops what was overtaken", async () => {
    const { sender, sent, openMost } = device(5_000);
    for (let value = 1; value <= 50; value += 1) {
      sender.push(value);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(openMost()).toBe(3);
    expect(sent.length).toBeLessThan(10);
    expect(sent.at(-1)?.value).toBe(50);
  });

  test("tells a refusal, and goes on with the next value", async () => {
    const { sender, sent, settled } = device(5, true);
    sender.push(1);
    await vi.advanceTimersByTimeAsync(200);
    sender.push(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(sent.map(({ value }) => value)).toEqual([1, 2]);
    expect(settled.map(({ last, error }) => [last, error instanceof Error])).toEqual([
      [true, true],
      [true, true],
    ]);
  });
});

test("retries come ever more slowly, within bounds, and not in step", () => {
  const slow = [0, 1, 2, 3, 4, 5, 9, 500].map((attempt) => backoffMs(attempt, () => 1));
  expect(slow).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(backoffMs(3, () => 0)).toBe(2_000);
});

test("addresses lead back to where they were written, and strangers to the house", () => {
  const places = [
    { tab: "chat", sheet: null },
    { tab: "home", sheet: { kind: "device", id: "sim.living_light" } },
    { tab: "admin", sheet: { kind: "setting", id: "core.llm.sources.a/b%.key" } },
    { tab: "admin", sheet: { kind: "people" } },
  ] as const;
  expect(places.map((place) => readPlace(writePlace(place)))).toEqual(places);
  for (const hash of ["", "#", "#/nowhere", "#/home/device/", "#/home/device/%E0%A4", "#x"]) {
    expect(readPlace(hash)).toEqual({ tab: "home", sheet: null });
  }
});

test("the browser's first known language is spoken; with none, Chinese", () => {
  expect([languageFor(["fr", "en-GB", "zh"]), languageFor(["zh-TW"]), languageFor(["fr"])]).toEqual(
    ["en", "zh", "zh"],
  );
});

test("no word is missing or empty in either language", () => {
  const holes: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (value === "") holes.push(path);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
  };
  walk(wordsOf("zh"), "zh");
  walk(wordsOf("en"), "en");
  const keys = (table: Readonly<Record<string, unknown>>) => Object.keys(table).toSorted();
  for (const part of ["kinds", "capabilities", "values", "binary"] as const) {
    expect(keys(wordsOf("en").devices[part])).toEqual(keys(wordsOf("zh").devices[part]));
  }
  expect(keys(wordsOf("en").errors)).toEqual(keys(wordsOf("zh").errors));
  expect(holes).toEqual([]);
});
