/** What a script gets from the hub: JSON, the log and guarded HTTP. */
import { messageOf, parseJson } from "#base";
import { luaError } from "./errors.ts";
import type { Instance } from "./instance.ts";
import { LOG_LINE_MAX } from "./limits.ts";
import type { ValueScope } from "./values.ts";
import type { Pointer } from "./wasm.ts";

/** A level of the log, as scripts name it. */
export type LuaLogLevel = "debug" | "info" | "warn" | "error";

/** A request that a script makes. */
export interface LuaHttpRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back, with the real status (F49). */
export interface LuaHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The guarded way out for scripts. Rejects when there is no answer. */
export type LuaHttp = (request: LuaHttpRequest, signal: AbortSignal) => Promise<LuaHttpResponse>;

/** What the host functions of one machine need; a machine fills it. */
export interface HostPart {
  readonly scope: ValueScope;
  readonly log: (level: LuaLogLevel, message: string) => void;
  readonly http: LuaHttp | undefined;
  /** The request that the running coroutine wants; whoever resumed it makes it. */
  wanted: LuaHttpRequest | undefined;
}

/** The functions of one instance; `partOf` finds the machine that calls. */
export function createHostFunctions(
  instance: Instance,
  partOf: () => HostPart,
): Readonly<Record<"json_encode" | "json_decode" | "log" | "http", Pointer>> {
  const { lua, bridge } = instance;
  return {
    json_encode: instance.hostFunction((state) => {
      const value = bridge.read(state, 1, { ...partOf().scope, keepFunction: undefined });
      bridge.pushText(state, JSON.stringify(value));
      return 1;
    }),
    json_decode: instance.hostFunction((state) => {
      const text = textArgument(instance, state, 1, "json.decode needs a text");
      lua._lua_checkstack(state, STACK_SLOTS);
      bridge.push(state, parseJson(text), partOf().scope);
      return 1;
    }),
    log: instance.hostFunction((state) => {
      const level = textArgument(instance, state, 1, "log needs a level");
      const message = textArgument(instance, state, 2, "log needs a text");
      partOf().log(level as LuaLogLevel, message.slice(0, LOG_LINE_MAX));
      return 0;
    }),
    http: instance.hostFunction((state) => {
      const part = partOf();
      if (!part.http) throw luaError("LUA_ERROR", "HTTP is not available to this script");
      if (lua._lua_isyieldable(state) === 0) {
        throw luaError(
          "LUA_ERROR",
          "HTTP is not available in this function: it must answer at once",
        );
      }
      part.wanted = readRequest(instance, state, part.scope);
      return lua._lua_yieldk(state, 0, 0, 0);
    }),
  };
}

/** Room on the stack for values as deep as they may be, two slots a level. */
export const STACK_SLOTS = 160;

function textArgument(instance: Instance, state: Pointer, index: number, need: string): string {
  const value = instance.bridge.read(state, index, NO_REFERENCES);
  if (typeof value !== "string") throw luaError("LUA_ERROR", need);
  return value;
}

function readRequest(instance: Instance, state: Pointer, scope: ValueScope): LuaHttpRequest {
  const url = textArgument(instance, state, 2, "http needs a URL");
  const body = textArgument(instance, state, 3, "http needs a text as its body");
  const given = instance.bridge.read(state, 4, scope);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    if (typeof value !== "string" && typeof value !== "number") {
      throw luaError("LUA_ERROR", `the HTTP header ${name} must be a text`);
    }
    headers[name] = String(value);
  }
  const method = instance.bridge.readText(state, 1) === "POST" ? "POST" : "GET";
  return { method, url, headers, body };
}

/** For plain texts and numbers, which need nothing of the machine. */
const NO_REFERENCES: ValueScope = {
  pushReference: () => undefined,
  keepFunction: undefined,
  listMeta: 0,
  listMetaPointer: 0,
};

/** Makes the request of a script; a failure is an answer too, `nil` and a text. */
export async function answerRequest(
  part: HostPart,
  request: LuaHttpRequest,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  try {
    if (!part.http) return [null, "HTTP is not available to this script"];
    return [await part.http(request, signal)];
  } catch (error) {
    signal.throwIfAborted();
    return [null, messageOf(error)];
  }
}
