/** Files: what is below the roots, whole or not at all, and nothing else by whatever way. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guest, owner } from "../support.ts";
import { openRig, type Rig } from "./rig.ts";

const member = { ...owner, role: "member" as const };
const text = (rig: Rig, name: string) => readFileSync(join(rig.filesDir, name), "utf8");

describe("a file", () => {
  test("is created, appended to, inserted into, edited, replaced and read in parts", async () => {
    await using rig = openRig();
    const write = (args: object) => rig.call("files_write", { path: "a/b.txt", ...args });
    expect(await write({ content: "one\nthree\n" })).toMatchObject({ outcome: "ok" });
    expect(await write({ content: "other" })).toMatchObject({ outcome: "invalid" });
    await write({ mode: "append", content: "four" });
    await write({ mode: "insert", line: 2, content: "two" });
    expect(text(rig, "a/b.txt")).toBe("one\ntwo\nthree\nfour");
    const part = await rig.call("files_read", { path: "a/b.txt", line: 2, lines: 2 });
    expect(part.content).toBe("two\nthree");
    await rig.call("files_edit", { path: "a/b.txt", old: "two", new: "$& 2" });
    expect(text(rig, "a/b.txt")).toBe("one\n$& 2\nthree\nfour");
    await write({ mode: "overwrite", content: "" });
    expect(text(rig, "a/b.txt")).toBe("");
    expect(readdirSync(join(rig.filesDir, "a"))).toEqual(["b.txt"]);
    expect((await rig.call("files_ls", {})).content).toBe("folder a");
    expect((await rig.call("files_ls", { path: "a" })).content).toBe("file 0 b.txt");
  });

  test("is left as it is by an edit that does not say exactly where", async () => {
    await using rig = openRig();
    writeFileSync(join(rig.filesDir, "a.txt"), "aaa b");
    for (const old of ["aa", "c"]) {
      const result = await rig.call("files_edit", { path: "a.txt", old, new: "x" });
      expect(result.outcome).toBe("invalid");
    }
    await rig.call("files_edit", { path: "no/such.txt", old: "a", new: "b" });
    const far = { path: "a.txt", mode: "insert", line: 9, content: "x" };
    expect((await rig.call("files_write", far)).content).toContain("only 1 lines");
    expect(text(rig, "a.txt")).toBe("aaa b");
    expect(readdirSync(rig.filesDir)).toEqual(["a.txt"]);
  });

  test("keeps its rights, and a hard link to it keeps its old content", async () => {
    await using rig = openRig();
    const path = join(rig.filesDir, "a.txt");
    const outside = join(rig.dataDir, "other-name");
    writeFileSync(path, "old");
    chmodSync(path, 0o640);
    linkSync(path, outside);
    await rig.call("files_write", { path: "a.txt", mode: "overwrite", content: "new" });
    expect([text(rig, "a.txt"), statSync(path).mode & 0o777]).toEqual(["new", 0o640]);
    expect(readFileSync(outside, "utf8")).toBe("old");
  });

  test("loses nothing to many that append side by side", async () => {
    await using rig = openRig();
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}\n`);
    await Promise.all(
      lines.map((content) => rig.call("files_write", { path: "log", mode: "append", content })),
    );
    expect(text(rig, "log").split("\n").filter(Boolean).sort()).toEqual(
      lines.map((line) => line.trim()).sort(),
    );
  });

  test("is read by members, written by the owner, and neither by guests", async () => {
    await using rig = openRig();
    writeFileSync(join(rig.filesDir, "a.txt"), "text");
    const outcome = async (name: string, args: object, principal: typeof owner) =>
      (await rig.call(name, args, { principal })).outcome;
    expect(await outcome("files_read", { path: "a.txt" }, member)).toBe("ok");
    expect(await outcome("files_ls", {}, member)).toBe("ok");
    expect(await outcome("files_write", { path: "b", content: "" }, member)).toBe("denied");
    const edit = { path: "a.txt", old: "text", new: "" };
    expect(await outcome("files_edit", edit, member)).toBe("denied");
    expect(await outcome("files_read", { path: "a.txt" }, guest)).toBe("denied");
  });
});

describe("outside of the roots nothing is read, listed or written", () => {
  test.each([
    ["../hub.db"],
    ["a/../../hub.db"],
    ["./../hub.db"],
    ["/etc/passwd"],
    ["/proc/self/environ"],
    ["//etc/passwd"],
    ["a\0/../../hub.db"],
    ["a\n"],
    ["file-link"],
    ["folder-link/secret.txt"],
    ["deep/folder-link/secret.txt"],
    ["up/hub.db"],
  ])("by %j", async (path) => {
    await using rig = openRig();
    const secret = join(rig.dataDir, "secret.txt");
    writeFileSync(secret, "secret");
    mkdirSync(join(rig.filesDir, "deep"));
    symlinkSync(secret, join(rig.filesDir, "file-link"));
    symlinkSync(rig.dataDir, join(rig.filesDir, "folder-link"));
    symlinkSync(rig.dataDir, join(rig.filesDir, "deep", "folder-link"));
    symlinkSync("..", join(rig.filesDir, "up"));
    const before = readdirSync(rig.dataDir);
    const results = [
      await rig.call("files_read", { path }),
      await rig.call("files_ls", { path }),
      await rig.call("files_write", { path, mode: "overwrite", content: "x" }),
      await rig.call("files_write", { path, mode: "append", content: "x" }),
      await rig.call("files_write", { path, content: "x" }),
      await rig.call("files_edit", { path, old: "secret", new: "x" }),
    ];
    for (const { outcome } of results) expect(["denied", "invalid"]).toContain(outcome);
    expect(JSON.stringify(results)).not.toContain('"content":"secret"');
    expect(readFileSync(secret, "utf8")).toBe("secret");
    expect(readdirSync(rig.dataDir)).toEqual(before);
  });

  test("by a folder that becomes a link again and again while it is used", async () => {
    await using rig = openRig();
    const outside = join(rig.dataDir, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "a.txt"), "secret");
    const inside = join(rig.filesDir, "work");
    const put = () => {
      mkdirSync(inside);
      writeFileSync(join(inside, "a.txt"), "mine");
    };
    put();
    const read: string[] = [];
    for (let round = 0; round < 150; round += 1) {
      const reading = rig.call("files_read", { path: "work/a.txt" });
      const writing = rig.call("files_write", { path: "work/b.txt", mode: "append", content: "x" });
      // Between the steps of both, since each of them waits for the disk.
      await new Promise((resolve) => setImmediate(resolve));
      renameSync(inside, join(rig.filesDir, `old${round}`));
      symlinkSync(outside, inside);
      read.push((await reading).content);
      await writing;
      rmSync(inside);
      put();
    }
    expect(read).not.toContain("secret");
    expect(readdirSync(outside)).toEqual(["a.txt"]);
  });

  test("by a root that the owner cannot have meant", async () => {
    await using rig = openRig();
    const set = (...roots: string[]) => rig.config.set("core.files.roots", JSON.stringify(roots));
    const { dataDir } = rig;
    for (const root of [
      "/",
      "/proc",
      "/dev/shm",
      "files",
      dataDir,
      join(dataDir, "plugins"),
      "/a/..",
    ]) {
      expect(() => set(root), root).toThrow("a JSON array of full paths");
    }
    expect(() => set(join(dataDir, ".."))).toThrow();
    // What only leads there is found when it is opened.
    const sly = `${dataDir}-link`;
    symlinkSync(dataDir, sly);
    try {
      set(sly);
      expect(await rig.call("files_read", { path: "hub.db" })).toMatchObject({ outcome: "denied" });
    } finally {
      rmSync(sly);
    }
  });
});

describe("what is no plain text file", () => {
  test("is refused and told, and a pipe holds nobody up", async () => {
    await using rig = openRig();
    const at = (name: string) => join(rig.filesDir, name);
    writeFileSync(at("binary"), Buffer.from([1, 0, 2]));
    writeFileSync(at("latin"), Buffer.from([0xe9, 0x41]));
    writeFileSync(at("large"), "");
    truncateSync(at("large"), 1024 * 1024 + 1);
    mkdirSync(at("folder"));
    spawnSync("mkfifo", [at("pipe")]);
    for (const path of ["binary", "latin", "large", "folder", "pipe", ".", "nothing"]) {
      const { outcome, content } = await rig.call("files_read", { path });
      expect([path, outcome === "ok", content.length > 0]).toEqual([path, false, true]);
    }
    for (const path of ["folder", "pipe", "x/"]) {
      const args = { path, mode: "overwrite", content: "x" };
      expect((await rig.call("files_write", args)).outcome).not.toBe("ok");
    }
    const nul = { path: "nul", content: "a\0b" };
    expect((await rig.call("files_write", nul)).outcome).toBe("invalid");
    writeFileSync(at("full"), "x".repeat(1024 * 1024));
    const more = { path: "full", mode: "append", content: "x" };
    expect((await rig.call("files_write", more)).outcome).toBe("invalid");
    expect(statSync(at("full")).size).toBe(1024 * 1024);
    expect(existsSync(at("nul"))).toBe(false);
    expect((await rig.call("files_ls", {})).content).toContain("other pipe");
  });

  test("is listed by at most 500 entries, with names that pass for nothing else", async () => {
    await using rig = openRig();
    writeFileSync(join(rig.filesDir, "!a\nfile 9 b"), "");
    for (let count = 0; count < 510; count += 1) writeFileSync(join(rig.filesDir, `f${count}`), "");
    const lines = (await rig.call("files_ls", {})).content.split("\n");
    expect(lines[0]).toBe('file 0 "!a\\nfile 9 b"');
    expect([lines.length, lines.at(-1)]).toEqual([501, "[there are more]"]);
  });
});
