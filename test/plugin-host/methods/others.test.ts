/** Other plugins, model sources, tools of others: with no more rights than the plugin itself has. */
import { describe, expect, test } from "vitest";
import type { ProviderStatus, ToolContext } from "#contract";
import type { Models } from "#kernel/state";
import { openEvery, read } from "../../support/every-hub.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { owner } from "../../support/plugin-hub.ts";

const never = new AbortController().signal;
const guest = { personId: "g", name: "G", role: "guest", areas: ["living"] } as const;

describe("other plugins", () => {
  test("are listed with what they publish, and called by their tools", async () => {
    await using hub = await openEvery({}, { every: {}, other: {} });
    const api = { name: "runs", description: "what ran", tool: "other_runs" };
    expect(await hub.call("api.register", api, "other")).toBeNull();
    const listed = (await hub.call("plugin.listLoaded")) as { name: string; api: unknown }[];
    expect(listed.map(({ name, api: own }) => [name, own])).toEqual([
      ["every", []],
      ["other", [api]],
    ]);
    expect(await hub.call("tool.invoke", { name: "other_runs", arguments: {} })).toEqual({
      outcome: "ok",
      content: "[]",
    });
    expect(await hub.call("api.register", { ...api, tool: "every_runs" }, "other")).toMatch(
      /^NOT_FOUND/,
    );
    await hub.host.disable("other");
    expect(await hub.call("plugin.listLoaded")).toMatchObject([
      { name: "every" },
      { name: "other", state: "disabled", api: [] },
    ]);
    expect(await hub.call("plugin.isDisabled", { name: "other" })).toEqual({ disabled: true });
    expect(await hub.call("plugin.isDisabled", { name: "every" })).toEqual({ disabled: false });
  });

  test("are read anew on request, but not oneself, nobody unknown, and not without end", async () => {
    await using hub = await openEvery({ clock: createManualClock() }, { every: {}, other: {} });
    const reload = (name: string) => hub.call("plugin.reloadOne", { name });
    expect(await reload("every")).toMatch(/^CONFLICT: a plugin cannot reload itself/);
    expect(await reload("nobody")).toMatch(/^PLUGIN_UNKNOWN/);
    for (let n = 0; n < 3; n += 1) expect(await reload("other")).toEqual({ changed: false });
    expect(await reload("other")).toMatch(/^BUSY/);
    expect(hub.status("every")?.state).toBe("running");
    expect(hub.status("other")?.state).toBe("running");
  });
});

describe("a tool that a plugin calls", () => {
  test("is called with a member's rights, even for the owner", async () => {
    await using hub = await openEvery();
    const contexts: ToolContext[] = [];
    for (const role of ["member", "owner"] as const) {
      const definition = { name: `for_${role}`, description: role, role, parameters: {} };
      hub.state.tools.register("kernel", definition, (_args, context) => {
        contexts.push(context);
        return Promise.resolve({ outcome: "ok", content: "done" });
      });
    }
    expect(read(await hub.tool("every_relay", { name: "for_member", args: {} }))).toEqual({
      outcome: "ok",
      content: "done",
    });
    expect(read(await hub.tool("every_relay", { name: "for_owner", args: {} }))).toMatchObject({
      outcome: "denied",
    });
    expect(contexts).toMatchObject([
      {
        turnId: "t_1",
        principal: { personId: "plugin:every", role: "member" },
        origin: "plugin",
        cause: [{ kind: "plugin", id: "every" }, { kind: "tool" }],
      },
    ]);
  });

  test("within a guest's call, or an agent's with few tools, is held as they are", async () => {
    await using hub = await openEvery();
    const definition = { name: "for_member", description: "x", role: "member", parameters: {} };
    hub.state.tools.register("kernel", { ...definition, role: "member" }, () =>
      Promise.resolve({ outcome: "ok", content: "done" }),
    );
    const base: ToolContext = {
      turnId: "t_1",
      callId: "c_1",
      principal: guest,
      channel: "cli",
      origin: "person",
      cause: [],
    };
    const args = { name: "for_member", args: {} };
    const relay = async (context: ToolContext) =>
      read(await hub.state.tools.invoke("every_relay", args, context, never));
    expect(await relay(base)).toMatchObject({ outcome: "denied" });
    const agent = { id: "a", kind: "child" as const, allowedTools: ["every_relay"] };
    expect(await relay({ ...base, principal: owner, agent })).toMatchObject({ outcome: "denied" });
    expect(await relay({ ...base, principal: owner })).toMatchObject({ outcome: "ok" });
  });

  test("that calls the first one again comes to an end by itself", async () => {
    await using hub = await openEvery({}, { every: {}, other: {} });
    let args: object = { name: "every_runs", args: {} };
    for (let n = 0; n < 12; n += 1) {
      args = { name: n % 2 === 0 ? "other_relay" : "every_relay", args };
    }
    expect((await hub.tool("every_relay", args)).content).toContain("8 plugins call one another");
    expect(await hub.call("tool.invoke", { name: "nothing", arguments: {} })).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("model sources", () => {
  const definitions = [
    { key: "core.llm.provider", type: "string", default: "", description: "first" },
    { key: "core.llm.sources.*.model", type: "string", default: "", description: "model" },
    { key: "core.llm.sources.*.api_key", type: "password", default: "", description: "key" },
  ] as const;
  const status: readonly ProviderStatus[] = [
    { name: "a", state: "off", lastError: "401", errorCode: "PROVIDER_AUTH" },
    { name: "b", state: "ready", lastError: null },
    { name: "intents", state: "ready", lastError: null },
  ];

  test("are listed without a key, and the owner's choice is the setting that is shown", async () => {
    await using hub = await openEvery();
    const { config } = hub.state;
    config.define("core.llm", definitions);
    config.set("core.llm.sources.a.model", "large");
    config.set("core.llm.sources.b.model", "small");
    config.set("core.llm.sources.a.api_key", "sk-1234");
    Object.assign(hub.state.models, { status: () => status } satisfies Partial<Models>);
    const listed = await hub.call("llm.listSources");
    expect(listed).toEqual([
      { ...status[0], model: "large", isCurrent: false },
      { ...status[1], model: "small", isCurrent: true },
      { ...status[2], model: "", isCurrent: false },
    ]);
    expect(JSON.stringify(listed)).not.toContain("sk-1234");
    expect(await hub.call("llm.currentSource")).toMatchObject({ name: "b" });
    expect(await hub.call("llm.setSource", { name: "a" })).toMatchObject({ isCurrent: true });
    expect(config.get("core.llm.provider")).toBe("a");
    expect(await hub.call("llm.setSource", { name: "intents" })).toMatch(
      /^NOT_FOUND: .*one of a, b/,
    );
    expect(await hub.call("llm.setSource", { name: "" })).toMatchObject({ name: "b" });
    expect(config.get("core.llm.provider")).toBe("");
  });
});

describe("events", () => {
  test("are followed by plugins and published by none", async () => {
    await using hub = await openEvery();
    expect(await hub.call("events.subscribe", { names: ["notice"] })).toBeNull();
    expect(await hub.call("events.subscribe", { names: ["nothing"] })).toMatch(/^INVALID_PARAMS/);
    expect(await hub.call("events.publish", { name: "notice" })).toMatch(/^METHOD_UNKNOWN/);
    expect(await hub.call("events.unsubscribe")).toBeNull();
  });
});
