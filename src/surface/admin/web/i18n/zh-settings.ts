/** Chinese words for settings: headings, the choices, lengths of time, and names where the hub's own are too short or too deep. */

export const zhSettings = {
  groups: {
    daemon: "中枢本身",
    health: "中枢本身",
    log: "中枢本身",
    agent: "助手",
    llm: "回答用的模型",
    house: "家里",
    home: "家里",
    timer: "定时",
    http: "网页和登录",
    memory: "记忆",
    media: "图片和声音",
  } as Readonly<Record<string, string>>,
  source: (name: string) => `模型来源 ${name}`,
  plugin: (name: string) => `插件 ${name}`,
  englishOnly: (title: string) => `${title}（说明只有英文）`,
  rest: "其他",
  titles: {
    "core.agent.system_prompt": "助手的性格",
    "core.agent.max_tool_turns": "一句话里最多动手几轮",
    "core.agent.utilization_percent": "模型能看的内容用到百分之几",
    "core.agent.max_target_tokens": "一次最多给模型看多少 token（0 为默认，-1 不限）",
    "core.agent.memory_ratio_percent": "剩下的地方给记忆百分之几（0 为三分之一）",
    "core.house.language": "用什么语言回答",
    "core.health.interval": "中枢多久自检一次",
    "core.llm.temperature": "回答的随机性：越小越稳，越大越活",
    "core.llm.max_tokens": "一次回答最多多少 token",
  } as Readonly<Record<string, string>>,
  options: {
    "core.house.language": { auto: "跟随说话人", zh: "中文", en: "英文" },
    "core.daemon.log_level": {
      debug: "全部细节（debug）",
      info: "一般（info）",
      warn: "只记警告（warn）",
      error: "只记错误（error）",
    },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  lengths: {
    ms: (n: number) => `${n} 毫秒`,
    s: (n: number) => `${n} 秒`,
    m: (n: number) => `${n} 分钟`,
    h: (n: number) => `${n} 小时`,
    d: (n: number) => `${n} 天`,
  } as Readonly<Record<string, (n: number) => string>>,
  locked: "这就是你正在看的网页，关掉就再也打不开设置了，所以不能在这里关。",
};
