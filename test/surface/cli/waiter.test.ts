/** The waiter's words and its answers: values below zero, texts from plugins, answers larger than a pipe. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OperationalError, silentLogger, systemClock } from "#base";
import { runWaiter } from "#surface/cli";
import { listenOnSocket, type SocketServer } from "#wire";

const MAIN = resolve(import.meta.dirname, "../../../src/main.ts");
const never = new AbortController().signal;

let folder: string;
let server: SocketServer;
let calls: unknown[];
let answer: () => unknown;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "waiter-"));
  calls = [];
  answer = () => null;
  server = await listenOnSocket({
    path: join(folder, "s.sock"),
    clock: systemClock,
    log: silentLogger,
    accept: () => ({
      onCall(method, params) {
        calls.push({ method, params });
        return answer();
      },
    }),
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function waiter(...argv: string[]) {
  const written = { out: "", err: "" };
  const into = (stream: keyof typeof written) => (text: string) => {
    written[stream] += text;
  };
  const code = await runWaiter(
    argv,
    {
      clock: systemClock,
      terminal: { out: into("out"), err: into("err") },
      envSocket: join(folder, "s.sock"),
      envData: undefined,
    },
    never,
  );
  return { code, ...written };
}

describe("a value below zero", () => {
  test.each([
    [["device", "set", "sim.freezer", "target_temperature", "-18", "--json"]],
    [["device", "set", "sim.freezer", "target_temperature", "--json", "-18"]],
    [["device", "set", "sim.freezer", "target_temperature", "--json", "--", "-18"]],
    [["device", "--json", "set", "--", "sim.freezer", "target_temperature", "-18"]],
  ])("is a value and no option: %j", async (argv) => {
    answer = () => ({ outcome: "ok", state: {} });
    expect(await waiter(...argv)).toMatchObject({ code: 0 });
    const params = { id: "sim.freezer", capability: "target_temperature", value: -18 };
    expect(calls).toEqual([{ method: "device.set", params }]);
  });

  test("leaves an unknown option what it is", async () => {
    expect(await waiter("say", "-x")).toMatchObject({ code: 2 });
  });
});

describe("the persona", () => {
  test.each([
    [["persona"], { method: "persona", params: {} }],
    [["persona", "default"], { method: "persona.set", params: { choice: "default" } }],
    [
      ["persona", "set", "像管家"],
      { method: "persona.set", params: { choice: "custom", text: "像管家" } },
    ],
  ])("%j asks for what it says and shows whose text it is", async (argv, call) => {
    answer = () => ({ state: "custom", text: "像管家\n话少" });
    expect(await waiter(...argv)).toEqual({
      code: 0,
      out: "your own (waiter persona default goes back to the built-in one)\n\n像管家\n话少",
      err: "",
    });
    expect(calls).toEqual([call]);
  });

  test("set without a text is a wrong usage", async () => {
    expect(await waiter("persona", "set")).toMatchObject({ code: 2 });
    expect(calls).toEqual([]);
  });
});

test.each([
  [["tool", "call", "dice_roll"], {}],
  [["tool", "call", "dice_roll", '{"sides":6}'], { sides: 6 }],
])("%j calls the tool with these arguments, or with none", async (argv, args) => {
  answer = () => ({ outcome: "ok", content: "4" });
  expect(await waiter(...argv)).toEqual({ code: 0, out: "4", err: "" });
  expect(calls).toEqual([{ method: "tool.call", params: { name: "dice_roll", arguments: args } }]);
});

test("a word too many is a wrong usage, also where one may be left out", async () => {
  expect(await waiter("tool", "call", "dice_roll", "{}", "{}")).toMatchObject({ code: 2 });
  expect(await waiter("tool", "call")).toMatchObject({ code: 2 });
});

test("what a plugin asks for is told in words, with the maker's reason", async () => {
  answer = () => ({
    name: "weather",
    version: "1.0.0",
    consent: "granted",
    asks: {
      net: { connect: [443, 8883], reason: { zh: "查天气", en: "Asks for the weather" } },
      exec: [{ argv: ["/usr/bin/uptime", "-p"] }],
      io: {},
    },
    grants: { net: { connect: [443] } },
  });
  expect((await waiter("plugin", "grants", "weather")).out).toBe(
    [
      "weather 1.0.0: granted",
      "asks for:",
      "  net connect 443 8883",
      "    granted connect 443",
      "    查天气 · Asks for the weather",
      "  exec argv /usr/bin/uptime -p",
      "    not granted",
      "  io",
      "    not granted",
    ].join("\n"),
  );
});

describe("the prompt", () => {
  const section = (name: string, order: number, volatile: boolean, tokens: number) => ({
    section: name,
    owner: name.split(".")[0],
    order,
    volatile,
    tokens,
    content: `${name}\nline two`,
  });
  const sections = [
    section("kernel.rules", 10, false, 100),
    section("house.devices", 50, true, 20),
    section("kernel.persona", 200, false, 7),
    section("kernel.clock", 990, true, 3),
  ];
  const tools = [
    { name: "cheap", owner: "a", tokens: 11 },
    { name: "dear", owner: "b", tokens: 200 },
  ];
  beforeEach(() => {
    answer = () => ({ sections, tools });
  });

  test("is shown with what each section costs, what the tools do, and what spoils a cache", async () => {
    const { out } = await waiter("prompt");
    expect(out.split("\n\n")).toEqual([
      "── 10 kernel.rules (kernel) 100 tokens\nkernel.rules\nline two",
      "── 50 house.devices (house, volatile) 20 tokens\nhouse.devices\nline two",
      "── 200 kernel.persona (kernel) 7 tokens\nkernel.persona\nline two",
      "── 990 kernel.clock (kernel, volatile) 3 tokens\nkernel.clock\nline two",
      [
        "341 tokens in all, by estimate",
        "  4 sections 130 (volatile ones 23)",
        "  2 tools 211",
        "  1 stable section (7) behind the volatile house.devices",
      ].join("\n"),
    ]);
  });

  test("as JSON stays the array of its sections, each with its tokens", async () => {
    expect(JSON.parse((await waiter("prompt", "--json")).out)).toEqual(sections);
  });

  test("shows its tools by what they cost, and as JSON", async () => {
    const { out } = await waiter("prompt", "tools");
    expect(out.split("\n").map((line) => line.split(/ +/))).toEqual([
      ["tool", "owner", "tokens"],
      ["dear", "b", "200"],
      ["cheap", "a", "11"],
      ["in", "all", "211"],
    ]);
    expect(JSON.parse((await waiter("prompt", "tools", "--json")).out)).toEqual(tools);
  });
});

describe("what a plugin put into its texts", () => {
  const title = "\u001b]0;owned\u0007";

  test("reaches the terminal neither through the prompt, whose lines stay lines", async () => {
    const content = `- a lamp\n- b ${title}`;
    const rest = { owner: "house", order: 910, volatile: true, tokens: 9 };
    answer = () => ({ sections: [{ section: "house.devices", ...rest, content }], tools: [] });
    const { out } = await waiter("prompt");
    expect(out.split("\n").slice(0, 3)).toEqual([
      "── 910 house.devices (house, volatile) 9 tokens",
      "- a lamp",
      "- b �]0;owned�",
    ]);
  });

  test("nor through a state, nor through a refusal", async () => {
    answer = () => ({ outcome: "ok", state: { text: "\u009b31m\u202e" } });
    expect((await waiter("device", "set", "a.b", "text", "x")).out).toBe('ok {"text":"�31m�"}');
    answer = () => {
      throw new OperationalError("VALUE_INVALID", "no", { hint: `one of ${title}` });
    };
    expect((await waiter("device", "set", "a.b", "mode", "x")).err).toBe(
      "no — one of �]0;owned� (VALUE_INVALID)",
    );
  });
});

test("a refusal whose message ends with its hint says it once", async () => {
  answer = () => {
    throw new OperationalError("CONFIG_VALUE_INVALID", "x does not accept 1: a time", {
      hint: "a time",
    });
  };
  expect((await waiter("config", "set", "core.x", "1")).err).toBe(
    "x does not accept 1: a time (CONFIG_VALUE_INVALID)",
  );
});

test("an answer larger than a pipe arrives whole, however slowly it is read", async () => {
  const text = "灯".repeat(200_000);
  answer = () => [text];
  const argv = [MAIN, "waiter", "--socket", join(folder, "s.sock"), "devices", "--json"];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("close", done));
  let out = "";
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout) {
    out += chunk;
    await new Promise((done) => setImmediate(done));
  }
  expect(await ended).toBe(0);
  expect(out === `${JSON.stringify([text])}\n`).toBe(true);
});

describe("what is remembered", () => {
  const hit = {
    ...{
      id: "s_1",
      kind: "sentence",
      text: "热水器\u001b[2J的保修\n到三月",
      at: Date.UTC(2026, 2, 1),
    },
    ...{ speaker: "ann", channel: "phone", origin: "member", scope: "private", score: 2 },
    why: ["text", "time"],
  };
  const fact = { subject: "ann", relation: "住在", object: "杭州" };

  test("is told with its day, who said it and why it was found, without what could move the cursor", async () => {
    answer = () => ({ hits: [hit], entities: [], relations: [fact], absent: ["13010"] });
    const { code, out } = await waiter("memory", "recall", "热水器", "--user", "ann");
    expect(code).toBe(0);
    expect(calls).toEqual([{ method: "memory.recall", params: { query: "热水器", user: "ann" } }]);
    expect(out.split("\n").slice(0, 3)).toEqual([
      "2026-03-01 ann: 热水器�[2J的保修�到三月 [text, time]",
      "  ann · 住在 · 杭州",
      "not in memory: 13010",
    ]);
  });

  test("is plainly nothing where there is nothing", async () => {
    answer = () => ({ hits: [], entities: [], relations: [], absent: [] });
    expect((await waiter("memory", "recall", "x")).out).toContain("nothing is remembered");
    expect((await waiter("memory", "recall")).code).toBe(2);
  });
});

test("what a tool answers keeps its lines, and steers no terminal", async () => {
  answer = () => ({ outcome: "ok", content: "one\ntwo \u001b]0;owned\u0007" });
  expect((await waiter("tool", "call", "x_y", "{}")).out).toContain("one\ntwo �]0;owned�");
});
