/** What the hub's own page may ask: every answer depends on who stands behind the token. */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { SayReply, TokenInfo } from "#contract";
import { hashToken } from "#platform/security";
import { openPluginHub, type PluginHub, type PluginHubOptions } from "../support/plugin-hub.ts";

const never = new AbortController().signal;
const RELAY = resolve(import.meta.dirname, "../fixtures/plugins/relay");

interface Answer {
  readonly result?: unknown;
  readonly heard?: unknown;
  readonly code?: string;
  readonly message?: string;
}

/** A hub with an owner, a member and a guest, a house of two rooms, and the page's stand-in. */
async function openHub(options: PluginHubOptions = {}) {
  const hub = await openPluginHub({
    ...options,
    host: {
      children: [
        {
          name: "admin",
          argv: [process.execPath, "run", "--no-install", `${RELAY}/main.ts`],
          read: [RELAY],
          list: [],
          grants: ["admin", "events"],
          listen: [0],
          settings: { access_log: false },
        },
      ],
      logs: () => [{ at: "now", level: "info", area: "hub", event: "e", fields: {} }],
      ...options.host,
    },
  });
  const { access, house } = hub.state;
  const code = access.setupCode() ?? "";
  const { token } = await access.setup(code, "妈妈", "a long password");
  house.attach("test", () => Promise.resolve());
  for (const [id, area] of [
    ["test.living", "living"],
    ["test.study", "study"],
  ] as const) {
    house.register("test", {
      id,
      name: id,
      area: { id: area, name: area },
      kind: "switch",
      capabilities: [
        { name: "on", kind: "binary", access: ["read", "write"], valueOn: true, valueOff: false },
      ],
    });
  }
  await hub.host.boot(never);
  await hub.host.settled();
  expect(hub.status("admin")).toMatchObject({ state: "running" });
  const callers = {
    owner: hashToken(token),
    member: hashToken(access.createToken("爸爸", "member").token),
    guest: hashToken(access.createToken("客人", "guest").token),
    nobody: "0".repeat(64),
  };
  const call = async (method: string, params: object = {}): Promise<Answer> =>
    JSON.parse((await hub.tool("relay", { method, params })).content) as Answer;
  return { hub, call, callers };
}

/** A guest's areas are the owner's to give; here they are given as the accounts would tell them. */
function grantAreas(hub: PluginHub, areas: readonly string[]): void {
  const { access } = hub.state;
  const verify = access.verify.bind(access);
  access.verify = (hash) => {
    const principal = verify(hash);
    return principal?.role === "guest" ? { ...principal, areas } : principal;
  };
}

describe("the hub's own page", () => {
  test("learns who a token belongs to, and nothing for nobody", async () => {
    const { hub, call, callers } = await openHub();
    await using _hub = hub;
    expect((await call("admin.setupState")).result).toEqual({ needed: false });
    expect((await call("admin.verify", { caller: callers.member })).result).toMatchObject({
      name: "爸爸",
      role: "member",
    });
    expect((await call("admin.verify", { caller: callers.nobody })).result).toBeNull();
    expect((await call("admin.login", { name: "妈妈", password: "wrong" })).code).toBe(
      "UNAUTHENTICATED",
    );
    const login = await call("admin.login", { name: "妈妈", password: "a long password" });
    const { token } = login.result as { token: string };
    const session = { caller: hashToken(token) };
    expect((await call("admin.status", session)).result).toEqual({ version: "test" });
    await call("admin.logout", session);
    expect((await call("admin.status", session)).code).toBe("UNAUTHENTICATED");
    expect((await call("admin.setup", { code: "1", name: "x", password: "12345678" })).code).toBe(
      "CONFLICT",
    );
  });

  test.each([
    ["admin.status", {}, "member"],
    ["admin.providers", {}, "member"],
    ["admin.say", { text: "开灯" }, "member"],
    ["admin.stop", {}, "member"],
    ["admin.house", {}, "guest"],
    ["admin.plugins", {}, "owner"],
    ["admin.configList", {}, "owner"],
    ["admin.configGet", { key: "core.agent.max_tool_turns" }, "owner"],
    ["admin.configSet", { key: "core.agent.max_tool_turns", value: 9 }, "owner"],
    ["admin.persona", {}, "owner"],
    ["admin.personaSet", { choice: "custom", text: "像管家" }, "owner"],
    ["admin.users", {}, "owner"],
    ["admin.tokens", {}, "owner"],
    ["admin.logs", {}, "owner"],
  ])("%s needs a caller who may", async (method, params, least) => {
    const { hub, call, callers } = await openHub();
    await using _hub = hub;
    const roles = ["guest", "member", "owner"] as const;
    for (const role of roles) {
      const answer = await call(method, { caller: callers[role], ...params });
      const allowed = roles.indexOf(role) >= roles.indexOf(least as "guest");
      expect({ role, code: answer.code }).toEqual({
        role,
        code: allowed ? undefined : "FORBIDDEN",
      });
    }
    expect((await call(method, { caller: callers.nobody, ...params })).code).toBe(
      "UNAUTHENTICATED",
    );
    expect((await call(method, params)).code).toBe("INVALID_PARAMS");
  });

  test("shows and commands a guest's areas, and no others", async () => {
    const { hub, call, callers } = await openHub();
    await using _hub = hub;
    grantAreas(hub, ["living"]);
    const devices = async (caller: string) => {
      const { result } = await call("admin.house", { caller });
      return (result as { devices: { id: string }[] }).devices.map(({ id }) => id).sort();
    };
    expect(await devices(callers.member)).toEqual(["test.living", "test.study"]);
    expect(await devices(callers.guest)).toEqual(["test.living"]);
    const asGuest = (method: string, id: string, more = {}) =>
      call(method, { caller: callers.guest, id, ...more });
    expect((await asGuest("admin.device", "test.living")).result).toMatchObject({
      id: "test.living",
    });
    for (const method of ["admin.device", "admin.history"]) {
      expect((await asGuest(method, "test.study")).code).toBe("FORBIDDEN");
    }
    const command = { capability: "on", value: true };
    expect((await asGuest("admin.command", "test.study", command)).code).toBe("FORBIDDEN");
    const wrong = { capability: "on", value: "purple" };
    expect((await asGuest("admin.command", "test.living", wrong)).code).toBe("VALUE_INVALID");
    expect((await asGuest("admin.device", "test.none")).code).toBe("DEVICE_UNKNOWN");
    grantAreas(hub, []);
    expect(await devices(callers.guest)).toEqual([]);
  });

  test("lets the owner alone speak for somebody else", async () => {
    const { hub, call, callers } = await openHub();
    await using _hub = hub;
    const say = (caller: string, user?: string) =>
      call("admin.say", { caller, text: "开灯", ...(user === undefined ? {} : { user }) });
    await say(callers.owner, "爸爸");
    await say(callers.member, "妈妈");
    await say(callers.owner);
    expect(hub.inputs.map(({ principal, channel }) => [principal.name, channel])).toEqual([
      ["爸爸", "webui"],
      ["爸爸", "webui"],
      ["妈妈", "webui"],
    ]);
    expect((await say(callers.owner, "谁")).code).toBe("NOT_FOUND");
  });

  test("hears a reply in pieces, every tool call included, before it hears the reply", async () => {
    const tool = { name: "device_command", arguments: {}, outcome: "ok" as const };
    const reply: SayReply = {
      reply: "好的",
      turnId: "t_1",
      provider: "intents",
      toolCalls: [tool, { ...tool, name: "timer_set" }],
      durationMs: 1,
    };
    const { hub, call, callers } = await openHub({
      async onInput(input) {
        input.onDelta?.("我");
        input.onRestart?.();
        input.onDelta?.("好");
        input.onTool?.(tool);
        input.onDelta?.("的");
        return reply;
      },
    });
    await using _hub = hub;
    const params = { caller: callers.member, text: "开灯", streamId: "s_1", messageId: "m_1" };
    expect(await call("admin.say", params)).toEqual({
      result: reply,
      heard: [
        { streamId: "s_1", text: "我" },
        { streamId: "s_1", restart: true },
        { streamId: "s_1", text: "好" },
        { streamId: "s_1", tool },
        { streamId: "s_1", text: "的" },
        { streamId: "s_1", tool: { ...tool, name: "timer_set" } },
      ],
    });
    expect(await call("admin.say", { ...params, streamId: undefined })).toMatchObject({
      heard: [],
    });
    expect(hub.inputs.map(({ messageId }) => messageId)).toEqual(["m_1", "m_1"]);
  });

  test("reads and writes settings as people see them", async () => {
    const { hub, call, callers } = await openHub();
    await using _hub = hub;
    const caller = callers.owner;
    const set = (value: unknown) =>
      call("admin.configSet", { caller, key: "core.agent.max_tool_turns", value });
    expect((await set(7)).result).toEqual({
      key: "core.agent.max_tool_turns",
      value: 7,
      requiresRestart: false,
    });
    expect((await set("many")).code).toBe("CONFIG_VALUE_INVALID");
    expect((await call("admin.configGet", { caller, key: "core.none" })).code).toBe(
      "CONFIG_KEY_UNKNOWN",
    );
    const tokens = (await call("admin.tokens", { caller })).result as TokenInfo[];
    const revoke = (id: string | undefined) => call("admin.tokenRevoke", { caller, id });
    expect((await revoke("none")).code).toBe("NOT_FOUND");
    await revoke(tokens.find(({ role }) => role === "member")?.id);
    expect((await call("admin.status", { caller: callers.member })).code).toBe("UNAUTHENTICATED");
  });

  test("gets as many of the newest log lines as a frame holds", async () => {
    const line = (n: number) => ({
      at: "now",
      level: "info",
      area: "hub",
      event: `e${n}`,
      fields: { text: "长".repeat(3000) },
    });
    const lines = Array.from({ length: 500 }, (_, n) => line(n));
    const { hub, call, callers } = await openHub({ host: { logs: () => lines } });
    await using _hub = hub;
    const { result } = await call("admin.logs", { caller: callers.owner });
    const events = (result as { event: string }[]).map(({ event }) => event);
    expect(events.length).toBeGreaterThan(80);
    expect(events).toEqual(lines.slice(-events.length).map(({ event }) => event));
  });

  test("tells where it listens", async () => {
    const { hub, call } = await openHub();
    await using _hub = hub;
    await call("admin.listening", { url: "http://127.0.0.1:1234" });
    expect(hub.listening).toEqual(["http://127.0.0.1:1234"]);
  });
});
