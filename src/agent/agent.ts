/** Puts the agent together: loop, turns and the kernel's prompt sections. */
import type { KernelState } from "#kernel/state";
import { declareKernelSections } from "./prompt/index.ts";
import { createEventLoop, type EventLoop } from "./scheduler/index.ts";
import { runTurn } from "./turn/turn.ts";

/** The root agent; disposing ends its turns and takes its sections back. */
export function createAgent(state: KernelState, timeZone: () => string): EventLoop {
  const loop = createEventLoop({
    clock: state.clock,
    ids: state.ids,
    log: state.log.scope("agent"),
    run: (input, frame) => runTurn({ state }, input, frame),
  });
  const sections = declareKernelSections({
    sections: state.promptSections,
    clock: state.clock,
    persona: () => String(state.config.get("core.agent.system_prompt")),
    language: () => String(state.config.get("core.house.language")),
    timeZone,
  });
  return {
    submit: (input, signal) => loop.submit(input, signal),
    stop: (personId) => loop.stop(personId),
    load: () => loop.load(),
    async [Symbol.asyncDispose]() {
      sections[Symbol.dispose]();
      await loop[Symbol.asyncDispose]();
    },
  };
}
