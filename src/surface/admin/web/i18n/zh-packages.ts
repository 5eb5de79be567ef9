/** Chinese words for plugin packages: installing from a file, where a plugin came from, removing it. */

export const zhPackages = {
  install: "从文件安装",
  installLead: "选一个 .hmap 文件。只装信得过的人做的插件。",
  installing: "正在安装…",
  installed: (name: string, version: string) => `装好了：${name} ${version}`,
  sameCode: "代码和原来的一样。",
  notRunning: "装上了，但它现在没有运行：",
  replaceTitle: "换成这个文件里的？",
  replaceLead: "同名的插件已经装了。它的数据和设置会留着。",
  replaceNow: "换上",
  tooLarge: "文件太大，最多 100 MB。",
  hubWords: "中枢的原话",
  sources: { "built-in": "中枢的一部分", shipped: "随中枢一起来", installed: "你装的" } as Record<
    string,
    string
  >,
  hash: (start: string) => `安装包 ${start}…`,
  remove: "移除",
  removeOf: (name: string) => `移除「${name}」`,
  removeLead: "它的文件、设置和设备记录要留着吗？留着的话，以后再装还在。",
  removeKeep: "移除，留着数据",
  removeAll: "移除，全部删掉",
  removeAllTitle: (name: string) => `把「${name}」和它的数据都删掉？`,
  removeAllLead: "它的文件、设置和设备记录会永远消失。",
  removeAllNow: "全部删掉",
  removed: (name: string) => `「${name}」已移除。`,
};
