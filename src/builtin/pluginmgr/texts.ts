/** Descriptions of the plugin tools, for models. Each prompt names the tools, so that is a few letters (F18). */
export const TOOL_TEXTS = {
  list: "列插件",
  info: "插件详情",
  reload: "重载插件",
  enable: "启用插件",
  disable: "停用插件",
  tools: "其工具",
  install: "安装插件",
  remove: "卸载插件",
  path: "A package (.hmap) in the folders that files_ls shows; waits for the owner's yes.",
  keepData: "Keep its folder and settings; true by default.",
} as const;
