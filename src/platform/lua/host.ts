/** What a script gets from the hub: JSON, the log and guarded HTTP. */
import { codeOf, messageOf, OperationalError, parseJson } from "#base";
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

/** What a program around a machine offers its scripts beside that; plugins have their hub this way. */
export interface LuaOffers {
  /** Answers at once. Throws an `OperationalError` for the script. */
  tell(name: string, args: readonly unknown[]): unknown;
  /** The script waits for it. Rejects with what the script is told. */
  ask(name: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>;
}

/** What the host functions of one machine need; a machine fills it. */
export interface HostPart {
  readonly scope: ValueScope;
  readonly log: (level: LuaLogLevel, message: string) => void;
  readonly http: LuaHttp | undefined;
  readonly offers: LuaOffers | undefined;
  /** What the running coroutine waits for; whoever resumed it hands the answers in. */
  wanted: ((signal: AbortSignal) => Promise<readonly unknown[]>) | undefined;
}

/** The functions of one instance; `partOf` finds the machine that calls. */
export function createHostFunctions(
  instance: Instance,
  partOf: () => HostPart,
): Readonly<Record<"json_encode" | "json_decode" | "log" | "http" | "tell" | "ask", Pointer>> {
  const { lua, bridge } = instance;
  return {
    ...offerFunctions(instance, partOf),
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
      if (lua._lua_isyieldable(state) === 0) throw luaError("LUA_ERROR", `HTTP ${NOT_HERE}`);
      const request = readRequest(instance, state, part.scope);
      part.wanted = (signal) => answerRequest(part, request, signal);
      return lua._lua_yieldk(state, 0, 0, 0);
    }),
  };
}

/** Both answer whether it went well, and the answer or what went wrong; `tell` does so at once. */
function offerFunctions(
  instance: Instance,
  partOf: () => HostPart,
): Readonly<Record<"tell" | "ask", Pointer>> {
  const { lua, bridge } = instance;
  const offersOf = ({ offers }: HostPart): LuaOffers => {
    if (offers) return offers;
    throw luaError("LUA_ERROR", "nothing is offered to this script");
  };
  const argumentsOf = (state: Pointer, scope: ValueScope) =>
    Array.from({ length: lua._lua_gettop(state) - 1 }, (_, index) =>
      bridge.read(state, index + 2, scope),
    );
  return {
    tell: instance.hostFunction((state) => {
      const part = partOf();
      const offers = offersOf(part);
      const name = textArgument(instance, state, 1, "tell needs a name");
      // Handlers come out here, and only here.
      const answers = answerTell(offers, name, argumentsOf(state, part.scope));
      lua._lua_checkstack(state, STACK_SLOTS);
      for (const answer of answers) bridge.push(state, answer, part.scope);
      return answers.length;
    }),
    ask: instance.hostFunction((state) => {
      const part = partOf();
      const offers = offersOf(part);
      const name = textArgument(instance, state, 1, "ask needs a name");
      if (lua._lua_isyieldable(state) === 0) {
        lua._lua_pushboolean(state, 0);
        bridge.pushText(state, `${name} ${NOT_HERE}`);
        return 2;
      }
      const args = argumentsOf(state, { ...part.scope, keepFunction: undefined });
      part.wanted = (signal) => answerAsk(offers, name, args, signal);
      return lua._lua_yieldk(state, 0, 0, 0);
    }),
  };
}

function answerTell(
  offers: LuaOffers,
  name: string,
  args: readonly unknown[],
): readonly [boolean, unknown] {
  try {
    return [true, offers.tell(name, args)];
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    return [false, `${error.code}: ${error.message}`];
  }
}

async function answerAsk(
  offers: LuaOffers,
  name: string,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  try {
    return [true, await offers.ask(name, args, signal)];
  } catch (error) {
    // Whoever called the handler off is not answered any more; it must not go on.
    signal.throwIfAborted();
    return [false, `${codeOf(error)}: ${messageOf(error)}`];
  }
}

/** Why a function that nobody can suspend gets no answer that it would have to wait for. */
const NOT_HERE = "is not available in this function: it must answer at once";

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
