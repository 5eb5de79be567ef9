/** The admin child as a plugin: listens when it starts, tells the kernel where, closes when it stops. */
import { hostname } from "node:os";
import { assert } from "#base";
import type { Hub, PluginDefinition } from "#sdk";
import { createAdminApp } from "./app.ts";
import { loadAssets } from "./assets.ts";
import type { AdminSettings, Asset } from "./ports.ts";
import { type ListenOptions, listen } from "./server.ts";

/** Where to listen, and where the page comes from. */
export interface AdminOptions extends ListenOptions {
  /** The page's files; by default those of this program. */
  readonly loadPage?: () => Promise<readonly Asset[]>;
}

/**
 * Makes the plugin. Its settings `trusted_proxies` and `host_names` (comma lists) are the kernel's
 * `core.http.trusted_proxies` and `core.http.host_names`; `access_log` is true when it logs at debug.
 */
export function createAdminPlugin(options: AdminOptions): PluginDefinition {
  let running: AsyncDisposableStack | undefined;
  return {
    async start(hub, signal) {
      assert(running === undefined, "the admin plugin was started twice");
      await using resources = new AsyncDisposableStack();
      const loadPage = options.loadPage ?? loadAssets;
      const app = resources.use(
        await createAdminApp({
          hub,
          clock: hub.clock,
          log: hub.log,
          settings: readSettings(hub),
          assets: () => loadPage(),
        }),
      );
      const server = resources.use(listen(app, options));
      await hub.call("admin.listening", { url: server.url }, signal);
      running = resources.move();
    },
    async stop() {
      const stopping = running;
      running = undefined;
      await stopping?.disposeAsync();
    },
  };
}

function readSettings(hub: Pick<Hub, "settings">): AdminSettings {
  return {
    trustedProxies: readList(hub.settings.initial["trusted_proxies"]),
    hostNames: [hostname(), ...readList(hub.settings.initial["host_names"])],
    accessLog: hub.settings.initial["access_log"] === true,
  };
}

function readList(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
