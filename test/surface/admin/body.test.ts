/** Bodies: bounded, strict UTF-8, JSON of a sane depth; what is not is a problem, never a crash. */
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listen } from "#surface/admin";
import { type Harness, refusal, startAdmin } from "./harness.ts";
import { FULL_SCRIPT } from "./samples.ts";

const MIB = 1024 * 1024;
const COMMAND = "/api/v1/devices/sim.a/command";

let admin: Harness;
beforeEach(async () => {
  admin = await startAdmin({ script: FULL_SCRIPT });
});
afterEach(() => admin[Symbol.asyncDispose]());

/** A command whose JSON is exactly `size` bytes long. */
function commandOf(size: number): string {
  const head = '{"capability":"on","value":"';
  return `${head}${"x".repeat(size - head.length - 2)}"}`;
}

const nested = (depth: number) =>
  `{"capability":"on","value":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("a body", () => {
  test("of exactly 1 MiB is taken, one byte more is too large", async () => {
    expect((await admin.ask(COMMAND, { body: commandOf(MIB) })).status).toBe(200);
    const more = await admin.ask(COMMAND, { body: commandOf(MIB + 1) });
    expect(await refusal(more)).toEqual([413, "TOO_LARGE"]);
  });

  test("whose announced length is too large is refused before it is read", async () => {
    for (const length of [String(MIB + 1), "99999999999999", "-1", "ten"]) {
      const headers = { "content-length": length };
      const response = await admin.ask(COMMAND, { body: commandOf(100), headers });
      const expected = length === "-1" ? 200 : 413;
      expect([length, response.status]).toEqual([length, expected]);
    }
  });

  test("whose sender hangs up in the middle is nothing for the log", async () => {
    await using noted = await startAdmin({ settings: { accessLog: true } });
    await using server = listen(noted.app, { host: "127.0.0.1", port: 0 });
    const socket = connect(server.port, "127.0.0.1");
    socket.write("POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\n");
    socket.write('Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"na');
    // When this one is answered, the first has reached the app.
    await fetch(`${server.url}/api/v1/health`);
    socket.destroy();
    await expect.poll(() => noted.logged.map(({ fields }) => fields["status"])).toEqual([200, 499]);
    expect(noted.logged.map(({ event }) => event)).toEqual(["http.request", "http.request"]);
  });

  test("without a length is left as soon as it is too large", async () => {
    let sent = 0;
    let left = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
      cancel() {
        left = true;
      },
    });
    const headers = { authorization: "Bearer anna-token" };
    const response = await admin.app.http.request(
      COMMAND,
      { method: "POST", body, headers, duplex: "half" } as RequestInit,
      { peer: "192.0.2.7" },
    );
    expect(await refusal(response)).toEqual([413, "TOO_LARGE"]);
    expect(left).toBe(true);
    expect(sent).toBeLessThan(2 * MIB);
  });

  test.each([
    ["nothing", ""],
    ["half an object", '{"capability":"on"'],
    ["two objects", "{} {}"],
    ["a form", "capability=on&value=1"],
    ["nesting of 65 levels", nested(65)],
    ["a hundred thousand brackets", "[".repeat(100_000)],
    ["a byte that is not UTF-8", new Uint8Array([...utf8('{"a":"'), 0xff, ...utf8('"}')])],
    ["a surrogate half", new Uint8Array([...utf8('{"a":"'), 0xed, 0xa0, 0x80, ...utf8('"}')])],
  ])("of %s is bad JSON", async (_what, body) => {
    expect(await refusal(await admin.ask(COMMAND, { body }))).toEqual([400, "BAD_JSON"]);
    expect(admin.hub.callsOf("admin.command")).toEqual([]);
  });

  test("may nest 64 levels, and begin with a byte order mark", async () => {
    expect((await admin.ask(COMMAND, { body: nested(64) })).status).toBe(200);
    const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('{"capability":"on","value":1}')]);
    expect((await admin.ask(COMMAND, { body: marked })).status).toBe(200);
  });

  test("keeps its text as it was sent", async () => {
    const text = "把客厅灯调到三成 💡 \u0000 e\u0301";
    await admin.ask("/api/v1/chat", { body: { text } });
    expect(admin.hub.callsOf("admin.say")).toMatchObject([{ text }]);
  });

  test("is not read from somebody who is not known", async () => {
    const response = await admin.ask(COMMAND, { body: "[".repeat(100_000), token: null });
    expect(await refusal(response)).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("with a key that names a prototype changes none", async () => {
    const body = '{"capability":"on","value":1,"__proto__":{"polluted":true}}';
    expect((await admin.ask(COMMAND, { body })).status).toBe(200);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test("a part of the path that is far too long is not asked for", async () => {
  const response = await admin.ask(`/api/v1/devices/${"x".repeat(5000)}`);
  expect(await refusal(response)).toEqual([404, "NOT_FOUND"]);
  expect(admin.hub.callsOf("admin.device")).toEqual([]);
});
