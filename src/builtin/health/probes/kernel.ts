/** Whether the kernel does what it is there for: keep settings, and turn a sentence into a deed. */
import { codeOf } from "#base";
import type { Config } from "#kernel/state";
import { broken, type Probe, well } from "../probe.ts";
import { ProbeLamp, SENTENCES } from "./lamp.ts";

const SETTING = "core.house.language";
const REMEDY = "restart the hub; if it stays, report it with the log";

export const kernelProbes: readonly Probe[] = [
  {
    part: "kernel",
    name: "kernel.store",
    async run({ live }) {
      return well(1, `hub.db answers; ${live.access.people().length} people have an account`);
    },
  },
  {
    part: "kernel",
    name: "kernel.settings",
    isIsolated: true,
    async run({ isolated }) {
      const { config } = await isolated();
      const before = config.get(SETTING);
      config.set(SETTING, "en");
      const stored = config.get(SETTING);
      const refusal = refusalOf(config);
      config.unset(SETTING);
      const isWell =
        stored === "en" && refusal === "CONFIG_VALUE_INVALID" && config.get(SETTING) === before;
      if (isWell) return well(3, "a setting is kept, refused and taken back");
      return broken(
        3,
        `stored ${stored}, refused with ${refusal}, back at ${config.get(SETTING)}`,
        REMEDY,
      );
    },
  },
  {
    part: "kernel",
    name: "kernel.sentence",
    isIsolated: true,
    async run({ isolated }, signal) {
      const lamp = new ProbeLamp(await isolated());
      const { reply, toolCalls } = await lamp.say(SENTENCES.on, signal);
      const [call] = toolCalls;
      if (call?.name !== "device_command" || call.outcome !== "ok") {
        const what = call === undefined ? "nothing" : `${call.name}: ${call.outcome}`;
        return broken(1, `"${SENTENCES.on}" did ${what}; the reply: ${reply}`, REMEDY);
      }
      const { state, lastChange } = lamp.device();
      const links = lastChange?.cause.map(({ kind }) => kind).join(" → ") ?? "none";
      if (state["on"] === true && links === "person → turn → tool → command") {
        return well(toolCalls.length, "a sentence switched a lamp, and the lamp knows why");
      }
      return broken(1, `the lamp is ${JSON.stringify(state)}, its cause ${links}`, REMEDY);
    },
  },
];

/** With what a value that does not fit is refused; it must be. */
function refusalOf(config: Config): string {
  try {
    config.set(SETTING, "martian");
    return "nothing";
  } catch (error) {
    return codeOf(error);
  }
}
