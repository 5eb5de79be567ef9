/** Descriptions of the settings tools, for models: short, since prompts carry them. */
export const TOOL_TEXTS = {
  namespaces: "有哪些部分有设置。The namespaces that have settings.",
  get: "读一项设置。One setting with its meaning.",
  set: "改一项设置；敏感的要主人亲自确认。Changes one setting; sensitive ones wait for the owner.",
  keys: "列出设置的键。Keys of settings.",
  definitions: "设置的类型、默认值与说明。What settings mean: type, default, description.",
  dump: "所有设置的值；密码显示为 ***。All settings; secrets read as ***.",
  batch: "一次改几项，全改或全不改。Changes several settings, all or none.",
  prefix: "Only keys that begin so, such as core.house.",
} as const;
