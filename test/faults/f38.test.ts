/**
 * F38: a lock held through a model call, 17 minutes; another hub's two processes on one state file.
 * Here a lock covers a synchronous write alone, and a second hub on one data folder does not start.
 */
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { BugError, silentLogger, systemClock } from "#base";
import { lockDataFolder, openStore } from "#platform/store";
import { runScript } from "../support/child-script.ts";
import { tempDir } from "../support/temp-dir.ts";

const HOLDER = resolve(import.meta.dirname, "../platform/store/children/hold-lock.ts");

test("a second hub on one data folder refuses to start and names the first", async () => {
  using dir = tempDir();
  await using first = runScript(HOLDER, [dir.path]);
  const grandchild = Number(await first.nextLine());
  process.kill(grandchild, "SIGKILL");
  expect(() => lockDataFolder(dir.path)).toThrow(
    expect.objectContaining({
      code: "DATA_LOCKED",
      message: `another hub uses ${dir.path}: process ${first.pid} holds ${join(dir.path, "hub.lock")}`,
      hint: expect.stringContaining("--data"),
    }),
  );
});

test("a transaction that waits for anything is refused and leaves nothing", async () => {
  using dir = tempDir();
  using store = openStore(join(dir.path, "a.db"), { clock: systemClock, log: silentLogger });
  store.migrate("test", ["CREATE TABLE rows (id INTEGER)"]);
  const slow = async () => {
    store.run("INSERT INTO rows VALUES (1)");
    await Promise.resolve();
  };
  expect(() => store.transaction(slow)).toThrow(BugError);
  expect(store.get("SELECT count(*) AS n FROM rows")).toEqual({ n: 0 });
  const grouped = store.grouped(slow as () => void);
  store.flush();
  await expect(grouped).rejects.toThrow(BugError);
  expect(store.get("SELECT count(*) AS n FROM rows")).toEqual({ n: 0 });
});
