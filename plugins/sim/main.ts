/** The simulated flat as a plugin: registers its devices, lets time pass, carries out commands. */
import { type DeviceHandle, definePlugin, type Hub } from "@homeagent/sdk";
import { createSimulation } from "./simulation.ts";

const FALLBACK_TICK_MS = 1000;

definePlugin({
  async start(hub) {
    const { seed, speed, tickMs } = readSettings(hub);
    const simulation = createSimulation(hub.clock.now(), offsetMinutes(hub), seed);
    const handles = new Map<string, DeviceHandle>();
    /** The command that a moving device still carries out, so that its reports name it. */
    const moving = new Map<string, string>();
    for (const { declaration } of simulation.devices) {
      const handle = await hub.devices.register(declaration, ({ commandId, capability, value }) => {
        const state = simulation.command(declaration.id, capability, value);
        if (capability in state) moving.delete(declaration.id);
        else moving.set(declaration.id, commandId);
        return state;
      });
      handles.set(declaration.id, handle);
    }
    let last = hub.clock.monotonic();
    hub.clock.every(tickMs, () => {
      const now = hub.clock.monotonic();
      const seconds = ((now - last) / 1000) * speed;
      last = now;
      for (const [id, state] of simulation.advance(seconds)) {
        handles.get(id)?.report(state, moving.get(id));
        if (settled(state)) moving.delete(id);
      }
    });
  },
});

/** Whether a report is the last one of a movement. */
const settled = (state: Readonly<Record<string, unknown>>) =>
  state["state"] !== "opening" && state["state"] !== "closing";

function readSettings(hub: Hub) {
  const { seed, speed, tick } = hub.settings.initial;
  return {
    seed: typeof seed === "number" ? seed : 1,
    speed: typeof speed === "number" && speed > 0 ? speed : 1,
    tickMs: typeof tick === "number" && tick > 0 ? tick : FALLBACK_TICK_MS,
  };
}

/** How far the house's zone is from UTC now, in minutes. */
function offsetMinutes(hub: Hub): number {
  const name = new Intl.DateTimeFormat("en", { timeZone: hub.timeZone, timeZoneName: "longOffset" })
    .formatToParts(hub.clock.now())
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(name ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
