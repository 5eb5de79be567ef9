/** The settings of MCP servers (`core.mcp.servers.<n>.*`), and how they are read. */
import { parseJson } from "#base";
import { ROLES, type Role } from "#contract";
import type { Config, ConfigDefinition } from "#kernel/state";

/** Whose definitions these are. */
export const MCP_OWNER = "core.mcp";
/** Every key of the servers begins so. */
export const MCP_PREFIX = "core.mcp.";
/** Stands for the servers that have any setting at all. */
export const SERVERS_PATTERN = "core.mcp.servers.*";

const ARGUMENTS_MAX = 64;
const PAIRS_MAX = 64;

function serverKey(name: string, field: string): string {
  return `core.mcp.servers.${name}.${field}`;
}

const ARGUMENTS_HINT = 'words with blanks between them, or a JSON array such as ["-y","two words"]';
const ENVIRONMENT_HINT = 'NAME=value, or a JSON object such as {"NAME":"value","OTHER":"value"}';
const HEADERS_HINT =
  "a header such as Authorization: Bearer …, or a JSON object of them; none that MCP itself sends";

/** How a server is reached. */
export type ServerAddress =
  | {
      readonly kind: "stdio";
      readonly argv: readonly [string, ...string[]];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** One server as it is set. `address` is null while the owner is still typing it in. */
export interface ServerSettings {
  readonly enabled: boolean;
  /** The least role that may call its tools. */
  readonly role: Role;
  readonly address: ServerAddress | null;
  /** What is wrong with the settings taken together; null when nothing is. */
  readonly wrong: string | null;
}

/** Everything that `core.mcp.*` knows. */
export const mcpDefinitions: readonly ConfigDefinition[] = [
  {
    key: serverKey("*", "command"),
    type: "string",
    default: "",
    description: "MCP 服务的程序（stdio） · Program of an MCP server that speaks over stdio",
  },
  {
    key: serverKey("*", "args"),
    type: "string",
    default: "",
    check: (value) => (readList(String(value)) ? null : ARGUMENTS_HINT),
    description: "程序的参数：以空格分隔，或 JSON 数组 · Its arguments: words, or a JSON array",
  },
  {
    key: serverKey("*", "env"),
    type: "password",
    default: "",
    check: (value) => (readPairs(String(value), "=", isVariable) ? null : ENVIRONMENT_HINT),
    description:
      "程序的环境变量：NAME=值，或 JSON 对象 · Its environment: NAME=value, or a JSON object",
  },
  {
    key: serverKey("*", "url"),
    type: "string",
    default: "",
    check: checkUrl,
    description: "MCP 服务的地址（HTTP） · Address of an MCP server over HTTP",
  },
  {
    key: serverKey("*", "headers"),
    type: "password",
    default: "",
    check: (value) => (readPairs(String(value), ":", isHeader) ? null : HEADERS_HINT),
    description:
      "请求标头：Name: 值，或 JSON 对象 · Headers of requests: Name: value, or a JSON object",
  },
  {
    key: serverKey("*", "enabled"),
    type: "bool",
    default: true,
    description: "启用 · Whether it is used",
  },
  {
    key: serverKey("*", "role"),
    type: "select",
    default: "member",
    options: ROLES,
    description: "谁可以使用它的工具 · The least role that may use its tools",
  },
];

/** The settings of a server as they are now. */
export function readServerSettings(config: Config, name: string): ServerSettings {
  const own = (field: string) => config.get(serverKey(name, field));
  const command = String(own("command")).trim();
  const url = String(own("url")).trim();
  const both = command !== "" && url !== "";
  return {
    enabled: own("enabled") === true,
    role: ROLES.find((role) => role === own("role")) ?? "member",
    address: both ? null : addressOf(command, url, own),
    wrong: both ? "it has both a command and a url; unset one of them" : null,
  };
}

function addressOf(
  command: string,
  url: string,
  own: (field: string) => string | number | boolean,
): ServerAddress | null {
  if (command !== "") {
    return {
      kind: "stdio",
      argv: [command, ...(readList(String(own("args"))) ?? [])],
      env: readPairs(String(own("env")), "=", isVariable) ?? {},
    };
  }
  if (url === "") return null;
  return { kind: "http", url, headers: readPairs(String(own("headers")), ":", isHeader) ?? {} };
}

/**
 * A JSON array of texts, or words with blanks between them; nothing counts as none. Undefined for
 * anything else: quotes outside JSON would mean something to a shell, and there is none.
 */
function readList(text: string): string[] | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  const isWords = !trimmed.startsWith("[") && !/["'\\]/.test(trimmed);
  const value = isWords ? trimmed.split(/\s+/) : parsed(trimmed);
  if (!Array.isArray(value) || value.length > ARGUMENTS_MAX) return undefined;
  // A NUL would cut the argument short where the system reads it.
  const isArgument = (item: unknown) => typeof item === "string" && !item.includes("\0");
  return value.every(isArgument) ? (value as string[]) : undefined;
}

/** A JSON object of texts, or one pair as people write it (`NAME=value`, `Name: value`). */
function readPairs(
  text: string,
  separator: "=" | ":",
  accepts: (name: string, value: string) => boolean,
): Record<string, string> | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return {};
  const value = trimmed.startsWith("{") ? parsed(trimmed) : onePair(trimmed, separator);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value);
  if (pairs.length > PAIRS_MAX) return undefined;
  const fits = ([name, item]: [string, unknown]) => typeof item === "string" && accepts(name, item);
  return pairs.every(fits) ? (Object.fromEntries(pairs) as Record<string, string>) : undefined;
}

function onePair(text: string, separator: string): Record<string, string> | undefined {
  const at = text.indexOf(separator);
  return at < 1 ? undefined : { [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // What is no JSON is told by the check that asked.
    return undefined;
  }
}

function isVariable(name: string, value: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !value.includes("\0");
}

/** Those of the exchange itself are not the owner's: a wrong one breaks it in ways hard to find. */
const OWN_HEADERS =
  /^(?:accept|connection|content-.*|host|last-event-id|mcp-.*|transfer-encoding)$/i;

function isHeader(name: string, value: string): boolean {
  return (
    /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name) &&
    !OWN_HEADERS.test(name) &&
    /^[\x20-\x7e\t]*$/.test(value)
  );
}

function checkUrl(value: string | number | boolean): string | null {
  if (value === "") return null;
  const url = URL.parse(String(value));
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (!url || !isWeb) return "an address such as http://192.168.1.5:8000/mcp or https://…";
  if (url.username !== "" || url.password !== "") return "an address without a password in it";
  return null;
}
