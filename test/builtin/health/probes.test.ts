/** The hub's own probes on real parts: each finds what is broken, in the copy or by looking at the living hub. */
import { readdirSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { createSelfCheck, type HealthReport, type SelfCheckParts } from "#builtin";
import type { PluginStatus } from "#contract";
import type { KernelState } from "#kernel/state";
import { openIsolatedHub } from "../../../src/main/isolated-hub.ts";
import { modules } from "../../../src/main/modules.ts";
import { owner } from "../../support/agent-state.ts";
import { atRest, livingHub, notWell, openPlaces, settled } from "../../support/living-hub.ts";

const never = new AbortController().signal;
let data: string;
let temporary: string;
beforeEach(() => {
  ({ data, temporary } = openPlaces());
});

/** A check of the real probes whose isolated hub is broken by the test. */
async function checkWith(
  live: KernelState,
  changes: Partial<Pick<SelfCheckParts, "live" | "machine">>,
  spoil: (state: KernelState) => void = () => undefined,
): Promise<HealthReport> {
  await using selfCheck = createSelfCheck({
    live,
    machine: { freeBytes: () => 2 ** 40, memoryBytes: () => 2 ** 26 },
    async openIsolated(signal) {
      const inner = modules.filter(({ name }) => INNER.includes(name));
      const hub = await openIsolatedHub(inner, data, signal);
      spoil(hub.state);
      return hub;
    },
    health: live.health,
    clock: systemClock,
    log: silentLogger,
    interval: { read: () => 60_000, onChange: () => ({ [Symbol.dispose]: () => undefined }) },
    ...changes,
  });
  return await selfCheck.check(undefined, never);
}
const INNER = ["store", "config", "registries", "house", "timers", "models", "memory", "agent"];

test("nothing is wrong with the copy itself", async () => {
  await using hub = await livingHub(data);
  expect(notWell(await checkWith(hub.state, {}))).toEqual([]);
});

test.each<[string, (state: KernelState) => void, string[]]>([
  [
    "tools that are denied",
    (state) =>
      void state.stages.register("test", "before_toolcall", async (turn) => {
        turn.deny = "no";
      }),
    ["kernel.sentence"],
  ],
  [
    "a model that answers in another's place",
    (state) =>
      void state.models.register({
        name: "liar",
        priority: -1,
        async *complete() {
          yield { kind: "text", text: "好的，打开了。" };
          yield { kind: "finish", reason: "stop", usage: null };
        },
      }),
    ["kernel.sentence"],
  ],
  [
    "a house that takes no devices",
    (state) => {
      state.house.register = () => {
        throw new Error("hub.db: the disk is full");
      };
    },
    ["kernel.sentence"],
  ],
  [
    "windows that forget",
    (state) => {
      state.context.window = async () => ({ events: [], pruned: 0 });
    },
    ["memory.window", "kernel.sentence"],
  ],
  [
    "an archive that loses what it is given",
    (state) => {
      state.documents.list = () => [];
    },
    ["memory.archive"],
  ],
  [
    "an archive that changes a word",
    (state) => {
      const list = state.documents.list.bind(state.documents);
      state.documents.list = (viewer, range) =>
        list(viewer, range).map((document) => ({
          ...document,
          event: { ...document.event, input: document.event.input.replace("25.5", "26") },
        }));
    },
    ["memory.archive"],
  ],
  [
    "settings that do not stay",
    (state) => {
      state.config.set = (key) => state.config.entry(key);
    },
    ["kernel.settings"],
  ],
  [
    "tools that everybody may call",
    (state) => {
      const invoke = state.tools.invoke.bind(state.tools);
      state.tools.invoke = (name, args, context, signal) =>
        invoke(name, args, { ...context, principal: owner }, signal);
    },
    ["tools.calls"],
  ],
])("%s", async (_what, spoil, failed) => {
  await using hub = await livingHub(data);
  const before = await atRest(data);
  const found = notWell(await checkWith(hub.state, {}, spoil));
  expect(found).toEqual(expect.arrayContaining(failed.slice(0, 1)));
  expect(failed).toEqual(expect.arrayContaining(found));
  expect(await settled(data)).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
});

test.each<[string, (live: KernelState) => Partial<SelfCheckParts>, string]>([
  [
    "a plugin that the host gave up",
    (live) => {
      live.health.degrade("plugin.mqtt", "crashed 3 times");
      const mqtt = { name: "mqtt", state: "disabled", reason: "crashed 3 times" };
      return { live: viewOf(live, { plugins: { list: () => [mqtt as PluginStatus] } }) };
    },
    "plugins.running",
  ],
  [
    "no plugin at all: nothing was looked at (F55)",
    (live) => ({ live: viewOf(live, { plugins: { list: () => [] } }) }),
    "plugins.running",
  ],
  [
    "no tool at all: nothing was looked at (F55)",
    (live) => ({ live: viewOf(live, { tools: { list: () => [] } }) }),
    "tools.offered",
  ],
  [
    "a tool without a description",
    (live) => {
      const [some] = live.tools.list();
      const dumb = { ...some, description: " " } as NonNullable<typeof some>;
      return { live: viewOf(live, { tools: { list: () => [dumb] } }) };
    },
    "tools.offered",
  ],
  [
    "a memory.db that does not answer",
    (live) => {
      const count = () => {
        throw new Error("memory.db: the disk reported an error");
      };
      return { live: viewOf(live, { documents: { count } }) };
    },
    "memory.store",
  ],
  [
    "a hub.db that does not answer",
    (live) => {
      const people = () => {
        throw new Error("hub.db: the disk reported an error");
      };
      return { live: viewOf(live, { access: { people } }) };
    },
    "kernel.store",
  ],
])("%s", async (_what, changesOf, failed) => {
  await using hub = await livingHub(data);
  const found = await checkWith(hub.state, changesOf(hub.state));
  expect(notWell(found)).toEqual([failed]);
  expect(hub.state.health.list().map(({ part }) => part)).not.toContain(`check:${failed}`);
});

test.each([
  [2 ** 28 - 1, 2 ** 26, { "perf.disk": "degraded", "perf.memory": "ok" }],
  [2 ** 20, 2 ** 26, { "perf.disk": "failed", "perf.memory": "ok" }],
  [Number.NaN, Number.NaN, { "perf.disk": "failed", "perf.memory": "failed" }],
  [2 ** 40, 400 * 2 ** 20, { "perf.disk": "ok", "perf.memory": "degraded" }],
  [2 ** 40, 600 * 2 ** 20, { "perf.disk": "ok", "perf.memory": "failed" }],
])("%d bytes free and %d held are judged", async (free, held, wanted) => {
  await using hub = await livingHub(data);
  const machine = { freeBytes: () => free, memoryBytes: () => held };
  const { checks } = await checkWith(hub.state, { machine });
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject(wanted);
});

const viewOf = (live: KernelState, other: Partial<SelfCheckParts["live"]>) => {
  const { plugins, tools, access, documents, health } = live;
  return { plugins, tools, access, documents, health, ...other };
};
