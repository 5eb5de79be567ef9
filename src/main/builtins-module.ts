/** The boot module of what the owner's agent can do to the hub's machine: commands, files, settings, plugins. */
import { join } from "node:path";
import { systemProcesses } from "#base";
import {
  CMD_OWNER,
  Commands,
  cmdDefinitions,
  cmdSettings,
  FILES_OWNER,
  Files,
  filesDefinitions,
  openFolder,
  placeOf,
  registerCommandTools,
  registerFileTools,
  registerPluginTools,
  registerSettingTools,
  registerSkillTools,
  rootsSetting,
} from "#builtin";
import type { BootModule } from "#kernel/boot";
import type { HubRun } from "./hub.ts";

/** Offers the tools; what they must not do alone goes to the owner through the confirmations. */
export const builtinsModule: BootModule<HubRun> = {
  name: "builtins",
  needs: ["config", "registries", "confirmations", "plugins"],
  async start({ state }) {
    const { clock, config, confirmations, tools, plugins, skills, paths } = state;
    config.define(FILES_OWNER, filesDefinitions(paths.root));
    config.define(CMD_OWNER, cmdDefinitions);
    const roots = {
      named: rootsSetting(config, paths.root),
      fallback: join(paths.root, "files"),
      dataDir: paths.root,
    };
    const files = new Files(roots);
    const commands = new Commands({
      processes: systemProcesses(clock),
      clock,
      log: state.log.scope("cmd"),
      settings: cmdSettings(config),
      confirmations,
      openFolder: (path) => openFolder(roots, placeOf(roots, path), { make: false }),
    });
    const resources = new AsyncDisposableStack();
    resources.use(registerFileTools(tools, files));
    resources.use(registerCommandTools(tools, commands));
    resources.use(registerSettingTools({ tools, config, confirmations }));
    resources.use(
      registerPluginTools({
        tools,
        plugins,
        confirmations,
        read: (path, partBytes) => files.parts(path, partBytes),
      }),
    );
    resources.use(
      registerSkillTools({
        tools,
        skills,
        confirmations,
        read: (path, partBytes) => files.parts(path, partBytes),
        write: (path, bytes) => files.createBytes(path, bytes),
      }),
    );
    return resources;
  },
};
