/** A model source: our request through an adapter's script to an HTTP API, its answer back. */
import {
  type Clock,
  deadline,
  type HttpClient,
  type HttpStream,
  type Ids,
  type Logger,
  OperationalError,
} from "#base";
import type { CompletionChunk, CompletionRequest } from "#contract";
import type { Provider } from "#kernel/state";
import type { LuaEngine, LuaHttp } from "#platform/lua";
import { type Adapter, type AdapterSource, loadAdapter } from "./adapter.ts";
import type { AdapterScript } from "./adapter-files.ts";
import { Answer } from "./answer.ts";
import { Attempt } from "./attempt.ts";
import { readErrorBody } from "./error-body.ts";
import {
  codeOfRefusal,
  createRedactor,
  ProviderError,
  type ProviderErrorCode,
  type Redactor,
  retryAfterOf,
} from "./errors.ts";
import { acceptHeader } from "./framing.ts";
import { ANSWER_MAX_BYTES, SCRIPT_HTTP_LIMITS } from "./limits.ts";
import { readAnswer } from "./read-answer.ts";
import { adapterRequest, answerTokens } from "./request.ts";
import { Slots } from "./slots.ts";
import type { SourceSettings } from "./source-settings.ts";

/** What a source is made of. */
export interface LuaAdaptedProviderOptions {
  readonly name: string;
  readonly settings: SourceSettings;
  /** Reads the adapter's script, when the first request comes. */
  readonly script: () => Promise<AdapterScript>;
  readonly lua: LuaEngine;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

/** Makes a source. Nothing is loaded before its first request; dispose it to free its machine. */
export function createLuaAdaptedProvider(
  options: LuaAdaptedProviderOptions,
): Provider & Disposable {
  return new LuaAdaptedProvider(options);
}

class LuaAdaptedProvider implements Provider, Disposable {
  readonly name: string;
  readonly priority: number;
  readonly #options: LuaAdaptedProviderOptions;
  readonly #source: AdapterSource;
  /** Another model or API could not read what this one wants back. */
  readonly #owner: string;
  readonly #redact: Redactor;
  readonly #slots: Slots;
  #adapter: Promise<Adapter> | undefined;
  /** Some servers refuse to be asked for counts in a stream; learned from a 400. */
  #streamUsage = true;
  #running = 0;
  #isClosed = false;

  constructor(options: LuaAdaptedProviderOptions) {
    const { name, settings } = options;
    this.name = name;
    this.priority = settings.priority;
    this.#options = options;
    this.#redact = createRedactor([settings.apiKey]);
    this.#owner = `${name}/${settings.adapter}/${settings.model}`;
    this.#slots = new Slots(name, settings.maxConcurrent);
    this.#source = {
      name,
      base_url: settings.baseUrl,
      model: settings.model,
      api_key: settings.apiKey,
      thinking_enabled: settings.thinkingEnabled,
      context_window: settings.contextWindow,
    };
  }

  async *complete(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionChunk> {
    using _place = await this.#place(signal);
    using attempt = new Attempt(this.#options.clock, this.#options.settings, signal);
    using _use = this.#use();
    try {
      yield* this.#ask(request, attempt);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#named(error);
    }
  }

  async *#ask(request: CompletionRequest, attempt: Attempt): AsyncGenerator<CompletionChunk> {
    const adapter = await this.#loadedAdapter();
    if (!adapter.canStream) attempt.allowWhole();
    using response = await this.#send(adapter, request, attempt.signal);
    const answer = new Answer({
      source: this.name,
      owner: this.#owner,
      tools: request.tools,
      newId: () => this.#options.ids.next("c"),
      redact: this.#redact,
    });
    yield* readAnswer({ adapter, source: this.#source, response, answer, attempt });
  }

  /** Sends the request. Once more without asking for counts, where that may be what is refused. */
  async #send(
    adapter: Adapter,
    request: CompletionRequest,
    signal: AbortSignal,
  ): Promise<HttpStream> {
    const response = await this.#sendOnce(adapter, request, this.#streamUsage, signal);
    if (response.status < 300) return response;
    const first = await this.#statusError(response);
    const mayBeThat = first.code === "PROVIDER_REFUSED";
    if (!mayBeThat || !this.#streamUsage || !adapter.canStream) throw first;
    const second = await this.#sendOnce(adapter, request, false, signal);
    if (second.status >= 300) {
      second[Symbol.dispose]();
      throw first;
    }
    this.#streamUsage = false;
    return second;
  }

  async #sendOnce(
    adapter: Adapter,
    request: CompletionRequest,
    streamUsage: boolean,
    signal: AbortSignal,
  ): Promise<HttpStream> {
    const { settings, http } = this.#options;
    const maxTokens = answerTokens(request, settings.maxTokens, settings.contextWindow);
    if (maxTokens === undefined) {
      const window = `its window of ${settings.contextWindow} tokens`;
      throw new ProviderError("PROVIDER_CONTEXT", `${this.name}: the request exceeds ${window}`);
    }
    const { url, headers, body } = await adapter.request(
      adapterRequest(request, {
        model: settings.model,
        temperature: settings.temperature,
        maxTokens,
        thinkingEnabled: settings.thinkingEnabled,
        stream: adapter.canStream,
        streamUsage,
        callIds: adapter.callIds,
        owner: this.#owner,
      }),
      this.#source,
      signal,
    );
    const accept = adapter.canStream ? acceptHeader(adapter.streamFormat) : "application/json";
    const waitMs = Math.max(settings.firstTokenTimeoutMs, settings.idleTimeoutMs);
    return await http.stream(
      {
        method: "POST",
        url,
        headers: { accept, ...headers },
        body,
        limits: {
          headersMs: adapter.canStream ? waitMs : settings.totalTimeoutMs,
          idleMs: waitMs,
          totalMs: settings.totalTimeoutMs,
          bodyMaxBytes: ANSWER_MAX_BYTES,
        },
      },
      signal,
    );
  }

  async #statusError(response: HttpStream): Promise<ProviderError> {
    using _response = response;
    const { status, headers } = response;
    const body = await readErrorBody(response.body, this.#redact);
    const code = codeOfRefusal(status, body.names);
    // Servers quote keys when they refuse them; then the status says enough.
    const text = code === "PROVIDER_AUTH" ? "" : body.text;
    const retryAfterMs = retryAfterOf(headers, this.#options.clock.now());
    const hint =
      code === "PROVIDER_AUTH" ? { hint: `check core.llm.sources.${this.name}.api_key` } : {};
    return new ProviderError(
      code,
      `${this.name}: HTTP ${status}${text === "" ? "" : `: ${text}`}`,
      {
        retryAfterMs,
        ...hint,
      },
    );
  }

  async #place(signal: AbortSignal): Promise<Disposable> {
    const { clock, settings } = this.#options;
    using wait = deadline(clock, settings.firstTokenTimeoutMs, signal);
    try {
      return await this.#slots.take(wait.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) throw error;
      throw new ProviderError("PROVIDER_BUSY", `${this.name}: all its places stay taken`);
    }
  }

  /** The adapter; made anew when a bound of Lua's stopped it, or its script could not be loaded. */
  async #loadedAdapter(): Promise<Adapter> {
    const present = this.#adapter;
    const adapter = await present?.catch(() => undefined);
    if (adapter && !adapter.isSpent) return adapter;
    // Of several requests that find it spent, the first one replaces it.
    if (this.#adapter === present) {
      adapter?.[Symbol.dispose]();
      this.#adapter = this.#load();
    }
    return await (this.#adapter ?? this.#load());
  }

  async #load(): Promise<Adapter> {
    const { lua, script, log, name } = this.#options;
    return await loadAdapter(lua, await script(), {
      log: (level, message) =>
        log[level]("adapter.log", { source: name, message: this.#redact(message) }),
      http: scriptHttp(this.#options.http),
    });
  }

  /** Keeps the machine alive while requests run, also after the source was replaced. */
  #use(): Disposable {
    this.#running += 1;
    return {
      [Symbol.dispose]: () => {
        this.#running -= 1;
        this.#freeIfUnused();
      },
    };
  }

  #freeIfUnused(): void {
    if (!this.#isClosed || this.#running > 0) return;
    this.#adapter?.then(
      (adapter) => adapter[Symbol.dispose](),
      () => undefined,
    );
    this.#adapter = undefined;
  }

  /** The failure as the port knows it, without the key: scripts and servers may quote it. */
  #named(error: unknown): unknown {
    if (!(error instanceof OperationalError)) return error;
    const isOurs = error instanceof ProviderError;
    const code = isOurs ? (error.code as ProviderErrorCode) : PROVIDER_CODE_OF_HTTP[error.code];
    if (!code) return error;
    const text = this.#redact(error.message);
    return new ProviderError(code, isOurs ? text : `${this.name}: ${text}`, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      retryAfterMs: isOurs ? error.retryAfterMs : undefined,
    });
  }

  /** No new request comes; those that run go on to their end. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#freeIfUnused();
  }
}

/** What failures on the wire mean for a source. */
const PROVIDER_CODE_OF_HTTP: Readonly<Record<string, ProviderErrorCode>> = {
  HTTP_TIMEOUT: "PROVIDER_TIMEOUT",
  HTTP_UNREACHABLE: "PROVIDER_UNAVAILABLE",
  HTTP_CUT: "PROVIDER_CUT",
  HTTP_TOO_LARGE: "PROVIDER_UNSUITABLE",
  HTTP_REDIRECT: "PROVIDER_UNSUITABLE",
  HTTP_URL_REFUSED: "PROVIDER_CONFIG",
};

function scriptHttp(http: HttpClient): LuaHttp {
  return async (request, signal) => {
    const answer = await http.request({ ...request, limits: SCRIPT_HTTP_LIMITS }, signal);
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: answer.text(),
    };
  };
}
