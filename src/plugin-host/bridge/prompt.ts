/** `prompt.*`: sections of the system prompt that a plugin declares. */
import { problem } from "#contract";
import { SECTIONS_PER_PLUGIN_MAX } from "../limits.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function promptHandlers({
  state,
  registrations,
}: GroupDeps): HandlerGroup<"prompt.declare" | "prompt.remove"> {
  return {
    "prompt.declare": (declaration, { plugin }) => {
      if (!declaration.section.startsWith(`${plugin.name}.`)) {
        throw problem("CONFLICT", `section "${declaration.section}" is not this plugin's`, {
          hint: `name it "${plugin.name}.<section>"`,
        });
      }
      registrations.replace(
        plugin.name,
        `section:${declaration.section}`,
        () => {
          state.promptSections.declare(plugin.name, declaration);
          return { [Symbol.dispose]: () => undefined };
        },
        SECTIONS_PER_PLUGIN_MAX,
      );
      return null;
    },
    "prompt.remove": ({ section }, { plugin }) => {
      state.promptSections.remove(plugin.name, section);
      registrations.remove(plugin.name, `section:${section}`);
      return null;
    },
  };
}
