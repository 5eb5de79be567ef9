/**
 * F01: a self-check wrote probe rows into live memory every 30 minutes. Whatever writes is tried in
 * an isolated hub; a hundred checks leave every row and every file of the living one as they were,
 * and nothing in the folder for temporary files.
 */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { HealthReport } from "#builtin";
import type { ToolResult } from "#contract";
import { owner } from "../support/agent-state.ts";
import type { BootedHub } from "../support/booted-hub.ts";
import { atRest, livingHub, notWell, openPlaces, settled } from "../support/living-hub.ts";

const CHECKS = 100;
const never = new AbortController().signal;

/** The whole self-check, as a person's sentence would run it. */
const report = ({ state }: BootedHub): Promise<ToolResult> => {
  const call = { turnId: "t_1", callId: "c_1", channel: "cli", origin: "person" } as const;
  return state.tools.invoke(
    "healthcheck_report",
    {},
    { ...call, principal: owner, cause: [] },
    never,
  );
};

test("a hundred checks leave every row, every file and the folder for temporary files as they were", {
  timeout: 600_000,
}, async () => {
  const { data, temporary } = openPlaces();
  await using hub = await livingHub(data);
  const before = await atRest(data);
  // What the comparison stands on is there at all.
  const { hub: rows, memory, files } = before as Record<string, Record<string, unknown[]>>;
  expect(rows?.["home_devices"]).toHaveLength(1);
  expect(memory?.["context_events"]?.length).toBeGreaterThan(1);
  expect(memory?.["documents"]).toHaveLength(1);
  expect(Object.keys(files ?? {})).toEqual(
    expect.arrayContaining(["hub.db", "memory.db", "personal/personal.md", "text"]),
  );
  const revision = hub.state.house.snapshot().revision;
  for (let check = 0; check < CHECKS; check += 1) {
    const { outcome, data: found } = await report(hub);
    expect([outcome, notWell(found as HealthReport)]).toEqual(["ok", []]);
  }
  expect(await settled(data)).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
  expect(hub.state.house.snapshot().revision).toBe(revision);
  expect(
    hub.state.promptSections
      .render()
      .map(({ content }) => content)
      .join(),
  ).not.toContain("自检灯");
});

test("a single row more would be seen by that comparison", async () => {
  const { data } = openPlaces();
  await using hub = await livingHub(data);
  const before = await atRest(data);
  await hub.state.context.append({
    source: "user",
    channel: "selfcheck",
    personId: "selfcheck",
    input: "probe",
  });
  expect(await settled(data)).not.toEqual(before);
});

test("a check tells nobody: no event of the living hub comes from them", async () => {
  const { data } = openPlaces();
  await using hub = await livingHub(data);
  const heard: string[] = [];
  for (const name of ["device_state", "house_changed", "config_changed", "agent_output"] as const)
    hub.state.events.on(name, () => heard.push(name));
  await report(hub);
  expect(heard).toEqual([]);
});
