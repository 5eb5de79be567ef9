/** `waiter plugin install` reads the file itself and sends it in parts; what is no file is said so. */
import { execFileSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { PACKAGE_BYTES_MAX } from "#contract";
import { runWaiter } from "#surface/cli";
import { listenOnSocket } from "#wire";
import { tempDir } from "../../support/temp-dir.ts";

const never = new AbortController().signal;
const ID = "ab".repeat(16);
const INSTALLED = {
  name: "hello",
  version: "1.0.0",
  sha256: "f".repeat(64),
  capabilities: { net: { connect: [1883], reason: { zh: "连\u001b[2J上", en: "broker" } } },
  changed: true,
  state: "disabled",
  reason: "no \u202elamp",
};

type Call = { readonly method: string; readonly params: Readonly<Record<string, unknown>> };

/** Runs waiter in a folder with a hub that takes packages; answers what it wrote and what was called. */
async function run(prepare: (folder: string) => void, ...words: string[]) {
  using dir = tempDir();
  prepare(dir.path);
  const calls: Call[] = [];
  const socket = join(dir.path, "s.sock");
  await using _server = await listenOnSocket({
    path: socket,
    clock: systemClock,
    log: silentLogger,
    accept: () => ({
      onCall(method, params) {
        const given = params as Call["params"];
        calls.push({ method, params: given });
        if (method !== "plugin.upload") return method === "plugin.install" ? INSTALLED : null;
        const bytes = Buffer.from(String(given["part"]), "base64").length;
        return { uploadId: ID, bytes: Number(given["offset"]) + bytes };
      },
    }),
  });
  const written = { out: "", err: "" };
  const terminal = {
    out: (text: string) => void Object.assign(written, { out: written.out + text }),
    err: (text: string) => void Object.assign(written, { err: written.err + text }),
  };
  const argv = words.map((word) => word.replace("DIR", dir.path));
  const options = { clock: systemClock, terminal, envSocket: socket, envData: undefined };
  return { code: await runWaiter(argv, options, never), ...written, calls };
}

test("a file goes in parts of 512 KiB, one after the other, and is then installed", async () => {
  const bytes = Buffer.alloc(1_200_000, "homeagent");
  const ran = await run(
    (dir) => writeFileSync(join(dir, "a.hmap"), bytes),
    "plugin",
    "install",
    "DIR/a.hmap",
    "--overwrite",
  );
  expect(ran).toMatchObject({ code: 0, err: "" });
  const parts = ran.calls.filter(({ method }) => method === "plugin.upload");
  expect(parts.map(({ params }) => [params["uploadId"], params["offset"]])).toEqual([
    [undefined, 0],
    [ID, 524_288],
    [ID, 1_048_576],
  ]);
  const whole = Buffer.concat(
    parts.map(({ params }) => Buffer.from(String(params["part"]), "base64")),
  );
  expect(whole.equals(bytes)).toBe(true);
  expect(ran.calls.at(-1)).toEqual({
    method: "plugin.install",
    params: { uploadId: ID, overwrite: true },
  });
});

test("the answer tells hash, state and wishes, and nothing in it acts on the terminal", async () => {
  const ran = await run(
    (dir) => writeFileSync(join(dir, "a.hmap"), "x"),
    "plugin",
    "install",
    "DIR/a.hmap",
  );
  expect(ran.out).toContain(`sha256 ${"f".repeat(64)}`);
  expect(ran.out).toContain("disabled: no \ufffdlamp");
  expect(ran.out).toContain('net {"connect":[1883],"reason":{"zh":"连');
  expect(ran.out).not.toContain("\u001b");
});

test.each<[string, (dir: string) => void, string]>([
  ["is not there", () => undefined, "NOT_FOUND"],
  ["is a folder", (dir) => execFileSync("mkdir", [join(dir, "a.hmap")]), "INVALID_PARAMS"],
  ["is a pipe", (dir) => execFileSync("mkfifo", [join(dir, "a.hmap")]), "INVALID_PARAMS"],
  ["is empty", (dir) => writeFileSync(join(dir, "a.hmap"), ""), "PACKAGE_INVALID"],
  [
    "is above 100 MB",
    (dir) => {
      writeFileSync(join(dir, "a.hmap"), "");
      // A hole: as long as it says, and no longer on the disk than nothing.
      truncateSync(join(dir, "a.hmap"), PACKAGE_BYTES_MAX + 1);
    },
    "TOO_LARGE",
  ],
])("a file that %s is refused before the hub is told of it", async (_what, prepare, code) => {
  const ran = await run(prepare, "plugin", "install", "DIR/a.hmap");
  expect(ran).toMatchObject({ code: 1, out: "", calls: [] });
  expect(ran.err).toContain(`(${code})`);
});

test.each([
  [[], true, "removed; its data and settings were kept"],
  [["--delete-data"], false, "removed"],
])("plugin remove %j keeps the data or not, and says which", async (flags, keepData, told) => {
  const ran = await run(() => undefined, "plugin", "remove", "hello", ...flags);
  expect(ran.calls).toEqual([{ method: "plugin.remove", params: { name: "hello", keepData } }]);
  expect(ran.out).toBe(told);
});
