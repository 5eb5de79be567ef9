/** Where a test's mock hub waits for a definition, so that importing a plugin does not run it. */
import type { PluginSession, PluginSessionOptions } from "./plugin-session.ts";

/**
 * Opens a session of the defined plugin. It comes from the SDK that the plugin itself imports: an error
 * class of another bundle would not be known there.
 */
export type OpenSession = (options: PluginSessionOptions) => PluginSession;

/** Registered, since SDK and testing part are two bundles. */
const HOOK: unique symbol = Symbol.for("homeagent.sdk.test-hook");
type Hooked = { [HOOK]?: (open: OpenSession) => void };

/** Sets the hook until disposed. */
export function hookDefinitions(onDefined: (open: OpenSession) => void): Disposable {
  const hooked = globalThis as Hooked;
  hooked[HOOK] = onDefined;
  return { [Symbol.dispose]: () => void delete hooked[HOOK] };
}

/** Gives the definition to a test that waits for one; false: nobody does. */
export function giveToTest(open: OpenSession): boolean {
  const hook = (globalThis as Hooked)[HOOK];
  hook?.(open);
  return hook !== undefined;
}
