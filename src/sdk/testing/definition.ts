/** Catches what a plugin's entry file defines, so that importing it in a test runs nothing. */
import { OperationalError } from "#base";
import type { DeclaredPlugin } from "../define/types.ts";
import { TEST_HOOK } from "../define-plugin.ts";

type Hooked = { [TEST_HOOK]?: (plugin: DeclaredPlugin) => void };

/** A module runs once; a second test finds the definition by the module that it came from. */
const definitions = new WeakMap<object, DeclaredPlugin>();

/** The plugin that the module defines. */
export async function definitionOf(load: () => Promise<unknown>): Promise<DeclaredPlugin> {
  const hooked = globalThis as Hooked;
  let caught: DeclaredPlugin | undefined;
  hooked[TEST_HOOK] = (plugin) => {
    caught = plugin;
  };
  let module: unknown;
  try {
    module = await load();
  } finally {
    delete hooked[TEST_HOOK];
  }
  const key = typeof module === "object" && module !== null ? module : load;
  if (caught !== undefined) definitions.set(key, caught);
  const found = definitions.get(key);
  if (found) return found;
  throw new OperationalError("NOT_FOUND", "the file that was loaded calls no definePlugin", {
    hint: 'createMockHub(() => import("./main.ts"))',
  });
}
