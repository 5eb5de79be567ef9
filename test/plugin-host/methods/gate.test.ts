/** Deny by default (F47, F60): what was not asked for, what does not exist, and what this hub lacks. */
import { expect, test } from "vitest";
import { type CapabilityName, pluginMethods } from "#contract";
import { openEvery } from "../../support/every-hub.ts";

const guarded = Object.entries(pluginMethods).filter(([, { capability }]) => capability !== "core");

test("every method is refused to a plugin without its capability, by name and with the remedy", async () => {
  await using hub = await openEvery({}, { bare: { capabilities: {} } });
  // Its start needs nothing but `core`; a plugin without a capability runs like any other.
  expect(hub.status("bare")?.state).toBe("running");
  expect(guarded.length).toBeGreaterThan(45);
  for (const [method, { capability }] of guarded) {
    expect(await hub.call(method, {}, "bare")).toBe(refusal(method, capability));
  }
});

const refusal = (method: string, capability: CapabilityName) =>
  `CAPABILITY_DENIED: ${method} needs the capability "${capability}", which the plugin does not have` +
  ` (declare it in plugin.json: "capabilities": {"${capability}": {}})`;

test("a method outside of the table is refused even to a plugin that may do everything", async () => {
  await using hub = await openEvery();
  for (const method of ["events.publish", "settings.forget", "constructor", "memory.edit"]) {
    expect(await hub.call(method)).toMatch(new RegExp(`^METHOD_UNKNOWN: .*"${method}"`));
  }
  expect(await hub.call("admin.users", { caller: "0".repeat(64) })).toMatch(/^CAPABILITY_DENIED/);
});

test("what this run of the hub has no part for says so, and what to do", async () => {
  await using hub = await openEvery();
  const triples = [{ subject: "a", relation: "b", object: "c" }];
  const media = [{ base64: "AAAA", mime: "image/png" }];
  const calls: readonly [string, object][] = [
    ["memory.recall", { query: "x" }],
    ["memory.commit", { triples }],
    ["memory.introspect", {}],
    ["memory.merge", { source: "a", target: "b" }],
    ["memory.purge", { subject_contains: "a" }],
    ["doc.query", { query: "x" }],
    ["doc.insert", { content: "x" }],
    ["doc.insertWithMedia", { content: "x", media }],
    ["doc.remove", { id: "x" }],
    ["doc.stats", {}],
    ["knowledge.search", { query: "x" }],
    ["knowledge.add", { name: "a/b", content: "x" }],
    ["knowledge.list", {}],
    ["textmemory.append", { input: "a", response: "b" }],
    ["social.getPerson", { name: "x" }],
    ["social.getTrait", { trait: "x" }],
    ["social.getRelations", { name: "x" }],
    ["social.getNetwork", { name: "x" }],
    ["social.listPersons", {}],
    ["io.injectMedia", { channel: "every", media }],
    ["io.injectMediaSync", { channel: "every", media }],
    ["io.injectInterruptMedia", { channel: "every", media }],
    ["timer.list", {}],
  ];
  for (const [method, params] of calls) {
    expect(await hub.call(method, params), method).toMatch(/^NOT_AVAILABLE: .+ \(.+\)$/);
  }
  expect(hub.inputs).toEqual([]);
});

test("the lock of a stage is for whoever handles one", async () => {
  await using hub = await openEvery();
  for (const method of ["stage.lock", "stage.unlock"]) {
    expect(await hub.call(method), method).toMatch(/^CONFLICT: no stage of it runs \(.+\)$/);
  }
});

test("parameters out of their bounds are refused with the field", async () => {
  await using hub = await openEvery();
  expect(await hub.call("memory.recall", { query: "" })).toMatch(
    /^INVALID_PARAMS: memory.recall\/query/,
  );
  expect(await hub.call("memory.recall", { query: "x", depth: 9 })).toMatch(/\/depth/);
  expect(await hub.call("exec.run", { argv: [] })).toMatch(/^INVALID_PARAMS: exec.run\/argv/);
  expect(await hub.call("timer.set", { durationMs: 1, channel: "every" })).toMatch(/\/durationMs/);
});
