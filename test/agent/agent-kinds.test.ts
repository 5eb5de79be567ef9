/** All kinds of agent, one table: sections, tools and channels are the same but for what was not granted. */
import { describe, expect, it } from "vitest";
import type { AgentKind } from "#contract";
import { openTimers } from "../builtin/support.ts";
import { asKind } from "../support/agent-kinds.ts";

/** Tools that only make sense for some kinds. */
const FOREIGN: Readonly<Record<AgentKind, readonly string[]>> = {
  root: ["inputch_note", "notify_parent"],
  child: ["inputch_note", "resident_agents"],
  resident: ["resident_agents"],
};
/** What a resident keeps whatever its parent grants. */
const KEPT: Readonly<Record<AgentKind, readonly string[]>> = {
  root: [],
  child: [],
  resident: ["inputch_note", "notify_parent"],
};

const wanted = [
  ["echo", {}],
  ["secret", {}],
  ["output_list_channels", {}],
  ["output_send__qq", { payload: "hi" }],
  ["output_send__mail", { payload: "hi" }],
  ["output_send__mail_help", {}],
] as const;

describe.each(["root", "child", "resident"] as const)("a %s agent", (kind) => {
  it("without grants of its own sees every section, tool and channel, and may use them", async () => {
    const { sections, toolNames, outcomes, contents, effects, all } = await asKind(
      kind,
      {},
      wanted,
    );
    expect(sections).toEqual(all.sections);
    expect(sections).toContain("be kind");
    expect(toolNames).toEqual(all.tools.filter((name) => !FOREIGN[kind].includes(name)));
    expect(outcomes).toEqual(wanted.map(([name]) => [name, "ok"]));
    const channels = JSON.parse(contents.get("output_list_channels") ?? "");
    expect(channels.map(({ name }: { name: string }) => name)).toEqual(["qq", "mail"]);
    expect(effects).toEqual(["echo", "secret", "qq: hi", "mail: hi"]);
  });

  it("with narrowed tools sees the same sections, the named tools, and is denied the others", async () => {
    const tools = ["echo", "output_list_channels"];
    const seen = await asKind(kind, { tools, outputs: ["qq"] }, wanted);
    expect(seen.sections).toEqual(seen.all.sections);
    // At the table …
    expect(seen.toolNames).toEqual(
      [...tools, "output_send__qq", "output_send__qq_help", ...KEPT[kind]].toSorted(),
    );
    // … in the list …
    const channels = JSON.parse(seen.contents.get("output_list_channels") ?? "");
    expect(channels.map(({ name }: { name: string }) => name)).toEqual(["qq"]);
    // … and at the call, whatever the model says.
    expect(seen.outcomes).toEqual([
      ["echo", "ok"],
      ["secret", "denied"],
      ["output_list_channels", "ok"],
      ["output_send__qq", "ok"],
      ["output_send__mail", "denied"],
      ["output_send__mail_help", "denied"],
    ]);
    expect(seen.effects).toEqual(["echo", "qq: hi"]);
  });

  it("with no tools and no channels granted has none, and nothing that it calls happens", async () => {
    const seen = await asKind(kind, { tools: [], outputs: [] }, wanted);
    expect(seen.sections).toEqual(seen.all.sections);
    expect(seen.toolNames).toEqual(KEPT[kind]);
    expect(new Set(seen.outcomes.map(([, outcome]) => outcome))).toEqual(new Set(["denied"]));
    expect(seen.effects).toEqual([]);
  });

  it("has none of the tools of other kinds, not even by name", async () => {
    const { outcomes } = await asKind(
      kind,
      {},
      FOREIGN[kind].map((name) => [name, {}]),
    );
    expect(outcomes).toEqual(FOREIGN[kind].map((name) => [name, "denied"]));
  });

  it("cannot have a timer do later what it may not do itself", async () => {
    await using rig = openTimers();
    const later = { durationSeconds: 60, action: { tool: "probe", arguments: { level: 1 } } };
    const narrowed = { id: "x", kind, allowedTools: ["timer_set"] };
    expect((await rig.call("timer_set", later, { agent: narrowed })).outcome).toBe("denied");
    const both = { ...narrowed, allowedTools: ["timer_set", "probe"] };
    expect((await rig.call("timer_set", later, { agent: both })).outcome).toBe("ok");
  });
});
