/** Methods that a plugin calls on the kernel, put together from their groups. One not here is refused. */
import { channelMethods } from "./channels.ts";
import { deviceMethods } from "./devices.ts";
import { documentMethods } from "./documents.ts";
import { eventMethods } from "./events.ts";
import { execMethods } from "./exec.ts";
import { ioMethods } from "./io.ts";
import { knowledgeMethods } from "./knowledge.ts";
import { llmMethods } from "./llm.ts";
import { memoryMethods } from "./memory.ts";
import { pluginManagerMethods } from "./plugins.ts";
import { processMethods } from "./process.ts";
import { promptMethods } from "./prompt.ts";
import { settingsMethods } from "./settings.ts";
import { settingsCrossMethods } from "./settings-cross.ts";
import { socialMethods } from "./social.ts";
import { stageMethods } from "./stages.ts";
import { textMemoryMethods } from "./text-memory.ts";
import { timerMethods } from "./timers.ts";
import { toolMethods } from "./tools.ts";

export const pluginMethods = {
  ...toolMethods,
  ...channelMethods,
  ...ioMethods,
  ...deviceMethods,
  ...promptMethods,
  ...stageMethods,
  ...settingsMethods,
  ...settingsCrossMethods,
  ...memoryMethods,
  ...documentMethods,
  ...knowledgeMethods,
  ...textMemoryMethods,
  ...socialMethods,
  ...llmMethods,
  ...eventMethods,
  ...pluginManagerMethods,
  ...execMethods,
  ...timerMethods,
  ...processMethods,
} as const;
