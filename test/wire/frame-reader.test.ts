/** Frames come out of a byte stream whole, in any split, and nothing else comes out of it. */
import { describe, expect, test } from "vitest";
import { seededRandom } from "#base";
import { createFrameReader, type FrameHead, type RawFrame } from "#wire";

interface Heard {
  readonly frames: RawFrame[];
  readonly refused: { code: string; head: FrameHead | undefined }[];
}

function reader(frameBytesMax?: number) {
  const heard: Heard = { frames: [], refused: [] };
  const made = createFrameReader({
    ...(frameBytesMax === undefined ? {} : { frameBytesMax }),
    onFrame: (frame) => heard.frames.push(frame),
    onRefused: (error, head) => heard.refused.push({ code: error.code, head }),
  });
  return { heard, feed: (bytes: Uint8Array | string) => made.feed(Buffer.from(bytes)) };
}

const lines = [
  '{"id":1,"method":"a","params":{"text":"把客厅灯调到三成 🌙"}}',
  '{"id":2,"result":null}',
  '  {"id":0,"method":"x"}\r',
  "",
  `{"id":3,"method":"b","params":"${"长".repeat(3000)}"}`,
].map((line) => `${line}\n`);
const expected = lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));

describe("frame reader", () => {
  test("finds the same frames however the bytes are split", () => {
    const bytes = Buffer.from(lines.join(""));
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed);
      const { heard, feed } = reader();
      for (let at = 0; at < bytes.length; ) {
        const step = 1 + Math.floor(random.next() * (seed % 2 === 0 ? 4 : 900));
        feed(bytes.subarray(at, at + step));
        at += step;
      }
      expect(heard, `seed ${seed}`).toEqual({ frames: expected, refused: [] });
    }
  });

  test("does not look into a chunk again after feed returned", () => {
    const { heard, feed } = reader();
    const chunk = Buffer.from('{"id":1,"res');
    const made = createFrameReader({
      onFrame: (frame) => heard.frames.push(frame),
      onRefused: () => undefined,
    });
    made.feed(chunk);
    chunk.fill(0x78);
    made.feed(Buffer.from('ult":7}\n'));
    feed("");
    expect(heard.frames).toEqual([{ id: 1, result: 7 }]);
  });

  test("refuses what is no JSON object and goes on with the next line", () => {
    const { heard, feed } = reader();
    for (const bad of ["{", "[1]", "null", "7", '"x"', "{} {}", "\u0000"]) feed(`${bad}\n`);
    feed(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]));
    feed(`${'{"a":'.repeat(80)}1${"}".repeat(80)}\n`);
    feed('{"id":9,"result":1}\n');
    expect(heard.refused.map(({ code }) => code)).toEqual(Array(9).fill("BAD_JSON"));
    expect(heard.frames).toEqual([{ id: 9, result: 1 }]);
  });

  test("takes a frame of exactly the maximum and refuses one byte more, in one piece or many", () => {
    const fits = `{"id":1,"result":"${"x".repeat(480)}"}`;
    expect(fits.length).toBe(500);
    for (const step of [1, 7, 499, 500, 501, 2000]) {
      const { heard, feed } = reader(500);
      const text = `${fits}\n{"id":2,"result":"${"x".repeat(481)}"}\n{"id":3,"result":3}\n`;
      for (let at = 0; at < text.length; at += step) feed(text.slice(at, at + step));
      expect(
        heard.frames.map((frame) => frame["id"]),
        `step ${step}`,
      ).toEqual([1, 3]);
      expect(heard.refused, `step ${step}`).toEqual([
        { code: "TOO_LARGE", head: { id: 2, kind: "reply" } },
      ]);
    }
  });

  test("tells of an endless line once and holds none of it", () => {
    const { heard, feed } = reader(1000);
    const piece = "x".repeat(400);
    for (let index = 0; index < 1000; index += 1) feed(piece);
    expect(heard.refused).toEqual([{ code: "TOO_LARGE", head: undefined }]);
    feed('\n{"id":4,"result":4}\n');
    expect(heard.frames).toEqual([{ id: 4, result: 4 }]);
  });

  test("names the call whose frame was too long", () => {
    const { heard, feed } = reader(200);
    feed(`{"id":12,"method":"tool.register","params":"${"x".repeat(300)}"}\n`);
    expect(heard.refused).toEqual([{ code: "TOO_LARGE", head: { id: 12, kind: "call" } }]);
  });

  test("never throws, whatever bytes come", () => {
    const random = seededRandom(20_261_130);
    const { heard, feed } = reader(4096);
    let newlines = 0;
    for (let round = 0; round < 2000; round += 1) {
      const bytes = Buffer.alloc(Math.floor(random.next() * 200));
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random.next() * 256);
      newlines += bytes.filter((byte) => byte === 0x0a).length;
      feed(bytes);
    }
    feed('\n{"id":1,"result":1}\n');
    expect(heard.frames).toEqual([{ id: 1, result: 1 }]);
    expect(heard.refused.length).toBeGreaterThan(newlines / 2);
  });
});
