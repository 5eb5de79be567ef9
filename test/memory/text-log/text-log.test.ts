/** The text log: durable lines, rotation by age, bounds, and a disk that refuses. */
import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { silentLogger } from "#base";
import { createTextLog, type TextRecord } from "../../../src/memory/text-log/index.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

const START = Date.UTC(2026, 10, 30, 8);
const record = (input: string): TextRecord => ({
  ts: "2026-11-30T08:00:00.000Z",
  source: "cli",
  input,
  response: "好的",
  tools_used: ["device_command"],
  agent_id: "root",
});

function setUp(dir: string) {
  const clock = createManualClock(START);
  const log = createTextLog({ dir, clock, log: silentLogger });
  const lines = () =>
    readdirSync(dir)
      .sort()
      .flatMap((name) => readFileSync(join(dir, name), "utf8").trim().split("\n"))
      .map((line) => (JSON.parse(line) as TextRecord).input);
  return { clock, log, lines };
}

describe("the text log", () => {
  it("writes every record once, in order, and keeps newlines inside their line", async () => {
    using folder = tempDir();
    const { log, lines } = setUp(folder.path);
    for (const input of ["one", "two\nlines", "三"]) log.append(record(input));
    await log.flush();
    log.append(record("four"));
    await log[Symbol.asyncDispose]();
    expect(lines()).toEqual(["one", "two\nlines", "三", "four"]);
  });

  it("begins a new file after a day, and one that a restart finds is not overwritten", async () => {
    using folder = tempDir();
    const { clock, log, lines } = setUp(folder.path);
    log.append(record("one"));
    await log.flush();
    clock.advance(24 * 3_600_000);
    log.append(record("two"));
    await log[Symbol.asyncDispose]();
    expect(readdirSync(folder.path)).toHaveLength(2);
    const again = setUp(folder.path);
    again.log.append(record("three"));
    await again.log[Symbol.asyncDispose]();
    expect(lines().sort()).toEqual(["one", "three", "two"]);
  });

  it("keeps a bounded number of files, the newest, and touches no others", async () => {
    using folder = tempDir();
    for (let day = 0; day < 405; day += 1) {
      const name = new Date(Date.UTC(2020, 0, 1 + day)).toISOString().replaceAll(/[-:.]/g, "");
      writeFileSync(join(folder.path, `${name}.jsonl`), "");
    }
    writeFileSync(join(folder.path, "notes.txt"), "mine");
    const { log } = setUp(folder.path);
    log.append(record("one"));
    await log[Symbol.asyncDispose]();
    const names = readdirSync(folder.path).sort();
    expect(names.filter((name) => name.endsWith(".jsonl"))).toHaveLength(400);
    expect(names).toContain("notes.txt");
    expect(names).not.toContain("20200101T000000000Z.jsonl");
  });

  it("keeps its records in line while the disk refuses, and writes them when it takes them", async () => {
    using folder = tempDir();
    const dir = join(folder.path, "text");
    // A file where the folder should be: refused for root as well.
    writeFileSync(dir, "");
    const { log } = setUp(dir);
    log.append(record("one"));
    await expect(log.flush()).rejects.toThrow();
    unlinkSync(dir);
    mkdirSync(dir);
    await log.flush();
    await log[Symbol.asyncDispose]();
    const [name = ""] = readdirSync(dir);
    expect(JSON.parse(readFileSync(join(dir, name), "utf8"))).toMatchObject({ input: "one" });
  });
});
