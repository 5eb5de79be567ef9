/** The lock of a data folder. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { lockDataFolder } from "#platform/store";
import { runScript } from "../../support/child-script.ts";
import { tempDir } from "../../support/temp-dir.ts";

const HOLDER = resolve(import.meta.dirname, "children/hold-lock.ts");

test("the lock file holds the process id, and the folder is made when only it is missing", () => {
  using dir = tempDir();
  const data = join(dir.path, "data");
  using lock = lockDataFolder(data);
  expect(lock.path).toBe(join(data, "hub.lock"));
  expect(readFileSync(lock.path, "utf8")).toBe(`${process.pid}\n`);
});

test("a full disk, on which the process id finds no room, does not hinder the lock", () => {
  using dir = tempDir();
  symlinkSync("/dev/full", join(dir.path, "hub.lock"));
  using lock = lockDataFolder(dir.path);
  expect(lock.dir).toBe(dir.path);
});

test("a freed folder can be locked again", () => {
  using dir = tempDir();
  const first = lockDataFolder(dir.path);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using second = lockDataFolder(dir.path);
  expect(second.dir).toBe(dir.path);
});

test("kill -9 frees the folder even while a child of the dead hub lives on", async () => {
  using dir = tempDir();
  await using holder = runScript(HOLDER, [dir.path]);
  const grandchild = Number(await holder.nextLine());
  try {
    expect(() => lockDataFolder(dir.path)).toThrow(`process ${holder.pid}`);
    await holder.kill();
    using lock = lockDataFolder(dir.path);
    expect(readFileSync(lock.path, "utf8")).toBe(`${process.pid}\n`);
    expect(() => process.kill(grandchild, 0)).not.toThrow();
  } finally {
    process.kill(grandchild, "SIGKILL");
  }
});

test.each([
  ["a missing parent", (root: string) => join(root, "not-mounted", "data")],
  [
    "a file in its place",
    (root: string) => {
      writeFileSync(join(root, "file"), "");
      return join(root, "file");
    },
  ],
  [
    "a lock file that is a folder",
    (root: string) => {
      mkdirSync(join(root, "hub.lock"));
      return root;
    },
  ],
])("%s is DATA_UNWRITABLE, one line that names the folder", (_, make) => {
  using dir = tempDir();
  const data = make(dir.path);
  expect(() => lockDataFolder(data)).toThrow(
    expect.objectContaining({
      code: "DATA_UNWRITABLE",
      message: expect.stringMatching(new RegExp(`^[^\\n]*${data}[^\\n]*$`)),
      hint: expect.stringContaining("disk"),
    }),
  );
});
