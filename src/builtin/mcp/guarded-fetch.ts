/**
 * The `fetch` that the SDK speaks HTTP with, made of the hub's guarded client: deadlines, bounded
 * bodies and events, bounded exchanges. Private addresses are allowed, for the owner set the URL.
 */
import {
  CanceledError,
  type Clock,
  codeOf,
  type HttpClient,
  type HttpLimits,
  type HttpStream,
  messageOf,
  sleep,
} from "#base";
import { problem } from "#contract";
import { createEventGuard } from "./event-guard.ts";
import {
  EXCHANGE_TIMEOUT_MS,
  EXCHANGES_MAX,
  FAREWELL_TIMEOUT_MS,
  FRAME_BYTES_MAX,
  HEADERS_TIMEOUT_MS,
  STREAM_SPACING_MS,
  STREAM_TIMEOUT_MS,
  WIRE_BYTES_PER_SECOND,
} from "./limits.ts";
import type { LostListener } from "./link.ts";
import { createFlow } from "./rates.ts";

/** What the fetch stands on. */
export interface GuardedFetchOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly onLost: LostListener;
  readonly onFlood: () => void;
  /** Aborts when the link ends. */
  readonly signal: AbortSignal;
}

type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The server does not know us, or not any more: only a new beginning can help. */
const SESSION_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Statuses whose answer has no body; `Response` refuses one. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** Makes the fetch of one link. */
export function createGuardedFetch(options: GuardedFetchOptions): FetchLike {
  const fetching = new GuardedFetch(options);
  return (url, init) => fetching.fetch(String(url), init ?? {});
}

class GuardedFetch {
  readonly #options: GuardedFetchOptions;
  /** What belongs to a request that waits for its answer, by the request's id. */
  readonly #exchanges = new Map<unknown, AbortController>();
  #count = 0;
  #nextStreamAt = Number.NEGATIVE_INFINITY;
  #hadStream = false;

  constructor(options: GuardedFetchOptions) {
    this.#options = options;
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.#count >= EXCHANGES_MAX) {
      throw problem("BUSY", `${EXCHANGES_MAX} exchanges with the server are under way already`);
    }
    this.#count += 1;
    const own = new AbortController();
    const { id, givesUp } = readIds(init.body);
    if (id !== undefined) this.#exchanges.set(id, own);
    const end = () => {
      this.#count -= 1;
      if (this.#exchanges.get(id) === own) this.#exchanges.delete(id);
    };
    // What the server still says to that request is of no use to anybody now.
    this.#exchanges.get(givesUp)?.abort(new CanceledError("stopped"));
    try {
      return await this.#send(url, init, { own: own.signal, isAsked: id !== undefined, end });
    } catch (error) {
      end();
      throw error;
    }
  }

  async #send(url: string, init: RequestInit, life: ExchangeLife): Promise<Response> {
    const { own, isAsked, end } = life;
    const { http, onLost, signal: over } = this.#options;
    const method = init.method ?? "GET";
    const signal = AbortSignal.any([own, over, ...(init.signal ? [init.signal] : [])]);
    if (method === "GET") await this.#spaced(signal);
    let answer: HttpStream;
    try {
      answer = await http.stream(
        {
          method,
          url,
          headers: Object.fromEntries(new Headers(init.headers)),
          limits: LIMITS[isAsked ? "request" : method] ?? POST,
          ...(typeof init.body === "string" ? { body: init.body } : {}),
        },
        signal,
      );
    } catch (error) {
      // A server that is slow to open a stream of its own may well answer requests.
      const isSlowStream = method === "GET" && codeOf(error) === "HTTP_TIMEOUT";
      if (!signal.aborted && method !== "DELETE" && !isSlowStream) onLost(messageOf(error));
      throw error;
    }
    this.#judge(method, answer.status);
    const { status, headers } = answer;
    if (BODILESS.has(status)) {
      answer[Symbol.dispose]();
      end();
      return new Response(null, { status, headers });
    }
    return new Response(this.#body(method, answer, life, signal), { status, headers });
  }

  /** A stream that ends at once is opened again at once: the SDK heeds what the server says of that. */
  async #spaced(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const now = clock.monotonic();
    const waitMs = this.#nextStreamAt - now;
    this.#nextStreamAt = Math.max(now, this.#nextStreamAt) + STREAM_SPACING_MS;
    if (waitMs > 0) await sleep(clock, waitMs, signal);
  }

  #judge(method: string, status: number): void {
    if (method === "GET" && status === 200) this.#hadStream = true;
    // Some servers know no streams and say so with the wrong status, the first time.
    const counts = method === "POST" || (method === "GET" && this.#hadStream);
    if (counts && SESSION_STATUSES.has(status)) {
      const hint = status === 401 || status === 403 ? "; check its headers" : "";
      this.#options.onLost(`it answers with HTTP status ${status}${hint}`);
    }
  }

  #body(
    method: string,
    answer: HttpStream,
    { own, end }: ExchangeLife,
    signal: AbortSignal,
  ): ReadableStream<Uint8Array> {
    const { clock, onFlood, onLost } = this.#options;
    const isEvents = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
    const guard = createEventGuard(FRAME_BYTES_MAX, isEvents);
    const flow = createFlow(clock, WIRE_BYTES_PER_SECOND, onFlood, signal);
    const bytes = answer.body[Symbol.asyncIterator]();
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      answer[Symbol.dispose]();
      end();
    };
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        const { done, value } = await bytes.next();
        if (isOver) return;
        if (done) {
          over();
          controller.close();
          return;
        }
        guard(value);
        const pause = flow(value.length);
        if (pause) await pause;
        controller.enqueue(value);
      } catch (error) {
        over();
        // Nobody wants it any more. Were it told that the stream broke, the SDK would resume it.
        if (own.aborted) return await new Promise<void>(() => undefined);
        // A single answer that is too large fails by itself; but whoever waits for what a broken
        // stream would have brought would wait for ever.
        const failsAlone = !isEvents && codeOf(error) === "HTTP_TOO_LARGE";
        if (method === "POST" && !signal.aborted && !failsAlone) onLost(messageOf(error));
        controller.error(error);
      }
    };
    return new ReadableStream<Uint8Array>({ pull, cancel: over }, { highWaterMark: 0 });
  }
}

/** How long one exchange lives. */
interface ExchangeLife {
  /** Aborts when the request that it belongs to was given up. */
  readonly own: AbortSignal;
  /** Whether it brings the answer to a request; it may then take as long as the call may. */
  readonly isAsked: boolean;
  readonly end: () => void;
}

/** The guard counts the bytes: a stream may be long as long as its events are short. */
const within = (headersMs: number, totalMs: number): HttpLimits => ({
  headersMs,
  idleMs: totalMs,
  totalMs,
  bodyMaxBytes: Number.MAX_SAFE_INTEGER,
});
const POST = within(HEADERS_TIMEOUT_MS, HEADERS_TIMEOUT_MS);
/** By what is sent, and by method for what is no request. */
const LIMITS: Readonly<Record<string, HttpLimits>> = {
  request: within(EXCHANGE_TIMEOUT_MS, EXCHANGE_TIMEOUT_MS),
  GET: within(HEADERS_TIMEOUT_MS, STREAM_TIMEOUT_MS),
  DELETE: within(FAREWELL_TIMEOUT_MS, FAREWELL_TIMEOUT_MS),
};

/** The id of the request in a body of ours, or the id of the one that it gives up. */
function readIds(body: unknown): { readonly id?: unknown; readonly givesUp?: unknown } {
  if (typeof body !== "string") return {};
  // The SDK wrote it a moment ago.
  const message = JSON.parse(body) as { id?: unknown; method?: unknown; params?: unknown };
  if (message.id !== undefined) return message.method === undefined ? {} : { id: message.id };
  return { givesUp: (message.params as { requestId?: unknown } | undefined)?.requestId };
}
