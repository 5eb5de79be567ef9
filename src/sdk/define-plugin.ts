/** Runs a plugin over this process's stdin and stdout until the kernel ends it. */
import type { TSchema } from "typebox";
import { assert, systemClock } from "#base";
import { keepStdoutForTheWire } from "./console.ts";
import { fromDeclared } from "./define/register.ts";
import type { DeclaredPlugin } from "./define/types.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createPluginSession } from "./plugin-session.ts";

let defined = false;

/**
 * Defines the plugin of this process: what it offers as one value, and `start` for what cannot be
 * declared. Call it once, at the end of the entry file. A test that imports the file finds the
 * definition with `pluginUnderTest` of `@homeagent/sdk/testing`; nothing is run then.
 */
export function definePlugin<
  const Tools extends Readonly<Record<string, TSchema>>,
  Settings extends TSchema,
>(declared: DeclaredPlugin<Tools, Settings>): void {
  // The handlers' types are the author's own; from here on they are anybody's.
  const plugin = declared as unknown as DeclaredPlugin;
  const observer = (globalThis as TestHook)[TEST_HOOK];
  if (observer !== undefined) {
    observer(plugin);
    return;
  }
  assert(!defined, "definePlugin is called twice");
  defined = true;
  const prints = keepStdoutForTheWire();
  const plainFetch = globalThis.fetch;
  const stdout = Bun.stdout.writer();
  const session = createPluginSession(fromDeclared(plugin), {
    clock: systemClock,
    onHub(hub) {
      prints.log = hub.log;
      const guarded = createGuardedFetch(plainFetch, (host) => hub.net.resolve(host));
      globalThis.fetch = Object.assign(guarded, { preconnect: () => undefined }) as typeof fetch;
    },
    send(text) {
      const written = stdout.write(text) as number | Promise<number>;
      const flushed = stdout.flush() as number | Promise<number>;
      if (typeof written === "number" && typeof flushed === "number") return undefined;
      return Promise.all([written, flushed]);
    },
  });
  readStdin((bytes) => session.feed(bytes))
    // A stdin that breaks is a hub that is gone, like one that ends.
    .catch(() => undefined)
    .finally(() => session.end());
  session.ended.then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

/** Under it a test's runner waits for definitions, so that importing a plugin does not run it. */
export const TEST_HOOK: unique symbol = Symbol.for("homeagent.sdk.test-hook");
type TestHook = { [TEST_HOOK]?: (plugin: DeclaredPlugin) => void };

async function readStdin(onBytes: (bytes: Uint8Array) => void): Promise<void> {
  const reader = Bun.stdin.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes(value);
  }
}
