/** The kernel's own settings. Each is read by the part that its comment names; a test proves it. */
import { LOG_LEVELS } from "#base";
import { PERSONA_CHOICES } from "#contract";
import type { ConfigDefinition } from "#kernel/state";
import { checkHostNames, checkNetworks, checkTimeZone } from "./checks.ts";
import { SEED_VERSION_KEY } from "./seeds.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** The owner of these definitions. Those of model sources (`core.llm.*`) come from the providers. */
export const CORE_OWNER = "core";

export const coreDefinitions: readonly ConfigDefinition[] = [
  // main
  {
    key: "core.daemon.log_level",
    type: "select",
    default: "info",
    options: LOG_LEVELS,
    description: "写入日志的最低级别 · Lowest level that is logged",
    requiresRestart: true,
  },
  // agent: the turn
  {
    key: "core.agent.max_tool_turns",
    type: "int",
    default: 10,
    // One round calls, the next one words the reply.
    min: 2,
    max: 50,
    description: "一句话最多几轮工具调用 · Most rounds of tool calls for one sentence",
  },
  // agent: the prompt
  {
    key: "core.agent.system_prompt",
    type: "text",
    default: "",
    description:
      "人格；留空用内置的；有 personal/personal.md 时以它为准 · Persona; empty for the built-in one; personal/personal.md goes first",
  },
  // agent: what the owner answered when he was asked for a persona
  {
    key: "core.agent.persona_choice",
    type: "select",
    default: "unasked",
    options: ["unasked", ...PERSONA_CHOICES],
    hidden: true,
    description: "首次询问人格的回答 · Answer to the question for a persona",
  },
  // timers, history, what the agent says of the time
  {
    key: "core.house.time_zone",
    type: "string",
    default: "",
    check: checkTimeZone,
    description: "时区，如 Asia/Shanghai；留空跟随系统 · Time zone; empty for the system's",
  },
  // intents and replies
  {
    key: "core.house.language",
    type: "select",
    default: "auto",
    options: ["auto", "zh", "en"],
    description: "回答的语言；auto 跟随说话人 · Language of replies; auto follows the speaker",
  },
  // builtin/timer
  {
    key: "core.timer.max_duration",
    type: "duration",
    default: "7d",
    min: 60_000,
    max: YEAR_MS,
    description: "计时器最长多久 · Longest timer",
  },
  // surface/admin
  {
    key: "core.http.trusted_proxies",
    type: "string",
    default: "",
    check: checkNetworks,
    description: "可信的反向代理地址，逗号分隔 · Reverse proxies to believe, separated by commas",
    requiresRestart: true,
  },
  // surface/admin
  {
    key: "core.http.host_names",
    type: "string",
    default: "",
    check: checkHostNames,
    description: "网页还可以用的域名，逗号分隔 · Further names of the page, separated by commas",
    requiresRestart: true,
  },
  // platform/security
  {
    key: "core.http.session_ttl",
    type: "duration",
    default: "30d",
    min: 600_000,
    max: YEAR_MS,
    description: "登录多久不用后失效 · How long an unused sign-in lasts",
  },
  // home: history
  {
    key: "core.home.history_retention",
    type: "duration",
    default: "30d",
    min: HOUR_MS,
    max: 10 * YEAR_MS,
    description: "设备历史保留多久 · How long the history of devices is kept",
    requiresRestart: true,
  },
  // config: seeds
  {
    key: SEED_VERSION_KEY,
    type: "int",
    default: 0,
    min: 0,
    hidden: true,
    description: "初始设置的版本 · Version of the first settings",
  },
];
