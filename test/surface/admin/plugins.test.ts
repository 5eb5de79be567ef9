/** Packages through the interface: streamed on in parts, bounded, and the owner's alone. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PACKAGE_BYTES_MAX, type PackagePart, problem } from "#contract";
import { type Harness, refusal, startAdmin } from "./harness.ts";
import { sha256 } from "./scripted-hub.ts";

const CALLER = sha256("anna-token");
const ID = "0123456789abcdef".repeat(2);
const INSTALLED = {
  name: "hello",
  version: "1.0.0",
  sha256: "f".repeat(64),
  capabilities: { devices: {} },
  changed: true,
  state: "running",
  reason: null,
} as const;

let admin: Harness;
let arrived: ReturnType<typeof createHash>;
let parts: PackagePart[];
beforeEach(async () => {
  arrived = createHash("sha256");
  parts = [];
  admin = await startAdmin({
    script: {
      "admin.pluginUpload": ({ caller: _caller, ...part }) => {
        const bytes = Buffer.from(part.part, "base64");
        arrived.update(bytes);
        parts.push(part);
        return { uploadId: ID, bytes: part.offset + bytes.length };
      },
      "admin.pluginInstall": () => INSTALLED,
      "admin.pluginUploadDrop": () => null,
      "admin.pluginRemove": () => null,
    },
  });
});
afterEach(() => admin[Symbol.asyncDispose]());

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
const post = (body: Body, path = "plugins", headers = {}) =>
  admin.app.http.request(
    `/api/v1/${path}`,
    { method: "POST", body, headers: { authorization: "Bearer anna-token", ...headers } },
    { peer: "192.0.2.7" },
  );

/** Moves the clock on whenever somebody waits for it. */
async function whileTimePasses<T>(work: T | Promise<T>): Promise<T> {
  const done = Promise.resolve(work).finally(() => {
    over = true;
  });
  let over = false;
  while (!over) {
    admin.clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await done;
}

/** A body that comes piece by piece, whose length nobody knows; told how much of it was asked for. */
function streamOf(pieces: number, bytes: number) {
  const counted = { pulled: 0, canceled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (counted.pulled === pieces) return controller.close();
        counted.pulled += 1;
        controller.enqueue(new Uint8Array(bytes).fill(counted.pulled));
      },
      cancel() {
        counted.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, counted };
}

test("a package is passed on in parts that a frame holds, in order and whole", async () => {
  const body = new Uint8Array(1_300_000).map((_, index) => index % 251);
  const response = await post(body);
  expect([response.status, await response.json()]).toEqual([201, INSTALLED]);
  expect(parts.map(({ offset }) => offset)).toEqual([0, 524_288, 1_048_576]);
  expect(parts.map(({ uploadId }) => uploadId)).toEqual([undefined, ID, ID]);
  expect(arrived.digest("hex")).toBe(createHash("sha256").update(body).digest("hex"));
  expect(admin.hub.callsOf("admin.pluginInstall")).toEqual([
    { caller: CALLER, uploadId: ID, overwrite: false },
  ]);
});

test("one that is streamed, in pieces of any size, is passed on as well", async () => {
  const { stream } = streamOf(700, 1_001);
  expect((await post(stream, "plugins?overwrite=true")).status).toBe(201);
  expect(parts.map(({ part }) => Buffer.from(part, "base64").length)).toEqual([524_288, 176_412]);
  expect(admin.hub.callsOf("admin.pluginInstall")).toEqual([
    { caller: CALLER, uploadId: ID, overwrite: true },
  ]);
});

test("one that says that it is too long is refused before a byte of it is read", async () => {
  const { stream, counted } = streamOf(10, 1_000);
  const headers = { "content-length": String(PACKAGE_BYTES_MAX + 1) };
  expect(await refusal(await post(stream, "plugins", headers))).toEqual([413, "TOO_LARGE"]);
  expect([counted.pulled, parts.length]).toEqual([0, 0]);
});

test("one that becomes too long is left in the middle, and its upload dropped", async () => {
  const { stream, counted } = streamOf(400, 512 * 1024);
  const begun = admin.clock.monotonic();
  expect(await refusal(await whileTimePasses(post(stream)))).toEqual([413, "TOO_LARGE"]);
  expect(parts.length).toBe(200);
  // 100 MiB at 4 MiB a second: the page's own calls have room beside them.
  expect(admin.clock.monotonic() - begun).toBeGreaterThan(24_000);
  expect(counted).toEqual({ pulled: 201, canceled: true });
  expect(admin.hub.callsOf("admin.pluginUploadDrop")).toEqual([{ caller: CALLER, uploadId: ID }]);
  expect(admin.hub.callsOf("admin.pluginInstall")).toEqual([]);
});

test("what the kernel refuses ends the upload at once, with its reason", async () => {
  admin.hub.on({
    "admin.pluginUpload": () => {
      throw problem("FORBIDDEN", "this needs the role owner");
    },
  });
  const { stream, counted } = streamOf(400, 512 * 1024);
  expect(await refusal(await post(stream))).toEqual([403, "FORBIDDEN"]);
  expect(counted).toEqual({ pulled: 1, canceled: true });
});

test("a package that the kernel refuses is dropped, and the refusal told", async () => {
  admin.hub.on({
    "admin.pluginInstall": () => {
      throw problem("CONFLICT", 'the plugin "hello" 1.0.0 is installed already');
    },
  });
  expect(await refusal(await post(new Uint8Array([1, 2, 3])))).toEqual([409, "CONFLICT"]);
  expect(admin.hub.callsOf("admin.pluginUploadDrop")).toHaveLength(1);
});

test("an empty body, or an unclear wish, is refused", async () => {
  expect(await refusal(await post(new Uint8Array()))).toEqual([400, "INVALID_PARAMS"]);
  expect(await refusal(await post(new Uint8Array([1]), "plugins?overwrite=yes"))).toEqual([
    400,
    "INVALID_PARAMS",
  ]);
  expect(
    await refusal(await admin.ask("/api/v1/plugins/a?keepData=0", { method: "DELETE" })),
  ).toEqual([400, "INVALID_PARAMS"]);
  expect(admin.hub.callsOf("admin.pluginRemove")).toEqual([]);
});

test("nobody who is not signed in sends a byte, nor a page of somewhere else with a cookie", async () => {
  const { stream, counted } = streamOf(4, 1_000);
  const init = { method: "POST", body: stream };
  const peer = { peer: "192.0.2.7" };
  expect(await refusal(await admin.app.http.request("/api/v1/plugins", init, peer))).toEqual([
    401,
    "UNAUTHENTICATED",
  ]);
  const headers = { cookie: "homeagent_session=anna-token", "sec-fetch-site": "same-site" };
  const foreign = await admin.app.http.request("/api/v1/plugins", { ...init, headers }, peer);
  expect(await refusal(foreign)).toEqual([403, "FORBIDDEN"]);
  expect([counted.pulled, parts.length]).toEqual([0, 0]);
});

test.each([
  ["plugins/hello", true],
  ["plugins/hello?keepData=true", true],
  ["plugins/hello?keepData=false", false],
])("DELETE %s removes the plugin; what is kept is said, or it is kept", async (path, keepData) => {
  const response = await admin.ask(`/api/v1/${path}`, { method: "DELETE" });
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(admin.hub.callsOf("admin.pluginRemove")).toEqual([
    { caller: CALLER, name: "hello", keepData },
  ]);
});
