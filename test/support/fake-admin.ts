/** The management part of the fake hub: status, plugins, settings, people, sessions. */
import type {
  ConfigEntry,
  HubStatus,
  PendingConfirmation,
  PersonaChoice,
  PersonaView,
  Role,
  TokenInfo,
} from "#contract";

const STATUS: HubStatus = {
  version: "0.1.0",
  uptimeMs: 3 * 86_400_000 + 5 * 3_600_000,
  boot: [
    { module: "store", ms: 18.4 },
    { module: "plugin-host", ms: 61.2 },
    { module: "house", ms: 4.1 },
    { module: "agent", ms: 7.9 },
  ],
  degraded: [],
  plugins: [
    {
      name: "sim",
      version: "1.0.0",
      state: "running",
      sandbox: "landlock",
      restarts: 0,
      reason: null,
      source: "shipped",
      sha256: null,
    },
    {
      name: "admin",
      version: "0.1.0",
      state: "running",
      sandbox: "landlock",
      restarts: 0,
      reason: null,
      source: "built-in",
      sha256: null,
    },
    {
      name: "mqtt",
      version: "0.4.2",
      state: "disabled",
      sandbox: "none",
      restarts: 3,
      reason: "连不上 127.0.0.1:1883，试了三次",
      source: "installed",
      sha256: "c0ffee".padEnd(64, "0"),
    },
  ],
  providers: [
    { name: "deepseek", state: "probing", lastError: "401: key refused" },
    { name: "intents", state: "ready", lastError: null },
  ],
};

const entry = (
  key: string,
  type: string,
  value: unknown,
  description: string,
  more: Partial<ConfigEntry> = {},
): ConfigEntry => ({
  key,
  type,
  value,
  default: value,
  description,
  hidden: false,
  requiresRestart: false,
  ...more,
});

const SETTINGS: readonly ConfigEntry[] = [
  entry(
    "core.agent.max_tool_turns",
    "int",
    10,
    "一句话最多几轮工具调用 · Most rounds of tool calls for one sentence",
  ),
  entry("core.agent.system_prompt", "text", "", "人格；留空用内置的 · Persona"),
  entry("core.agent.name", "string", "小管家", "助手叫什么 · What the assistant is called", {
    default: "",
  }),
  entry("core.context.topk", "int", 30, "保留多少条对话 · Messages that are kept"),
  entry("core.llm.stream", "bool", true, "边想边显示回答 · Show answers as they come"),
  entry("core.llm.sources.main.api_key", "password", "***", "模型的密钥 · Key of the model source"),
  entry("core.llm.temperature", "float", 0.7, "随机性 · Temperature"),
  entry("core.house.language", "select", "auto", "回答的语言 · Language of replies", {
    options: ["auto", "zh", "en"],
  }),
  entry(
    "core.daemon.log_level",
    "select",
    "info",
    "写入日志的最低级别 · Lowest level that is logged",
    {
      options: ["debug", "info", "warn", "error"],
      requiresRestart: true,
    },
  ),
  entry("core.timer.max_duration", "duration", "24h", "计时器最长多久 · Longest timer"),
  entry("plugin.admin.enabled", "bool", true, "插件是否运行 · Whether the plugin runs"),
  entry("plugin.sim.enabled", "bool", true, "插件是否运行 · Whether the plugin runs"),
  entry("plugin.sim.speed", "float", 1, "How many simulated seconds pass in one real second."),
];

const TOKENS: readonly TokenInfo[] = [
  ["s_1", "妈妈的手机", "mama", "session"] as const,
  ["s_2", "客厅平板", "owner", "session"] as const,
  ["k_1", "script on the NAS", "owner", "token"] as const,
].map(([id, name, personId, kind]) => ({
  id,
  name,
  personId,
  role: personId === "owner" ? "owner" : "member",
  kind,
  createdAt: "2026-11-01T08:00:00.000Z",
  lastUsedAt: kind === "token" ? null : new Date().toISOString(),
}));

/** The persona of a house whose owner has answered; a test may say otherwise. */
export const BUILT_IN_PERSONA: PersonaView = {
  state: "default",
  text: "温和、踏实、不啰嗦。\n不知道就说不知道。",
};

/** What waits for the owner's yes; what is answered waits no more. */
export function fakeConfirmations(
  hub: {
    confirmations: readonly PendingConfirmation[];
    readonly decided: { readonly id: string; readonly allow: unknown }[];
  },
  path: string,
  body: Record<string, unknown>,
): Response {
  const [, id] = path.split("/");
  if (id === undefined) return Response.json(hub.confirmations);
  const { allow } = body;
  hub.decided.push({ id, allow });
  hub.confirmations = hub.confirmations.filter((pending) => pending.id !== id);
  const state = allow === true ? "allowed" : "refused";
  return Response.json({ id, state, outcome: allow === true ? "ok" : null, text: "" });
}

/** Takes an owner's answer, and answers the persona; 403 for anybody else. */
export function fakePersona(
  hub: { persona: PersonaView; role: Role },
  method: string,
  body: Record<string, unknown>,
): Response {
  if (hub.role !== "owner") return refuse(403, "FORBIDDEN");
  if (method === "PUT") {
    const { choice, text = BUILT_IN_PERSONA.text } = body as {
      choice: PersonaChoice;
      text?: string;
    };
    if (text.length > 5_000) return refuse(413, "TOO_LARGE");
    hub.persona = { state: choice, text };
  }
  return Response.json(hub.persona);
}

const refuse = (status: number, code: string) =>
  Response.json({ type: "about:blank", title: code, status, code, detail: code }, { status });

/** Answers the management paths for a role; 403 where it may not see them. */
export function fakeAdmin() {
  let settings = [...SETTINGS];
  let tokens = [...TOKENS];

  return (method: string, path: string, body: Record<string, unknown>, role: Role): Response => {
    if (role === "guest") return refuse(403, "FORBIDDEN");
    if (path === "status") return Response.json(STATUS);
    if (path === "providers") return Response.json(STATUS.providers);
    if (role !== "owner") return refuse(403, "FORBIDDEN");
    if (path === "plugins") return Response.json(STATUS.plugins);
    if (path === "config") return Response.json(settings);
    if (path === "users") {
      return Response.json([
        { personId: "owner", name: "爸爸", role: "owner" },
        { personId: "mama", name: "妈妈", role: "member" },
      ]);
    }
    if (path === "tokens") return Response.json(tokens);
    if (path.startsWith("tokens/") && method === "DELETE") {
      tokens = tokens.filter((token) => token.id !== path.slice(7));
      return new Response(null, { status: 204 });
    }
    if (path.startsWith("config/") && method === "PUT") {
      const key = decodeURIComponent(path.slice(7));
      const found = settings.find((candidate) => candidate.key === key);
      if (!found) return refuse(404, "CONFIG_KEY_UNKNOWN");
      if (found.type === "int" && Number(body["value"]) > 100)
        return refuse(422, "CONFIG_VALUE_INVALID");
      settings = settings.map((old) => (old.key === key ? { ...old, value: body["value"] } : old));
      return Response.json({ key, value: body["value"], requiresRestart: found.requiresRestart });
    }
    return refuse(404, "NOT_FOUND");
  };
}
