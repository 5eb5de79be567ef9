/** Descriptions of the skill tools, for models. Each prompt names the tools, so that is a few letters (F18). */
export const TOOL_TEXTS = {
  create: "新建技能",
  export: "打包技能",
  install: "安装技能",
  name: "Lower-case letters, digits, - _ and .",
  path: "A file (.skm) in the folders that files_ls shows.",
  body: "The instructions, in Markdown. Waits for the owner's yes.",
} as const;
