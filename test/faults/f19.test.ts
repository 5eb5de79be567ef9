/**
 * F19: losing the internet for three probes rolled the filesystem back. Here it triggers nothing but
 * the fallback: no restart, no rollback, no alarm; the house answers, and the source comes back by
 * itself when the network does.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { HubStatus } from "#contract";
import { childrenOf, type HubProcess, startHub, until } from "../support/hub-process.ts";
import { createManualClock } from "../support/manual-clock.ts";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import { startScriptedOpenAi, textReply } from "../support/scripted-openai.ts";

/** Everything that a restart or a rollback would change. */
function standing(hub: HubProcess) {
  const status = JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
  return {
    children: childrenOf(hub.pid)
      .map(({ pid }) => pid)
      .toSorted(),
    plugins: status.plugins.map(({ name, state, restarts }) => ({ name, state, restarts })),
    config: JSON.parse(hub.waiter("config", "list", "--json").stdout),
    // What SQLite keeps beside a database comes and goes.
    files: readdirSync(hub.dataDir).filter((name) => !/-(wal|shm)$/.test(name)),
  };
}

test("a hub whose only model cannot be reached obeys turn after turn and is not touched by it", async () => {
  // A port that was just given back: connections to it are refused, as with no network at all.
  const gone = await startScriptedOpenAi();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  await using hub = await startHub();
  // The first turn makes the folder of the text log, in its own time.
  await hub.ask("打开客厅灯");
  await until(() => readdirSync(hub.dataDir).includes("text"));
  expect(hub.waiter("config", "set", "core.llm.sources.main.base_url", url).stderr).toBe("");
  for (const model of ["one", "two"]) {
    // A changed setting brings the source back, so that it is asked and found unreachable anew.
    hub.waiter("config", "set", "core.llm.sources.main.model", model);
    const before = standing(hub);
    for (let turn = 1; turn <= 20; turn += 1) {
      const said = await hub.ask(`把客厅灯调到百分之${turn * 4}`);
      expect(said.provider).toBe("intents");
      expect(said.toolCalls.map(({ outcome }) => outcome)).toEqual(["ok"]);
    }
    expect(standing(hub)).toEqual(before);
  }
  const { providers } = JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
  expect(providers.find(({ name }) => name === "main")).toMatchObject({
    state: "probing",
    lastError: expect.stringContaining("cannot be reached"),
  });
  // It was really tried, and it is told once for each time that it went, not once a turn.
  const events = hub.log.map(({ event }) => event);
  expect(events).toContain("provider.failover");
  const told = hub.log.filter(
    ({ event, part }) => event === "health.degraded" && part === "model:main",
  );
  expect(told).toHaveLength(2);
  expect(events.filter((event) => event === "hub.ready")).toHaveLength(1);
  expect(hub.log.filter(({ level }) => level === "error")).toEqual([]);
  expect(await hub.stop()).toBe(0);
});

test("a source without a network is tried only now and then, and comes back by itself", async () => {
  await using server = await startScriptedOpenAi(textReply("back"), textReply("still"));
  const clock = createManualClock(Date.UTC(2026, 10, 30, 8));
  let isDown = true;
  let tries = 0;
  const bench = createSourceBench({
    clock,
    fetch: (address, init) => {
      tries += 1;
      return isDown ? Promise.reject(new TypeError("fetch failed")) : fetch(address, init);
    },
    onLog: (event) => event === "provider.retry" && queueMicrotask(() => clock.advance(2_000)),
  });
  bench.add("main", server.url);
  bench.models.register(fixedProvider("intents", Number.POSITIVE_INFINITY));
  const ask = async () => summary(await collect(bench.models.complete(question(), forever())));
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    expect((await ask()).provider).toBe("intents");
    clock.advance(60_000);
  }
  // Not once a minute, and not never.
  expect(tries).toBeGreaterThan(24);
  expect(tries).toBeLessThan((24 * 60) / 4);
  isDown = false;
  clock.advance(24 * 3_600_000);
  expect(await ask()).toMatchObject({ provider: "main", text: "back" });
  expect(await ask()).toMatchObject({ provider: "main", text: "still" });
  expect(bench.degraded()).toEqual([]);
});
