/** Plugins in Lua: a process of their own, the same wire, and errors that name the script's line. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StageContext } from "#contract";
import { sandboxSupport } from "#plugin-host";
import { createManualClock, settle } from "../support/manual-clock.ts";
import { openPluginHub, type PluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

async function openLamp(): Promise<PluginHub> {
  const hub = await openPluginHub({ plugins: ["lua-lamp"] });
  await hub.host.boot(never);
  await hub.host.settled();
  expect(hub.status("lua-lamp")).toMatchObject({ state: "running", version: "1.0.0" });
  return hub;
}

/** A hub with one plugin whose script this is. */
async function openScript(
  script: string,
  more: {
    readonly capabilities?: object;
    readonly clock?: ReturnType<typeof createManualClock>;
  } = {},
): Promise<PluginHub> {
  const hub = await openPluginHub(more.clock ? { clock: more.clock } : {});
  put(hub, script, more.capabilities);
  await hub.host.boot(never);
  await hub.host.settled();
  return hub;
}

function put(hub: PluginHub, script: string, capabilities: object = {}): void {
  const folder = join(hub.root, "plugins/odd");
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "odd", version: "1.0.0", entry: "main.lua", capabilities };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.lua"), script);
}

const tool = (name: string, body: string) =>
  `sdk.register_tool({ name = "${name}", description = "d",
    parameters = { type = "object", properties = {} },
    handler = function(arguments)
${body}
    end })\n`;

describe("a Lua plugin that behaves", () => {
  test("offers a tool that asks the hub and waits for it", async () => {
    await using hub = await openLamp();
    const answers = await Promise.all(
      ["小明", "Ann"].map((name) => hub.tool("lua_greet", { name })),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
    expect(answers.map(({ content }) => JSON.parse(content).text)).toEqual([
      "你好，小明",
      "你好，Ann",
    ]);
    expect(JSON.parse(answers[0]?.content ?? "")).toMatchObject({ channel: "cli" });
  });

  test("carries out the commands of its device, and says why it refuses one", async () => {
    await using hub = await openLamp();
    const command = (capability: string, value: unknown) =>
      hub.state.house.command(
        { id: "lua-lamp.lamp", capability, value, cause: [{ kind: "person", id: "owner" }] },
        never,
      );
    expect(await command("brightness", 42)).toMatchObject({ outcome: "ok" });
    expect(hub.state.house.snapshot().devices[0]?.state).toMatchObject({
      on: false,
      brightness: 42,
    });
    const refused = await command("brightness", 13).catch((error: unknown) => error);
    expect(JSON.stringify(refused) + String(refused)).toContain("main.lua:14: 13 brings bad luck");
  });

  test("declares its prompt section and takes messages of its channel", async () => {
    await using hub = await openLamp();
    const sections = hub.state.promptSections.render();
    expect(sections.find(({ section }) => section === "lua-lamp.hint")?.content).toBe(
      "The lamp is written in Lua.",
    );
    expect(hub.state.outputs.list().map(({ name }) => name)).toContain("lua-out");
  });

  test("changes a stage's context, and only the fields that it answers", async () => {
    await using hub = await openLamp();
    const run = async (rawMessage: string) => {
      const context = { rawMessage, phase: "on_input", notes: [], errors: [] };
      await hub.state.stages.run("on_input", context as unknown as StageContext, never);
      return context;
    };
    expect(await run("a lua text")).toMatchObject({ rawMessage: "a lua text!", errors: [] });
    expect(await run("another")).toMatchObject({ rawMessage: "another", errors: [] });
  });

  test("hears events and runs what is due again and again, also after a bad round", async () => {
    const script = `local heard, rounds = 0, 0
      sdk.on_event("device_state", function(event) heard = heard + 1 end)
      sdk.every(1, function()
        rounds = rounds + 1
        if rounds == 1 then error("bad round") end
      end)
      ${tool("odd_count", "return { heard, rounds }")}`;
    await using hub = await openScript(script, { capabilities: { events: {} } });
    const seen = { deviceId: "a.b", state: { on: true }, available: true, at: "", cause: [] };
    for (let count = 0; count < 3; count += 1) hub.state.events.emit("device_state", seen);
    const counted = async () => JSON.parse((await hub.tool("odd_count")).content) as number[];
    await expect.poll(async () => (await counted())[0]).toBe(3);
    // It reads them where all others do.
    const spawned = hub.logged.find(({ event }) => event === "plugin.spawned");
    const maps = readFileSync(`/proc/${String(spawned?.fields["pid"])}/maps`, "utf8");
    expect(maps).toContain("homeagent-events");
    await expect.poll(async () => (await counted())[1], { timeout: 60_000 }).toBeGreaterThan(1);
    expect(hub.logged.map(({ event }) => event)).toContain("lua.period_failed");
  });

  test("takes everything of its out with it when it is switched off", async () => {
    await using hub = await openLamp();
    await hub.host.disable("lua-lamp");
    expect(hub.state.tools.find("lua_greet")).toBeUndefined();
    expect(hub.state.promptSections.render()).toEqual([]);
  });

  test("runs its new script after a reload", async () => {
    await using hub = await openScript(tool("odd_say", "return 'one'"));
    expect((await hub.tool("odd_say")).content).toBe("one");
    put(hub, tool("odd_say", "return 'two'") + tool("odd_more", "return ''"));
    expect(await hub.host.reload("odd")).toEqual({ changed: true });
    expect((await hub.tool("odd_say")).content).toBe("two");
    expect((await hub.tool("odd_more")).outcome).toBe("ok");
  });
});

describe("a Lua script that is wrong", () => {
  test.each<[string, string, string]>([
    ["does not compile", "local x = 1\nif x then", "main.lua:2:"],
    ["fails while it loads", "\n\nerror('no good')", "main.lua:3: no good"],
    ["registers nonsense", "\nsdk.register_tool('what')", "main.lua:2: INVALID_PARAMS"],
    [
      "registers without a handler",
      "sdk.register_tool({ name = 'odd_x' })",
      "main.lua:1: INVALID_PARAMS",
    ],
    ["asks the hub before it runs", "\nsdk.settings_list()", "main.lua:2:"],
    ["never ends loading", "while true do end", "computed for too long"],
    [
      "eats all memory",
      "local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end",
      "needs more than",
    ],
  ])("%s: it registers nothing, and the status names the line", async (_what, script, said) => {
    await using hub = await openScript(tool("odd_early", "return ''") + script);
    const status = hub.status("odd");
    expect(status?.state).not.toBe("running");
    // The tool before it takes five lines.
    const shifted = said.replace(/main\.lua:(\d+)/, (_all, line) => `main.lua:${Number(line) + 5}`);
    expect(status?.reason).toContain(shifted);
    expect(hub.state.tools.find("odd_early")).toBeUndefined();
  });

  test("is blamed in the log by its own line, not by one of the hub", async () => {
    await using hub = await openScript("\n\nerror('no good')");
    const failed = hub.logged.find(({ event }) => event === "start_failed");
    expect(failed?.fields).toMatchObject({ at: "main.lua:3" });
  });

  test("offers no tool whose schema no model could read, and is told which", async () => {
    const schema = '{ type = "objekt" }';
    await using hub = await openScript(
      `sdk.register_tool({ name = "odd_x", description = "d", parameters = ${schema},
        handler = function() return "" end })`,
    );
    expect(hub.status("odd")?.state).not.toBe("running");
    expect(hub.status("odd")?.reason).toContain('odd_x: parameters: type must be "object"');
    expect(hub.state.tools.find("odd_x")).toBeUndefined();
  });

  test("is off at once, since another try would end the same way", async () => {
    await using hub = await openScript("error('no good')");
    expect(hub.status("odd")).toMatchObject({ state: "disabled", restarts: 0 });
  });

  test("that fails in on_start is tried again, since what it misses may come", async () => {
    const clock = createManualClock();
    const script = 'sdk.on_start(function() error("nobody there") end)';
    await using hub = await openScript(script, { clock });
    const { reason } = await hub.until("odd", "backoff");
    expect(reason).toContain("on_start: main.lua:1: nobody there");
  });

  test.each<[string, string, string]>([
    ["an endless loop", "while true do end", "computed for too long"],
    [
      "an endless loop around pcall",
      "while true do pcall(function() while true do end end) end",
      "computed for too long",
    ],
    [
      "a memory bomb",
      "local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end",
      "needs more than",
    ],
    ["endless asking", "while true do sdk.settings_list() end", "more than 64"],
    ["an error", "error('broken lamp')", "main.lua:4: broken lamp"],
    ["a refused call", "sdk.settings_get('nothing')", "main.lua:4: CONFIG_KEY_UNKNOWN"],
    ["a capability that it lacks", "sdk.inject('cli', 'hello')", "main.lua:4: CAPABILITY_DENIED"],
    ["late registering", "sdk.on_start(function() end)", "main.lua:4: CONFLICT"],
  ])("%s in a handler ends that call alone", async (_what, body, said) => {
    await using hub = await openScript(tool("odd_bad", body) + tool("odd_good", "return 'fine'"));
    const bad = await hub.tool("odd_bad");
    expect(bad).toMatchObject({ outcome: "failed" });
    expect(bad.content).toContain(said);
    expect((await hub.tool("odd_good")).content).toBe("fine");
    expect(hub.status("odd")).toMatchObject({ state: "running", restarts: 0 });
  });

  test("cannot reach files, programs, modules or bytecode", async () => {
    const names = [
      "io",
      "os",
      "require",
      "package",
      "debug",
      "load",
      "dofile",
      "host_tell",
      "host_ask",
    ];
    const list = names.map((name) => `type(${name})`).join(", ");
    await using hub = await openScript(tool("odd_look", `return { ${list} }`));
    expect(JSON.parse((await hub.tool("odd_look")).content)).toEqual(names.map(() => "nil"));
  });

  test("reaches no port that its manifest does not name", async () => {
    const look = "local got, why = http_get('http://127.0.0.1:81/') return { tostring(got), why }";
    await using hub = await openScript(tool("odd_get", look), {
      capabilities: { net: { connect: [82] } },
    });
    const [got, why] = JSON.parse((await hub.tool("odd_get")).content);
    expect(got).toBe("nil");
    expect(why).toContain("may not connect to port 81");
  });

  test("gets the real status of a server on a port that it may use", async () => {
    using server = Bun.serve({
      port: 0,
      fetch: (request) => new Response(`to ${new URL(request.url).host}`, { status: 418 }),
    });
    const look = `local got = assert(sdk.http_get("http://localhost:${server.port}/"))
      return { got.status, got.body }`;
    const capabilities = { net: { connect: [server.port] } };
    await using hub = await openScript(tool("odd_get", look), { capabilities });
    const answer = await hub.tool("odd_get");
    expect(answer).toMatchObject({ outcome: "ok" });
    expect(JSON.parse(answer.content)).toEqual([418, `to localhost:${server.port}`]);
  });
});

test("a Lua process that is killed is started anew, and its calls end", async () => {
  const clock = createManualClock();
  const asked = Promise.withResolvers<void>();
  using server = Bun.serve({
    port: 0,
    fetch: () => {
      asked.resolve();
      return new Promise<Response>(() => undefined);
    },
  });
  const wait = `return http_get("http://127.0.0.1:${server.port}/")`;
  await using hub = await openScript(tool("odd_say", "return 'here'") + tool("odd_wait", wait), {
    clock,
    capabilities: { net: { connect: [server.port] } },
  });
  const waiting = hub.tool("odd_wait");
  await asked.promise;
  const spawned = hub.logged.find(({ event }) => event === "plugin.spawned");
  process.kill(Number(spawned?.fields["pid"]), "SIGKILL");
  expect(await waiting).toMatchObject({ outcome: "failed" });
  await hub.until("odd", "backoff");
  expect(hub.state.tools.find("odd_say")).toBeUndefined();
  await settle();
  clock.advance(1000);
  await hub.until("odd", "running");
  expect((await hub.tool("odd_say")).content).toBe("here");
});

test("a Lua plugin runs in the sandbox wherever there is one", async () => {
  await using hub = await openLamp();
  expect(hub.status("lua-lamp")?.sandbox).toBe(sandboxSupport().kind);
});
