/** English words for settings, with exactly the keys of the Chinese table. */
import type { Words } from "./zh.ts";

export const enSettings: Words["settings"] = {
  groups: {
    daemon: "The hub itself",
    health: "The hub itself",
    log: "The hub itself",
    agent: "The assistant",
    llm: "Models that answer",
    house: "The house",
    home: "The house",
    timer: "Timers",
    http: "Page and sign-in",
    memory: "Memory",
    media: "Pictures and sound",
  },
  source: (name) => `Model source ${name}`,
  plugin: (name) => `Plugin ${name}`,
  englishOnly: (title) => title,
  rest: "More",
  titles: {
    "core.agent.system_prompt": "Its manner",
    "core.agent.max_tool_turns": "Most rounds of actions for one sentence",
    "core.agent.utilization_percent": "Percent of what the model can read that is used",
    "core.agent.max_target_tokens":
      "Most tokens a model reads at once (0 for the default, -1: any)",
    "core.agent.memory_ratio_percent": "Percent of the rest for memory (0 for a third)",
    "core.house.language": "Language of replies",
    "core.health.interval": "How often the hub checks itself",
    "core.llm.temperature": "Chance in answers: lower is steadier, higher is livelier",
    "core.llm.max_tokens": "Most tokens of one answer",
  },
  options: {
    "core.house.language": { auto: "Follow the speaker", zh: "Chinese", en: "English" },
    "core.daemon.log_level": {
      debug: "Every detail (debug)",
      info: "Usual (info)",
      warn: "Warnings only (warn)",
      error: "Errors only (error)",
    },
  },
  lengths: {
    ms: (n) => `${n} ms`,
    s: (n) => `${n} s`,
    m: (n) => `${n} min`,
    h: (n) => `${n} h`,
    d: (n) => (n === 1 ? "1 day" : `${n} days`),
  },
  locked: "This is the page that you are looking at. Off, it could not be switched on again here.",
};
