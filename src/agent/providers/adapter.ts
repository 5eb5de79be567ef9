/** Speaks to an adapter's script: what it must offer, and what of its answers is believed. */
import { assert, OperationalError } from "#base";
import { type LuaEngine, LuaReference, type LuaVm, type LuaVmOptions } from "#platform/lua";
import type { AdapterScript } from "./adapter-files.ts";
import type { AnswerPiece } from "./answer.ts";
import { type CallIdRule, callIdRuleOf } from "./call-ids.ts";
import { ProviderError } from "./errors.ts";
import type { StreamFormat } from "./framing.ts";
import { isRecord, pieceOf, textOf } from "./piece.ts";
import type { AdapterRequest } from "./request.ts";
import { stableJson } from "./stable-json.ts";

/** What a script is told about the source that it serves. */
export interface AdapterSource {
  readonly name: string;
  readonly base_url: string;
  readonly model: string;
  readonly api_key: string;
  readonly thinking_enabled: boolean;
  readonly context_window: number;
}

/** Where and how to send a request. */
export interface AdaptedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A loaded adapter. Its functions throw `PROVIDER_ADAPTER` where the script fails. */
export interface Adapter extends Disposable {
  readonly name: string;
  readonly version: string;
  /** Without it the whole answer is asked for at once. */
  readonly canStream: boolean;
  /** How its API parts a stream. */
  readonly streamFormat: StreamFormat;
  /** What ids of calls its API takes when history is replayed. */
  readonly callIds: CallIdRule;
  /** It must be loaded anew: it was stopped at a bound, or Lua itself broke. */
  readonly isSpent: boolean;
  /** May wait for HTTP, for a token, say. */
  request(
    request: AdapterRequest,
    source: AdapterSource,
    signal: AbortSignal,
  ): Promise<AdaptedRequest>;
  response(body: unknown, source: AdapterSource, signal: AbortSignal): Promise<AnswerPiece>;
  /** Reads the pieces of one streamed answer; they share a table of the script's own. */
  openStream(): AdapterStream;
}

/** One streamed answer as an adapter reads it. */
export interface AdapterStream extends Disposable {
  read(chunk: unknown, event: string): AnswerPiece;
}

/** The functions that a script must or may offer. */
interface Functions {
  readonly endpoint: LuaReference | string;
  readonly headers: LuaReference | Readonly<Record<string, unknown>>;
  readonly transformRequest: LuaReference;
  readonly transformResponse: LuaReference;
  readonly transformStreamChunk: LuaReference | undefined;
}

/** Loads a script into a machine of its own. Throws `PROVIDER_CONFIG` when it is no adapter. */
export async function loadAdapter(
  engine: LuaEngine,
  script: AdapterScript,
  options: Omit<LuaVmOptions, "name">,
): Promise<Adapter> {
  const vm = await engine.createVm({ ...options, name: script.name });
  try {
    for (const { name, text } of script.library) vm.run(text, name);
    const table = vm.run(script.text, script.name);
    const fields = isRecord(table) ? table : {};
    return new LuaAdapter(vm, script.name, fields, functionsOf(script.name, fields));
  } catch (error) {
    vm[Symbol.dispose]();
    if (error instanceof ProviderError) throw error;
    const reason = error instanceof OperationalError ? error.message : "it cannot be loaded";
    throw new ProviderError("PROVIDER_CONFIG", `adapter ${script.name}: ${reason}`, {
      cause: error,
    });
  }
}

function functionsOf(name: string, fields: Readonly<Record<string, unknown>>): Functions {
  const { endpoint, headers } = fields as { endpoint?: unknown; headers?: unknown };
  const need = (field: string): LuaReference => {
    const value = fields[field];
    if (value instanceof LuaReference) return value;
    throw new ProviderError("PROVIDER_CONFIG", `adapter ${name}: it has no function ${field}`, {
      hint: "a script returns a table with endpoint, headers, transform_request, transform_response",
    });
  };
  const chunk = fields["transform_stream_chunk"];
  return {
    endpoint: typeof endpoint === "string" ? endpoint : need("endpoint"),
    headers: isRecord(headers) ? headers : need("headers"),
    transformRequest: need("transform_request"),
    transformResponse: need("transform_response"),
    transformStreamChunk: chunk instanceof LuaReference ? chunk : undefined,
  };
}

/** An adapter in its machine. */
class LuaAdapter implements Adapter {
  readonly name: string;
  readonly version: string;
  readonly streamFormat: StreamFormat;
  readonly callIds: CallIdRule;
  readonly #vm: LuaVm;
  readonly #functions: Functions;
  readonly #defaultUrl: string;
  #isSpent = false;

  constructor(
    vm: LuaVm,
    name: string,
    fields: Readonly<Record<string, unknown>>,
    functions: Functions,
  ) {
    this.name = name;
    this.version = textOf(fields["version"]);
    this.streamFormat = fields["stream_format"] === "ndjson" ? "ndjson" : "sse";
    this.callIds = callIdRuleOf(fields["call_ids"]);
    this.#defaultUrl = textOf(fields["base_url"]);
    this.#vm = vm;
    this.#functions = functions;
  }

  get canStream(): boolean {
    return this.#functions.transformStreamChunk !== undefined;
  }

  get isSpent(): boolean {
    return this.#isSpent || this.#vm.isBroken;
  }

  async request(
    request: AdapterRequest,
    given: AdapterSource,
    signal: AbortSignal,
  ): Promise<AdaptedRequest> {
    const source = { ...given, base_url: (given.base_url || this.#defaultUrl).replace(/\/+$/, "") };
    if (source.base_url === "") {
      throw new ProviderError("PROVIDER_CONFIG", `${source.name}: base_url is missing`, {
        hint: `set core.llm.sources.${source.name}.base_url`,
      });
    }
    const { endpoint, headers, transformRequest } = this.#functions;
    const body = await this.#ask(transformRequest, [request, source], signal);
    const path =
      typeof endpoint === "string"
        ? endpoint
        : await this.#ask(endpoint, [source, request], signal);
    const fields =
      headers instanceof LuaReference
        ? await this.#ask(headers, [source, request], signal)
        : headers;
    const url = textOf(path);
    return {
      url: url.startsWith("/") ? source.base_url + url : url,
      headers: { "content-type": "application/json", ...headersOf(fields) },
      body: stableJson(body, request.tools),
    };
  }

  async response(body: unknown, source: AdapterSource, signal: AbortSignal): Promise<AnswerPiece> {
    return pieceOf(await this.#ask(this.#functions.transformResponse, [body, source], signal));
  }

  openStream(): AdapterStream {
    const { transformStreamChunk: read } = this.#functions;
    assert(read, `adapter ${this.name} cannot read a stream`);
    const state = this.#guard(() => this.#vm.createTable());
    return {
      read: (chunk, event) =>
        pieceOf(
          this.#guard(() =>
            event === ""
              ? this.#vm.call(read, chunk, state)
              : this.#vm.call(read, chunk, state, event),
          ),
        ),
      [Symbol.dispose]: () => this.#vm.release(state),
    };
  }

  async #ask(
    target: LuaReference,
    args: readonly unknown[],
    signal: AbortSignal,
  ): Promise<unknown> {
    try {
      return await this.#vm.callAsync(target, args, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failed(error);
    }
  }

  #guard<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): unknown {
    if (!(error instanceof OperationalError) || error instanceof ProviderError) return error;
    // After these its globals may be in any state.
    if (error.code !== "LUA_ERROR" && error.code !== "LUA_BUSY") this.#isSpent = true;
    return new ProviderError("PROVIDER_ADAPTER", `adapter ${this.name}: ${error.message}`, {
      cause: error,
    });
  }

  [Symbol.dispose](): void {
    this.#vm[Symbol.dispose]();
  }
}

function headersOf(value: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(isRecord(value) ? value : {})) {
    if (typeof text === "string") headers[name.toLowerCase()] = text;
  }
  return headers;
}
