/** Descriptions of the settings tools, for models. Each prompt names the tools, so that is a few letters (F18). */
export const TOOL_TEXTS = {
  namespaces: "设置分区",
  get: "读设置",
  set: "改设置",
  keys: "设置的键",
  definitions: "设置说明",
  dump: "所有设置",
  batch: "改多项",
  prefix: "Only keys that begin so, such as core.house.",
  values: "Key and value; all or none are set. Those that open doors wait for the owner.",
} as const;
