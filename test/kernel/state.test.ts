/** The kernel state: slots that say what is missing, sections with owners, health with recovery. */
import { describe, expect, it } from "vitest";
import { silentLogger } from "#base";
import { createHealth, createPromptSections, get, mount } from "#kernel/state";
import { agentState } from "../support/agent-state.ts";

describe("kernel state", () => {
  it("names a slot that nothing fills, and refuses to fill one twice", () => {
    const { state } = agentState(() => []);
    expect(() => state.house).toThrow('nothing fills "house" yet');
    expect(() => state.fill("tools", state.tools)).toThrow('"tools" is filled twice');
  });

  it("answers undefined when nothing is mounted, and mounts once", () => {
    const { state } = agentState(() => []);
    expect(get()).toBeUndefined();
    {
      using _mounted = mount(state);
      expect(get()).toBe(state);
      expect(() => mount(state)).toThrow("mounted twice");
    }
    expect(get()).toBeUndefined();
  });
});

describe("prompt sections", () => {
  it("render by order, then name; declaring twice renders once; empty content removes", () => {
    const sections = createPromptSections();
    sections.declare("b", { section: "b.x", order: 5, content: "old" });
    sections.declare("b", { section: "b.x", order: 5, content: "B" });
    sections.declare("a", { section: "a.y", order: 5, content: "A" });
    sections.declare("z", { section: "z.first", order: 1, content: "Z" });
    expect(sections.render().map(({ content }) => content)).toEqual(["Z", "A", "B"]);
    sections.declare("b", { section: "b.x", order: 5, content: "" });
    expect(sections.render().map(({ section }) => section)).toEqual(["z.first", "a.y"]);
  });

  it("refuse a malformed name and another owner's section; removing a foreign one changes nothing", () => {
    const sections = createPromptSections();
    sections.declare("a", { section: "a.y", order: 5, content: "A" });
    expect(() => sections.declare("b", { section: "a.y", order: 5, content: "B" })).toThrow(
      'not "b"\'s',
    );
    expect(() => sections.declare("b", { section: "B y", order: 5, content: "B" })).toThrow(
      "prompt section",
    );
    sections.remove("b", "a.y");
    sections.remove("b", "b.absent");
    expect(sections.render()).toHaveLength(1);
    sections.detach("a");
    expect(sections.render()).toEqual([]);
  });

  it("compute provided content at each rendering", () => {
    const sections = createPromptSections();
    let minute = 0;
    using _clock = sections.provide("k", { section: "k.clock", order: 9, volatile: true }, () => {
      minute += 1;
      return `minute ${minute}`;
    });
    sections.render();
    expect(sections.render()).toMatchObject([{ content: "minute 2", volatile: true, owner: "k" }]);
  });
});

describe("health", () => {
  it("lists a degradation while it lasts", () => {
    const health = createHealth(silentLogger);
    const degraded = health.degrade("embedding", "no model");
    expect(health.list()).toEqual([{ part: "embedding", reason: "no model" }]);
    degraded[Symbol.dispose]();
    expect(health.list()).toEqual([]);
  });
});
