/** Chinese words for parts of the hub that are not well: what is wrong, and what a family can do. */

/** Title and lead. */
type Told = readonly [string, string];

const restart = "先重启一次中枢。还是这样的话，请看中枢的日志。";
const slow = "看看这台机器是不是太热，或者在忙别的。";

export const zhParts = {
  of: {
    persona: ["你写的性格文件用不了", "到「管理」里的「助手的性格」看看，在那里写新的会代替它。"],
    "check:tools.offered": ["有的本领用不了", "它来自一个插件。更新那个插件，或者先停用它。"],
    "check:tools.calls": ["中枢的自检没通过：动手", restart],
    "check:memory.store": ["记忆的数据库没有回应", "先备份，再重启中枢。"],
    "check:memory.window": ["中枢的自检没通过：记住对话", "先备份，再重启中枢。"],
    "check:memory.archive": ["中枢的自检没通过：保存旧对话", "先备份，再重启中枢。"],
    "check:kernel.store": ["中枢的数据库没有回应", "先备份，再重启中枢。"],
    "check:kernel.settings": ["中枢的自检没通过：保存设置", restart],
    "check:kernel.sentence": ["中枢的自检没通过：听懂一句话", restart],
    "check:kernel.isolation": ["中枢没能完整自检", "可能是临时文件夹没有空间了。"],
    "check:perf.sentence": ["中枢有点慢", slow],
    "check:perf.loop": ["中枢有点慢", slow],
    "check:perf.disk": ["中枢的磁盘快满了", "清理出一些空间，不然会存不下新的东西。"],
    "check:perf.memory": ["中枢用了很多内存", "方便的时候重启一次中枢。"],
  } as Readonly<Record<string, Told>>,
  check: ["中枢的自检没通过", restart] as Told,
};
