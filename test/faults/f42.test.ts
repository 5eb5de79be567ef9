/** F42: a crashed plugin left its tools, stages and channels behind. One call detaches everything by owner, and it may register again. */
import { expect, test } from "vitest";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub, type PluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

/** Everything of the plugin that others can see. */
function traces({ state }: PluginHub) {
  return {
    tools: state.tools.list().filter(({ owner }) => owner === "well").length,
    outputs: state.outputs.list().filter(({ owner }) => owner === "well").length,
    sections: state.promptSections.render().filter(({ owner }) => owner === "well").length,
    available: state.house.snapshot().devices.filter(({ available }) => available).length,
  };
}
const ALL = { tools: 2, outputs: 1, sections: 1, available: 1 };
/** Counts who listens, so that a subscription left behind shows. */
function countListeners({ state }: PluginHub): () => number {
  const on = state.events.on.bind(state.events);
  let count = 0;
  state.events.on = (name, listener) => {
    const subscription = on(name, listener);
    count += 1;
    return {
      [Symbol.dispose]() {
        count -= 1;
        subscription[Symbol.dispose]();
      },
    };
  };
  return () => count;
}
const NONE = { tools: 0, outputs: 0, sections: 0, available: 0 };

test("F42: nothing of a crashed plugin is offered any more, and it registers all of it again", async () => {
  const clock = createManualClock();
  await using hub = await openPluginHub({ plugins: ["well"], clock });
  const listeners = countListeners(hub);
  await hub.host.boot(never);
  await hub.host.settled();
  for (let crash = 0; crash < 3; crash += 1) {
    expect({ ...traces(hub), listeners: listeners() }).toEqual({ ...ALL, listeners: 1 });
    const gone = hub.until("well", "backoff");
    // A stage that it hooked would run on without it.
    hub.state.stages.register("well", "on_input", () => Promise.reject(new Error("ghost")));
    expect((await hub.tool("well_do", { deed: "exit" })).outcome).toBe("failed");
    expect((await gone).reason).toBe("ended");
    // The one who waits for the state is the last.
    expect({ ...traces(hub), listeners: listeners() }).toEqual({ ...NONE, listeners: 0 });
    const context = { errors: [] as string[] };
    await hub.state.stages.run("on_input", context as never, never);
    expect(context.errors).toEqual([]);
    await expect.poll(() => hub.logged.some(({ event }) => event === "plugin.crashed")).toBe(true);
    hub.logged.splice(0);
    clock.advance(3000);
    await hub.until("well", "running");
  }
  expect(traces(hub)).toEqual(ALL);
});
