/** The settings of the model sources (`core.llm.*`), and how they are read. */
import type { Config, ConfigDefinition } from "#kernel/state";
import { ADAPTER_NAME_PATTERN } from "./adapter-files.ts";
import type { SourceSettings } from "./source-settings.ts";

/** Whose definitions these are. */
export const LLM_OWNER = "core.llm";

/** Every key of the model sources begins so. */
export const LLM_PREFIX = "core.llm.";

/** Stands for the sources that have any setting at all. */
export const SOURCES_PATTERN = "core.llm.sources.*";

/** The source that is asked first, whatever the priorities; empty for their order. */
export const FIRST_SOURCE_KEY = "core.llm.provider";

/** Comes before every priority that can be set. */
const FIRST_PRIORITY = -1_000_000;

/** What everybody who names a source must say. */
export function sourceKey(name: string, field: string): string {
  return `core.llm.sources.${name}.${field}`;
}

function checkUrl(value: string | number | boolean): string | null {
  if (value === "") return null;
  const url = URL.parse(String(value));
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (!url || !isWeb) return "an address such as http://192.168.1.5:11434/v1 or https://…";
  return url.username === "" && url.password === "" ? null : "an address without a password in it";
}

function checkAdapter(value: string | number | boolean): string | null {
  return ADAPTER_NAME_PATTERN.test(String(value)) ? null : "a name such as openai";
}

const TIMEOUT_MIN_MS = 1_000;
const TIMEOUT_MAX_MS = 30 * 60_000;

/** Everything that `core.llm.*` knows; whoever makes the configuration defines these. */
export const llmDefinitions: readonly ConfigDefinition[] = [
  {
    key: FIRST_SOURCE_KEY,
    type: "string",
    default: "",
    description:
      "先用哪个来源；留空按次序 · Source that is asked first; empty for the order of priorities",
  },
  {
    key: sourceKey("*", "base_url"),
    type: "string",
    default: "",
    check: checkUrl,
    description:
      "模型接口地址；留空用适配器自带的 · Address of the API; empty for the adapter's own",
  },
  {
    key: sourceKey("*", "model"),
    type: "string",
    default: "",
    description:
      "模型名；没有它这个来源不启用 · Name of the model; without it the source is unused",
  },
  {
    key: sourceKey("*", "api_key"),
    type: "password",
    default: "",
    description: "密钥；本地服务可留空 · Key; local servers mostly need none",
  },
  {
    key: sourceKey("*", "adapter"),
    type: "string",
    default: "openai",
    check: checkAdapter,
    description: "接口适配器 · Adapter: a script that is built in or lies in the data folder",
  },
  {
    key: sourceKey("*", "priority"),
    type: "int",
    default: 0,
    min: -1000,
    max: 1000,
    description: "次序，小的先用 · Order: lower is asked first",
  },
  {
    key: sourceKey("*", "context_window"),
    type: "int",
    default: 0,
    min: 0,
    max: 100_000_000,
    description: "上下文窗口（token）；0 为未知 · Context window in tokens; 0 for unknown",
  },
  {
    key: sourceKey("*", "max_concurrent"),
    type: "int",
    default: 8,
    min: 1,
    max: 64,
    description: "同时请求数上限 · Most requests at the same time",
  },
  {
    key: sourceKey("*", "thinking_enabled"),
    type: "bool",
    default: false,
    description: "让模型先思考 · Let the model think first",
  },
  {
    key: `${LLM_PREFIX}temperature`,
    type: "float",
    default: 0.7,
    min: 0,
    max: 2,
    description: "随机性 · Temperature",
  },
  {
    key: `${LLM_PREFIX}max_tokens`,
    type: "int",
    default: 4096,
    min: 16,
    max: 1_000_000,
    description: "一次回答最多多少 token · Most tokens of one answer",
  },
  {
    key: `${LLM_PREFIX}first_token_timeout`,
    type: "duration",
    default: "15s",
    min: TIMEOUT_MIN_MS,
    max: TIMEOUT_MAX_MS,
    description: "多久没有第一个字就换下一个来源 · Wait for the first token before the next source",
  },
  {
    key: `${LLM_PREFIX}idle_timeout`,
    type: "duration",
    default: "30s",
    min: TIMEOUT_MIN_MS,
    max: TIMEOUT_MAX_MS,
    description: "回答中断多久算失败 · Silence within an answer that counts as a failure",
  },
  {
    key: `${LLM_PREFIX}total_timeout`,
    type: "duration",
    default: "2m",
    min: TIMEOUT_MIN_MS,
    max: TIMEOUT_MAX_MS,
    description: "一次回答最长多久 · Longest time of one answer",
  },
];

/** What all sources share. */
export type SharedSettings = Pick<
  SourceSettings,
  "temperature" | "maxTokens" | "firstTokenTimeoutMs" | "idleTimeoutMs" | "totalTimeoutMs"
>;

/** The settings that all sources share, as they are now. */
export function readSharedSettings(config: Config): SharedSettings {
  const shared = (field: string) => Number(config.get(`${LLM_PREFIX}${field}`));
  return {
    temperature: shared("temperature"),
    maxTokens: shared("max_tokens"),
    firstTokenTimeoutMs: shared("first_token_timeout"),
    idleTimeoutMs: shared("idle_timeout"),
    totalTimeoutMs: shared("total_timeout"),
  };
}

/** The settings of a source as they are now. */
export function readSourceSettings(
  config: Config,
  name: string,
  shared: SharedSettings,
): SourceSettings {
  const own = (field: string) => config.get(sourceKey(name, field));
  return {
    ...shared,
    baseUrl: String(own("base_url")),
    model: String(own("model")),
    apiKey: String(own("api_key")),
    adapter: String(own("adapter")),
    priority: config.get(FIRST_SOURCE_KEY) === name ? FIRST_PRIORITY : Number(own("priority")),
    contextWindow: Number(own("context_window")),
    maxConcurrent: Number(own("max_concurrent")),
    thinkingEnabled: own("thinking_enabled") === true,
  };
}
