/** Whether the plugins that should run do run. Only looked at: the host itself restarts them. */
import { broken, type Probe, well } from "../probe.ts";

/** How the host names a plugin among the parts that are not well. */
const partOf = (name: string) => `plugin.${name}`;

export const pluginProbes: readonly Probe[] = [
  {
    part: "plugins",
    name: "plugins.running",
    async run({ live }) {
      const all = live.plugins.list();
      const given = new Set(live.health.list().map(({ part }) => part));
      // Off by the owner's wish is no fault; given up by the host is.
      const down = all.filter(
        ({ name, state }) =>
          state === "backoff" || (state === "disabled" && given.has(partOf(name))),
      );
      if (down.length > 0) {
        const names = down.map(({ name, reason }) => `${name} (${reason ?? "no reason given"})`);
        return broken(
          all.length,
          `not running: ${names.join(", ")}`,
          "mend what the reason says, then: waiter plugin reload NAME",
        );
      }
      const running = all.filter(({ state }) => state === "running").length;
      return well(
        all.length,
        `${running} of ${all.length} plugins run, the others are off or starting`,
      );
    },
  },
];
