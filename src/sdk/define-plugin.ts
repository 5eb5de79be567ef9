/** Runs a plugin over this process's stdin and stdout until the kernel ends it. */
import { assert, systemClock } from "#base";
import { keepStdoutForTheWire } from "./console.ts";
import { createPluginSession } from "./plugin-session.ts";
import type { PluginDefinition } from "./types.ts";

let defined = false;

/** Defines the plugin of this process. Call it once, at the end of the entry file. */
export function definePlugin(plugin: PluginDefinition): void {
  assert(!defined, "definePlugin is called twice");
  defined = true;
  keepStdoutForTheWire();
  const stdout = Bun.stdout.writer();
  const session = createPluginSession(plugin, {
    clock: systemClock,
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
