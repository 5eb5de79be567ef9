/** Runs a plugin over this process's stdin and stdout until the kernel ends it. */
import type { TSchema } from "typebox";
import { assert, systemClock } from "#base";
import { keepStdoutForTheWire } from "./console.ts";
import { fromDeclared } from "./define/register.ts";
import type { DeclaredPlugin } from "./define/types.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createPluginSession } from "./plugin-session.ts";
import { giveToTest } from "./test-hook.ts";

let defined = false;

/**
 * Defines the plugin of this process: what it offers as one value, and `start` for what cannot be
 * declared. Call it once, at the end of the entry file. Under `createMockHub` of
 * `@homeagent/sdk/testing` the test gets the definition and nothing is run.
 */
export function definePlugin<
  const Tools extends Readonly<Record<string, TSchema>>,
  Settings extends TSchema,
>(declared: DeclaredPlugin<Tools, Settings>): void {
  // The handlers' types are the author's own; from here on they are anybody's.
  const plugin = declared as unknown as DeclaredPlugin;
  if (giveToTest((options) => createPluginSession(fromDeclared(plugin), options))) return;
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

async function readStdin(onBytes: (bytes: Uint8Array) => void): Promise<void> {
  const reader = Bun.stdin.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes(value);
  }
}
