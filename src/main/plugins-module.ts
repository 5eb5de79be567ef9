/** The boot module of the plugin host: the shipped plugins, the admin child, the sandbox around both. */
import { readFileSync } from "node:fs";
import { systemProcesses } from "#base";
import type { BootModule } from "#kernel/boot";
import {
  type BuiltInChild,
  createGrants,
  createPluginHost,
  createSharedStages,
  installSdk,
  type SharedStages,
  sandboxSupport,
} from "#plugin-host";
import { filled, type HubRun, statusOf, timeZoneOf } from "./hub.ts";
import {
  isCompiled,
  sdkSource,
  selfCommand,
  shippedPlugins,
  sourceFiles,
  sourceFolders,
} from "./runtime.ts";

/** Starts the host; plugins come up side by side after it. */
export const pluginsModule: BootModule<HubRun> = {
  name: "plugins",
  needs: ["agent", "access", "confirmations"],
  async start(run, signal) {
    const { state } = run;
    const native = state.paths.native;
    const [sdkModules, shipped] = await Promise.all([
      installSdkFiles(native),
      shippedPlugins(native),
    ]);
    const support = sandboxSupport();
    if (support.kind === "none") {
      state.health.degrade("sandbox", "this system has no Landlock: plugins run unsandboxed");
    }
    const stages = shareStages(state);
    const host = createPluginHost({
      state,
      ...(stages && { stageTransport: stages }),
      processes: systemProcesses(state.clock),
      runtime: {
        path: process.execPath,
        compiled: isCompiled,
        launcher: [...selfCommand, "__launch"],
        sdkModules,
        luaHost: { argv: [...selfCommand, "__lua"], read: sourceFiles, list: sourceFolders },
      },
      sandbox: { support, required: false },
      shipped,
      children: run.arguments.admin ? [adminChild(run)] : [],
      timeZone: () => timeZoneOf(state),
      grants: createGrants({
        store: filled(run.store, "store", state.log),
        clock: state.clock,
        log: state.log.scope("grants"),
      }),
      status: () => statusOf(run, state.clock.now()),
      logs: () => run.hubLog.recent(),
      onListening: (url) => {
        run.adminUrl = url;
      },
    });
    state.fill("plugins", host);
    await host.boot(signal);
    run.pluginsSettled = () => host.settled();
    return {
      async [Symbol.asyncDispose]() {
        await host[Symbol.asyncDispose]();
        await stages?.[Symbol.asyncDispose]();
      },
    };
  },
};

/** Stages over shared memory; a system that gives none has them inside the calls. */
function shareStages(state: HubRun["state"]): SharedStages | undefined {
  const log = state.log.scope("stages");
  try {
    const shared = createSharedStages({ clock: state.clock, log });
    state.stages.carry(shared);
    return shared;
  } catch (error) {
    log.warn("stages.no_shared_memory", { error });
    return undefined;
  }
}

async function installSdkFiles(native: string): Promise<string> {
  const source = sdkSource();
  return await installSdk(
    native,
    source.kind === "bundle"
      ? { kind: "bundle", code: readFileSync(source.path) }
      : { kind: "entry", path: source.entry },
  );
}

/** The child that serves the page: part of the hub, yet sandboxed like any plugin. */
function adminChild({ state, arguments: { host, port } }: HubRun): BuiltInChild {
  return {
    name: "admin",
    argv: [...selfCommand, "__admin", host, String(port)],
    read: sourceFiles,
    list: sourceFolders,
    grants: ["admin", "events"],
    listen: [port],
    settings: {
      trusted_proxies: state.config.get("core.http.trusted_proxies"),
      host_names: state.config.get("core.http.host_names"),
      access_log: state.config.get("core.daemon.log_level") === "debug",
    },
  };
}
