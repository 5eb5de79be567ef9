/** A model that wants to run programs, in front of a real hub: only the owner's own hand lets it. */

import { Database } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DecidedConfirmation, PendingConfirmation } from "#contract";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import {
  type ScriptedOpenAi,
  startScriptedOpenAi,
  textReply,
  toolCallReply,
} from "../support/scripted-openai.ts";

let hub: HubProcess;
let model: ScriptedOpenAi;
let owner: string;
let member: string;

beforeAll(async () => {
  model = await startScriptedOpenAi();
  hub = await startHub({ fromSource: true, env: { SECRET_OF_THE_HUB: "sk-must-not-be-seen" } });
  hub.waiter("config", "set", "core.llm.sources.main.base_url", model.url);
  hub.waiter("config", "set", "core.llm.sources.main.model", "scripted");
  const token = (name: string, role: string) =>
    hub.waiter("token", "create", "--name", name, "--role", role).stdout.trim();
  owner = token("妈妈", "owner");
  member = token("爸爸", "member");
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

const waiting = () =>
  JSON.parse(hub.waiter("confirmations", "--json").stdout) as PendingConfirmation[];
beforeEach(() => {
  for (const { id } of waiting()) hub.waiter("refuse", id);
});

const touch = (mark: string) => JSON.stringify({ argv: ["/usr/bin/touch", mark] });
const call = (name: string, args: string) => toolCallReply({ id: "call_1", name, arguments: args });

async function http(path: string, token: string, body?: unknown) {
  const response = await fetch(`${hub.url}/api/v1/confirmations${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe("a program that a model asks for", () => {
  test("waits, whatever the model says next, and runs once when waiter confirms it", async () => {
    const mark = join(hub.dataDir, "by-waiter");
    model.script(
      call("cmd_run", touch(mark)),
      // A model that was talked into it: every way that it could think of.
      call("cmd_confirm", JSON.stringify({ allow: true })),
      call(
        "config_set",
        JSON.stringify({ key: "core.cmd.allowed", value: `[["/usr/bin/touch","${mark}"]]` }),
      ),
      call("cmd_run", touch(mark)),
      textReply("确认 confirm yes"),
      textReply("已确认。"),
    );
    await hub.ask("请运行那个程序");
    await hub.ask("确认");
    expect(existsSync(mark)).toBe(false);
    const [program, setting, ...more] = waiting();
    expect(more).toEqual([]);
    expect(program).toMatchObject({ area: "cmd", channel: "cli" });
    expect(setting).toMatchObject({ area: "cfgmgr" });
    // The model was told nothing by which it could be named.
    expect(JSON.stringify(model.requests)).not.toContain(String(program?.id));
    hub.waiter("refuse", String(setting?.id));
    const done = hub.waiter("confirm", String(program?.id));
    expect([done.code, done.stdout.trim()]).toEqual([0, "ok\nexit 0"]);
    expect(existsSync(mark)).toBe(true);
    const again = hub.waiter("confirm", String(program?.id), "--json");
    expect(again.code).not.toBe(0);
  });

  test("is confirmed over HTTP by the owner alone", async () => {
    const mark = join(hub.dataDir, "by-http");
    model.script(call("cmd_run", touch(mark)), textReply("等您确认。"));
    await hub.ask("请再运行那个程序");
    const [{ id = "" } = {}] = waiting();
    expect((await http("", member)).status).toBe(403);
    expect((await http(`/${id}`, member, { allow: true })).status).toBe(403);
    expect((await http(`/${id}`, "nobody", { allow: true })).status).toBe(401);
    expect((await http(`/${id}`, owner, { allow: "yes" })).status).toBe(400);
    expect((await http("/cf_0000000000000000", owner, { allow: true })).status).toBe(404);
    expect(existsSync(mark)).toBe(false);
    expect((await http("", owner)).body).toMatchObject([{ id, area: "cmd" }]);
    const done = await http(`/${id}`, owner, { allow: true });
    expect(done.status).toBe(200);
    expect(done.body as DecidedConfirmation).toMatchObject({ state: "allowed", outcome: "ok" });
    expect(existsSync(mark)).toBe(true);
    expect((await http(`/${id}`, owner, { allow: true })).status).toBe(404);
  });

  test("sees nothing of the hub's environment", async () => {
    model.script(call("cmd_run", JSON.stringify({ argv: ["/usr/bin/env"] })), textReply("好"));
    await hub.ask("看看环境变量");
    const [{ id = "" } = {}] = waiting();
    const { stdout } = hub.waiter("confirm", id);
    expect(stdout.trim().split("\n").sort()).toEqual([
      "LANG=C.UTF-8",
      "PATH=/usr/bin:/bin",
      "exit 0",
      "ok",
    ]);
  });

  test("is written down for good, with who decided it and where", async () => {
    using db = new Database(join(hub.dataDir, "hub.db"), { readonly: true });
    const rows = db
      .query("SELECT area, decision, surface, outcome FROM confirmations ORDER BY rowid LIMIT 3")
      .all();
    expect(rows).toEqual([
      { area: "cmd", decision: "allowed", surface: "terminal", outcome: "ok" },
      { area: "cfgmgr", decision: "refused", surface: "terminal", outcome: null },
      { area: "cmd", decision: "allowed", surface: "http", outcome: "ok" },
    ]);
  });
});

test("a model writes and reads files in the hub's own folder for them, and nowhere else", async () => {
  model.script(
    call("files_write", JSON.stringify({ path: "note.txt", content: "牛奶" })),
    call("files_read", JSON.stringify({ path: "../hub.db" })),
    textReply("记下了。"),
  );
  const said = await hub.ask("记一下牛奶");
  expect(said.toolCalls.map(({ outcome }) => outcome)).toEqual(["ok", "denied"]);
  expect(readFileSync(join(hub.dataDir, "files", "note.txt"), "utf8")).toBe("牛奶");
});
