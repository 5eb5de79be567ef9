/** The boot module of the MCP client: foreign tool servers that the owner set, once the plugins are up. */
import { join } from "node:path";
import { createHttpClient, systemProcesses } from "#base";
import { createMcp, MCP_OWNER, mcpDefinitions } from "#builtin";
import type { BootModule } from "#kernel/boot";
import type { HubRun } from "./hub.ts";

/** Starts no server by itself: boot waits for none, and a hub without servers loads nothing. */
export const mcpModule: BootModule<HubRun> = {
  name: "mcp",
  needs: ["plugins"],
  async start(run) {
    const { state } = run;
    const { clock, config, health, tools } = state;
    const log = state.log.scope("mcp");
    config.define(MCP_OWNER, mcpDefinitions);
    const servers = createMcp({
      config,
      tools,
      health,
      clock,
      log,
      processes: systemProcesses(clock),
      http: createHttpClient({ clock }),
      homesDir: join(state.paths.pluginData, "mcp"),
    });
    let isOver = false;
    // A name that a plugin and a server both want is the plugin's.
    run
      .pluginsSettled()
      .then(() => {
        if (!isOver) servers.start();
      })
      .catch((error: unknown) => log.error("mcp.not_started", { error }));
    return {
      async [Symbol.asyncDispose]() {
        isOver = true;
        await servers[Symbol.asyncDispose]();
      },
    };
  },
};
