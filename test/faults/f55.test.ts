/**
 * F55: a probe "passed" with no samples. Nothing that examines, measures or tests here may look well
 * when it looked at nothing: the doctor, the probe of a model source, benches, the run of the tests.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Probe } from "#contract";
import { showDoctor } from "#surface/cli";
import { quantile, tell } from "../../scripts/bench/figures.ts";
import { compiledBinary } from "../support/hub-process.ts";
import { createManualClock } from "../support/manual-clock.ts";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import {
  chunk,
  startScriptedOpenAi,
  statusReply,
  streamReply,
  textReply,
} from "../support/scripted-openai.ts";
import { tempDir } from "../support/temp-dir.ts";

const root = resolve(import.meta.dirname, "../..");
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { cwd: root, encoding: "utf8" });

describe("the doctor", () => {
  const probe = (ok: boolean, needed: boolean): Probe => ({ name: "p", ok, needed, detail: "d" });

  test.each<[string, readonly Probe[], number]>([
    ["nothing at all", [], 1],
    ["only what may be missing", [probe(true, false)], 1],
    ["a needed part that does not work", [probe(true, true), probe(false, true)], 1],
    ["a needed part that works", [probe(true, true), probe(false, false)], 0],
  ])("that looked at %s", (_what, probes, code) => {
    const told: string[] = [];
    const terminal = { out: (text: string) => void told.push(text), err: () => undefined };
    expect(showDoctor(probes, true, terminal)).toBe(code);
    expect(JSON.parse(told.join(""))).toMatchObject({ ok: code === 0 });
  });

  test("of the binary looks at parts that are needed", () => {
    const { status, stdout } = run(compiledBinary, "doctor", "--json");
    const { probes } = JSON.parse(stdout) as { probes: Probe[] };
    expect(probes.filter(({ needed, ok }) => needed && ok).length).toBeGreaterThan(2);
    expect(status).toBe(0);
  });
});

test("a source that answers its probe with nothing is no ready source", async () => {
  await using server = await startScriptedOpenAi(
    statusReply(429, {}, { "retry-after": "1" }),
    streamReply([chunk({}, "stop")]),
    streamReply([]),
    textReply("here I am"),
  );
  const clock = createManualClock();
  const bench = createSourceBench({ clock });
  bench.add("main", server.url);
  bench.models.register(fixedProvider("intents", Number.POSITIVE_INFINITY));
  const ask = async () => {
    const { provider } = summary(await collect(bench.models.complete(question(), forever())));
    const { state } = bench.models.status()[0] ?? {};
    clock.advance(600_000);
    return { provider, state };
  };
  for (let probe = 0; probe < 3; probe += 1) {
    expect(await ask()).toEqual({ provider: "intents", state: "probing" });
  }
  expect(server.requests).toHaveLength(3);
  expect(await ask()).toEqual({ provider: "main", state: "ready" });
});

describe("a bench", () => {
  test("has no figure without a sample, and tells none that was not measured", () => {
    expect(() => quantile([], 0.5)).toThrow("nothing was measured");
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => tell("b", "p50", value, "ms")).toThrow("p50 was not measured");
    }
  });

  const intent = { id: "a", intent: "HassTurnOn", slots: {} };
  test.each<[string, object]>([
    ["no case", []],
    [
      "a case without a sentence beside one that has some",
      [
        { ...intent, sentences: ["turn on the lamp"] },
        { ...intent, id: "b", sentences: [] },
      ],
    ],
  ])("of the intents refuses a file with %s", (_what, cases) => {
    using dir = tempDir();
    const path = join(dir.path, "cases.json");
    writeFileSync(path, JSON.stringify({ language: "en", cases }));
    const { status, stdout } = run(process.execPath, "scripts/bench/intents.ts", "--cases", path);
    expect(status).toBe(1);
    expect(stdout).toBe("");
  });
});

test.each([
  ["in files without a match", ["test/base/asset.test.ts", "-t", "no test is called this"]],
  ["with a reporter of the caller's", ["test/base/asset.test.ts", "-t", "none", "--reporter=dot"]],
  ["in a folder that is not there", ["test/nowhere"]],
])("a run of the tests that finds none %s is a failure", (_what, args) => {
  const { status } = run(process.execPath, "scripts/test.mjs", ...args);
  expect(status).toBe(1);
});

test("a run in which a test ran is a success", () => {
  const args = ["scripts/test.mjs", "test/base/asset.test.ts"];
  expect(run(process.execPath, ...args).status).toBe(0);
});
