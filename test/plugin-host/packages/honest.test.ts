/** Packages that other programs packed, and those that we pack: read to the byte. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildPackage } from "#plugin-host";
import { memoryBytes } from "../../../src/plugin-host/packages/byte-source.ts";
import { systemDisk } from "../../../src/plugin-host/packages/disk.ts";
import { readPackage } from "../../../src/plugin-host/packages/read-package.ts";
import { unpack } from "../../../src/plugin-host/packages/unpack.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { MAIN, MANIFEST } from "./attack.ts";
import { descriptor, type Forged, forge } from "./forge.ts";
import { helloFiles, pack } from "./install.ts";

const never = new AbortController().signal;

/** Made by Info-ZIP 3.0 on Linux from a folder: times and owners in extra fields, entries for folders. */
const INFO_ZIP = [
  "UEsDBAoAAAAAAPiqfl0AAAAAAAAAAAAAAAAHABwAYXNzZXRzL1VUCQADZOkNa2TpDWt1eAsAAQQAAAAABAAAAABQSwMECgAA",
  "AAAA+Kp+XS3VXDMHAAAABwAAABEAHABhc3NldHMv6K+05piOLnR4dFVUCQADZOkNa2TpDWt1eAsAAQQAAAAABAAAAADkvaDl",
  "pb0KUEsDBBQAAAAIAPiqfl0jczJEEAAAANwAAAAHABwAbWFpbi50c1VUCQADZOkNa2TpDWt1eAsAAQQAAAAABAAAAABLrSjI",
  "LypRqK615kodbkwAUEsDBBQAAAAIAPiqfl1uTmhZNAAAADkAAAALABwAcGx1Z2luLmpzb25VVAkAA2TpDWtk6Q1rdXgLAAEE",
  "AAAAAAQAAAAAq1bKS8xNVbJSUMpIzcnJV9JRUCpLLSrOzM8DiRnqGegZgMRS80qKKkEiuYmZeXolxUq1AFBLAQIeAwoAAAAA",
  "APiqfl0AAAAAAAAAAAAAAAAHABgAAAAAAAAAEADtQQAAAABhc3NldHMvVVQFAANk6Q1rdXgLAAEEAAAAAAQAAAAAUEsBAh4D",
  "CgAAAAAA+Kp+XS3VXDMHAAAABwAAABEAGAAAAAAAAQAAAKSBQQAAAGFzc2V0cy/or7TmmI4udHh0VVQFAANk6Q1rdXgLAAEE",
  "AAAAAAQAAAAAUEsBAh4DFAAAAAgA+Kp+XSNzMkQQAAAA3AAAAAcAGAAAAAAAAQAAAKSBkwAAAG1haW4udHNVVAUAA2TpDWt1",
  "eAsAAQQAAAAABAAAAABQSwECHgMUAAAACAD4qn5dbk5oWTQAAAA5AAAACwAYAAAAAAABAAAApIHkAAAAcGx1Z2luLmpzb25V",
  "VAUAA2TpDWt1eAsAAQQAAAAABAAAAABQSwUGAAAAAAQABABCAQAAXQEAAAAA",
].join("");

/** The files of a package as they lie on the disk after it was unpacked. */
async function unpacked(bytes: Uint8Array): Promise<Record<string, string>> {
  using dir = tempDir();
  const found = await readPackage(memoryBytes(bytes), never);
  let counted = 0;
  const folder = join(dir.path, "out");
  const count = (bytes: number) => {
    counted += bytes;
  };
  await unpack(systemDisk, found, folder, count, never);
  expect(counted).toBe(found.unpackedBytes);
  return Object.fromEntries(
    found.files.map(({ path }) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

describe("a package", () => {
  test("made by Info-ZIP is read", async () => {
    expect(await unpacked(Buffer.from(INFO_ZIP, "base64"))).toEqual({
      "plugin.json": '{"name": "hello", "version": "1.0.0", "entry": "main.ts"}',
      "main.ts": "export {};\n".repeat(20),
      "assets/说明.txt": "你好\n",
    });
  });

  test("that was streamed, its sizes only after the data, is read", async () => {
    const entries: Forged[] = [
      { name: "plugin.json", data: MANIFEST, flags: 0x0808 },
      { ...MAIN, flags: 0x0808, local: { crc: 0, packedBytes: 0, plainBytes: 0 } },
      { name: "empty", flags: 0x0808 },
    ];
    const withMark = forge(entries.map((entry) => ({ ...entry, descriptor: descriptor(entry) })));
    const without = forge(
      entries.map((entry) => ({ ...entry, descriptor: descriptor(entry).subarray(4) })),
    );
    const files = { "plugin.json": MANIFEST, "main.ts": "export {};", empty: "" };
    expect([await unpacked(withMark), await unpacked(without)]).toEqual([files, files]);
  });

  test("with large files comes out whole, piece by piece", async () => {
    // Hard to pack, so that it spans many pieces on both sides.
    let state = 1;
    const text = Array.from({ length: 400_000 }, () => {
      state = (state * 48_271) % 0x7fff_ffff;
      return state.toString(36);
    }).join("");
    const files = { "plugin.json": MANIFEST, "main.ts": "export {};", "a/large.txt": text };
    expect(await unpacked(await pack(files))).toEqual(files);
  });
});

describe("packing", () => {
  test("gives the same bytes for the same files, whatever their order and times", async () => {
    const files = helloFiles("1.0.0");
    const backwards = Object.fromEntries(Object.entries(files).reverse());
    const bytes = await pack(files);
    expect(Buffer.compare(bytes, await pack(backwards))).toBe(0);
    expect(await unpacked(bytes)).toEqual(files);
  });

  test.each<[string, Record<string, string>, string]>([
    ["has no manifest", { "main.ts": "" }, "PACKAGE_INVALID"],
    ["names an entry that is not there", { "plugin.json": MANIFEST }, "PACKAGE_INVALID"],
    ["has a wrong manifest", { "plugin.json": "{}", "main.ts": "" }, "MANIFEST_INVALID"],
    [
      "has a name that some system cannot keep",
      { "plugin.json": MANIFEST, "main.ts": "", "a:b": "" },
      "PACKAGE_INVALID",
    ],
  ])("refuses at once a folder that %s", async (_what, files, code) => {
    await expect(pack(files)).rejects.toMatchObject({ code });
  });

  test("refuses a link, and leaves out what other programs leave behind", async () => {
    using dir = tempDir();
    writeFileSync(join(dir.path, "plugin.json"), MANIFEST);
    writeFileSync(join(dir.path, "main.ts"), "export {};");
    for (const name of [".DS_Store", ".package.json"]) writeFileSync(join(dir.path, name), "x");
    expect(Object.keys(await unpacked(await buildPackage(dir.path, never)))).toEqual([
      "main.ts",
      "plugin.json",
    ]);
    symlinkSync("/etc/passwd", join(dir.path, "passwd"));
    await expect(buildPackage(dir.path, never)).rejects.toThrow('"passwd" is neither a file');
  });
});
