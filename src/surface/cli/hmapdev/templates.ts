/** What `hmapdev init` writes, as texts inside the binary. */

import channelTest from "./templates/channel/main.test.ts.txt" with { type: "text" };
import channelMain from "./templates/channel/main.ts.txt" with { type: "text" };
import channelManifest from "./templates/channel/plugin.json.txt" with { type: "text" };
import gitignore from "./templates/common/gitignore.txt" with { type: "text" };
import readme from "./templates/common/README.md.txt" with { type: "text" };
import tsconfig from "./templates/common/tsconfig.json.txt" with { type: "text" };
import deviceTest from "./templates/device/main.test.ts.txt" with { type: "text" };
import deviceMain from "./templates/device/main.ts.txt" with { type: "text" };
import deviceManifest from "./templates/device/plugin.json.txt" with { type: "text" };
import luaMain from "./templates/lua/main.lua.txt" with { type: "text" };
import luaManifest from "./templates/lua/plugin.json.txt" with { type: "text" };
import skillManifest from "./templates/skill/plugin.json.txt" with { type: "text" };
import skillMain from "./templates/skill/SKILL.md.txt" with { type: "text" };
import stageTest from "./templates/stage/main.test.ts.txt" with { type: "text" };
import stageMain from "./templates/stage/main.ts.txt" with { type: "text" };
import stageManifest from "./templates/stage/plugin.json.txt" with { type: "text" };
import toolTest from "./templates/tool/main.test.ts.txt" with { type: "text" };
import toolMain from "./templates/tool/main.ts.txt" with { type: "text" };
import toolManifest from "./templates/tool/plugin.json.txt" with { type: "text" };

export const TEMPLATES = ["device", "tool", "channel", "stage", "lua", "skill"] as const;
export type Template = (typeof TEMPLATES)[number];

type Files = Readonly<Record<string, string>>;

/** Files of every template. */
const common: Files = { "README.md": readme, ".gitignore": gitignore };

const typescript = (manifest: string, main: string, test: string): Files => ({
  ...common,
  "tsconfig.json": tsconfig,
  "plugin.json": manifest,
  "main.ts": main,
  "main.test.ts": test,
});

const templates: Readonly<Record<Template, Files>> = {
  device: typescript(deviceManifest, deviceMain, deviceTest),
  tool: typescript(toolManifest, toolMain, toolTest),
  channel: typescript(channelManifest, channelMain, channelTest),
  stage: typescript(stageManifest, stageMain, stageTest),
  lua: { ...common, "plugin.json": luaManifest, "main.lua": luaMain },
  skill: { ...common, "plugin.json": skillManifest, "SKILL.md": skillMain },
};

/** The files of a new plugin: name → text. */
export function templateFiles(template: Template, name: string, sdk: string): Files {
  return Object.fromEntries(
    Object.entries(templates[template]).map(([file, text]) => [
      file,
      text
        .replaceAll("__NAME__", name)
        // Names of tools are words of a model's language, where a dash is a minus.
        .replaceAll("__TOOL__", name.replaceAll("-", "_"))
        .replaceAll("__SDK__", sdk),
    ]),
  );
}
