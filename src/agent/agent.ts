/** Puts the agent together: loop, turns and the kernel's prompt sections. */
import { ROOT_AGENT } from "#contract";
import type { KernelState } from "#kernel/state";
import { declareKernelSections } from "./prompt/index.ts";
import { createEventLoop, type EventLoop } from "./scheduler/index.ts";
import { createSubagents } from "./subagents/index.ts";
import { registerToolHelp } from "./tool-help.ts";
import { toolIndex, toolTable } from "./tool-table.ts";
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
    toolIndex: (agent = ROOT_AGENT) => toolIndex(toolTable(state.tools.list(), agent)),
    persona: () => state.persona.text(),
    language: () => String(state.config.get("core.house.language")),
    timeZone,
  });
  const subagents = createSubagents(state, loop);
  const toolHelp = registerToolHelp(state.tools);
  return {
    submit: (input, signal) => loop.submit(input, signal),
    stop(personId) {
      const ended = loop.stop(personId);
      // In the same breath: residents begin nothing anew before they, too, are looked at.
      return ended + subagents.stop(personId);
    },
    load: () => loop.load(),
    async [Symbol.asyncDispose]() {
      sections[Symbol.dispose]();
      toolHelp[Symbol.dispose]();
      await subagents[Symbol.asyncDispose]();
      await loop[Symbol.asyncDispose]();
    },
  };
}
