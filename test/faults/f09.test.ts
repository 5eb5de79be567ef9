/** F09: `on_input` ran late or not at all for some inputs, and some turns were not remembered. */
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import { type InputOrigin, STAGES } from "#contract";
import type { Input } from "#kernel/state";
import { agentState, calls, owner, type Script, text } from "../support/agent-state.ts";
import { input, live, settled } from "../support/gated-agent.ts";

const ORIGINS: readonly InputOrigin[] = ["person", "timer", "plugin", "agent", "kernel"];

function withCamera(script: Script) {
  const setup = agentState(script);
  const { state } = setup;
  state.tools.register("t", { name: "camera", description: "", parameters: {} }, async () => ({
    outcome: "ok",
    content: "a picture",
    media: [{ kind: "image", mime: "image/png", digest: "abc" }],
  }));
  const seen: string[] = [];
  for (const stage of STAGES) {
    state.stages.register("test", stage, async (context) => {
      seen.push(`${stage} ${context.rawMessage}`);
    });
  }
  state.events.on("raw_input", () => void seen.push("raw_input"));
  return { ...setup, seen, agent: createAgent(state, () => "UTC") };
}

const kinds: readonly (readonly [string, Partial<Input>])[] = [
  ...ORIGINS.map((origin) => [`of origin "${origin}"`, { origin }] as const),
  ["that is urgent", { level: 3 }],
  ["that interrupts nothing", { interrupt: "cancel" }],
  ["with an id", { messageId: "m1" }],
];

describe("F09", () => {
  it.each(kinds)(
    "an input %s passes all stages in their order and is remembered",
    async (_, more) => {
      const { agent, requests, seen } = withCamera(({ round }) =>
        round === 0 ? calls(["camera", {}]) : text("here"),
      );
      await agent.submit(input("show", more), live());
      await settled();
      expect(seen).toEqual(
        [
          "raw_input",
          "on_input",
          "pre_action",
          "post_action",
          "before_toolcall",
          "after_toolcall",
          "post_action",
          "before_output",
          "after_output",
        ].map((stage) => (stage === "raw_input" ? stage : `${stage} show`)),
      );
      await agent.submit(input("next", { ...more, messageId: "m2" }), live());
      // The turn with its picture is in the history of the next one.
      expect(requests[2]?.messages.slice(1)).toMatchObject([
        // What is not from a person says where it is from.
        { role: "user", content: expect.stringMatching(/(^|\] )show$/) },
        { role: "assistant" },
        { role: "tool", content: "a picture" },
        { role: "user", media: [{ digest: "abc" }] },
        { role: "assistant", content: "here" },
        { role: "user", content: "next" },
      ]);
    },
  );

  it("a batch of notices does so too, as one input", async () => {
    const { agent, clock, seen } = withCamera(() => text("seen"));
    const notices = ["one", "two"].map((said) =>
      agent.submit(input(said, { origin: "plugin", isNotice: true }), live()),
    );
    clock.advance(2000);
    await Promise.all(notices);
    expect(seen.slice(0, 2)).toEqual(["raw_input", "on_input one\ntwo"]);
  });

  it("what on_input answers itself does not reach the model by way of the history", async () => {
    const { agent, state, requests } = withCamera(() => text("ok"));
    state.stages.register("filter", "on_input", async (context) => {
      if (context.rawMessage.includes("secret")) context.response = "not that";
    });
    await agent.submit(input("a secret", { principal: owner }), live());
    await agent.submit(input("next"), live());
    expect(JSON.stringify(requests)).not.toContain("secret");
  });
});
