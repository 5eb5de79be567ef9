/** The tool `plugin_start`, by which the owner has the agent start a plugin that is off. */

import { Type } from "typebox";
import { messageOf } from "#base";
import { checker, type ToolDefinition } from "#contract";
import type { PluginCatalog, Tools } from "#kernel/state";

/** The owner of the tool. */
const OWNER = "plugin-host";

const Parameters = Type.Object(
  { name: Type.String({ description: "插件名 · Name of the plugin", maxLength: 64 }) },
  { additionalProperties: false },
);
const parameters = checker(Parameters);

const definition: ToolDefinition = {
  name: "plugin_start",
  description: "启动插件",
  parameters: Parameters,
  role: "owner",
};

/** Offers the tool until the returned value is disposed. */
export function offerPluginStart(tools: Tools, catalog: PluginCatalog): Disposable {
  return tools.register(OWNER, definition, async (args) => {
    try {
      const { name } = parameters.require(args, "plugin_start");
      await catalog.start(name);
      return { outcome: "ok", content: `"${name}" is running` };
    } catch (error) {
      return { outcome: "failed", content: messageOf(error) };
    }
  });
}
