/** Descriptions of the plugin tools, for models: short, since prompts carry them. */
export const TOOL_TEXTS = {
  list: "列出插件。All plugins and how they are.",
  info: "一个插件的情况与工具。One plugin and its tools.",
  reload: "重新载入插件。Reads a plugin anew and starts it.",
  enable: "启用插件。Switches a plugin on.",
  disable: "停用插件。Switches a plugin off.",
  tools: "某个插件提供的工具。The tools of one plugin.",
  install:
    "从文件安装插件包（.hmap），要主人亲自确认。Installs a package from a file; waits for the owner.",
  remove: "卸载插件，要主人亲自确认。Removes an installed plugin; waits for the owner.",
  path: "A file in the folders that files_ls shows.",
  keepData: "Keep its folder and settings; true by default.",
} as const;
