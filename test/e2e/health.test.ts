/** The self-check of a real hub: a model asks for it, the living house learns nothing of it. */
import { expect, test } from "vitest";
import type { Device, HubStatus } from "#contract";
import { startHub } from "../support/hub-process.ts";
import { startScriptedOpenAi, textReply, toolCallReply } from "../support/scripted-openai.ts";

test("a model that asks how the hub is gets every part's answer", async () => {
  await using model = await startScriptedOpenAi();
  await using hub = await startHub({ fromSource: true });
  const set = (key: string, value: string) =>
    expect(hub.waiter("config", "set", key, value).stderr).toBe("");
  set("core.llm.sources.main.base_url", model.url);
  set("core.llm.sources.main.api_key", "sk-1");
  set("core.llm.sources.main.model", "scripted");
  set("core.health.interval", "45m");
  const devices = () => JSON.parse(hub.waiter("devices", "--json").stdout) as Device[];
  const before = devices().map(({ id }) => id);

  model.script(
    toolCallReply({ id: "call_1", name: "healthcheck_report", arguments: "{}" }),
    textReply("都好。"),
  );
  expect(await hub.ask("你自己还好吗")).toMatchObject({
    reply: "都好。",
    toolCalls: [{ name: "healthcheck_report", outcome: "ok" }],
  });

  const told = JSON.stringify(model.requests.at(-1)?.body);
  for (const name of [
    "plugins.running",
    "tools.offered",
    "tools.calls",
    "memory.store",
    "memory.window",
    "memory.archive",
    "kernel.store",
    "kernel.settings",
    "kernel.sentence",
    "kernel.isolation",
  ])
    expect(told).toContain(`ok ${name}: `);
  for (const name of ["perf.sentence", "perf.loop", "perf.disk", "perf.memory"])
    expect(told).toContain(` ${name}: `);
  expect(devices().map(({ id }) => id)).toEqual(before);
  // How fast this machine is now is its own affair; nothing else may be amiss.
  const { degraded, boot } = JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
  const checks = degraded.filter(({ part }) => part.startsWith("check:"));
  expect(checks.filter(({ part }) => !part.startsWith("check:perf."))).toEqual([]);
  expect(boot.map(({ module }) => module)).toContain("health");
  expect(await hub.stop()).toBe(0);
});
