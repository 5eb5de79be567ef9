/** Catches what a plugin's entry file defines, so that importing it in a test runs nothing. */
import { OperationalError } from "#base";
import { hookDefinitions, type OpenSession } from "../test-hook.ts";

/** A module runs once; a second test finds the definition by the module that it came from. */
const definitions = new WeakMap<object, OpenSession>();

/** The plugin that the module defines. */
export async function definitionOf(load: () => Promise<unknown>): Promise<OpenSession> {
  let caught: OpenSession | undefined;
  using _hook = hookDefinitions((open) => {
    caught = open;
  });
  const module = await load();
  const key = typeof module === "object" && module !== null ? module : load;
  if (caught !== undefined) definitions.set(key, caught);
  const found = definitions.get(key);
  if (found) return found;
  throw new OperationalError("NOT_FOUND", "the file that was loaded calls no definePlugin", {
    hint: 'createMockHub(() => import("./main.ts"))',
  });
}
