/**
 * The guarded way out over HTTP: deadlines, a size limit, no silent redirects, and on request no
 * way into the home network. Errors name the origin only, since paths and headers carry secrets.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Clock } from "./clock.ts";
import { CanceledError, OperationalError } from "./errors.ts";
import { isPublicAddress } from "./public-address.ts";
import { StallTimer } from "./stall-timer.ts";

/** How long and how large an exchange may be. */
export interface HttpLimits {
  /** Until the head of the answer is there. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** For the whole exchange. */
  readonly totalMs: number;
  /** Largest body that is taken. */
  readonly bodyMaxBytes: number;
}

/** Limits where neither the client nor the request names others. */
export const HTTP_LIMITS: HttpLimits = {
  headersMs: 15_000,
  idleMs: 30_000,
  totalMs: 120_000,
  bodyMaxBytes: 8 * 1024 * 1024,
};

/** Redirects that are followed one after the other at most. */
const REDIRECTS_MAX = 3;

/** One request. */
export interface HttpRequest {
  /** Default: GET. */
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** `none` (default): a redirect is the answer. `same-origin`: followed there and nowhere else. */
  readonly redirects?: "none" | "same-origin";
  /** For addresses that come from content: refuses what is not in the public internet. */
  readonly publicOnly?: boolean;
  readonly limits?: Partial<HttpLimits>;
}

/** A whole answer; `status` is the server's own, whatever it is. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The body as UTF-8. */
  text(): string;
}

/** An answer whose body streams; read it to its end, or dispose it to drop the connection. */
export interface HttpStream extends Disposable {
  readonly status: number;
  readonly headers: Headers;
  /** Throws `HTTP_CUT`, `HTTP_TIMEOUT` or `HTTP_TOO_LARGE` where it ends too soon. Read once. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * A guarded HTTP client. Throws `HTTP_URL_REFUSED`, `HTTP_UNREACHABLE`, `HTTP_TIMEOUT`,
 * `HTTP_REDIRECT`, `HTTP_CUT`, `HTTP_TOO_LARGE`, or the signal's reason; never for a status.
 */
export interface HttpClient {
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  stream(request: HttpRequest, signal: AbortSignal): Promise<HttpStream>;
}

/** What a client is made of. */
export interface HttpClientOptions {
  readonly clock: Clock;
  readonly limits?: Partial<HttpLimits>;
  readonly fetch?: Fetch;
  /** Addresses of a name, for `publicOnly`. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** The platform's `fetch`, with the name that TLS checks when the URL holds an address. */
export type Fetch = (
  url: string,
  init: RequestInit & { readonly tls?: { readonly serverName: string } },
) => Promise<Response>;

/** Makes a client. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const resolve = options.resolve ?? resolveHost;
  const send = options.fetch ?? (fetch as Fetch);
  const open = async (request: HttpRequest, signal: AbortSignal): Promise<HttpStream> => {
    signal.throwIfAborted();
    const limits = { ...HTTP_LIMITS, ...options.limits, ...request.limits };
    const exchange = new Exchange(options.clock, originOf(request.url), limits, signal);
    try {
      const response = await exchange.open(() => follow(request, { send, resolve, exchange }));
      return exchange.answer(response);
    } catch (error) {
      exchange[Symbol.dispose]();
      throw error;
    }
  };
  return {
    stream: open,
    async request(request, signal) {
      using answer = await open(request, signal);
      const body = await readAll(answer.body);
      const { status, headers } = answer;
      return { status, headers, body, text: () => new TextDecoder().decode(body) };
    },
  };
}

/** What following redirects needs. */
interface Way {
  readonly send: Fetch;
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly exchange: Exchange;
}

/** Sends the request, and again wherever the same origin redirects it to. */
async function follow(request: HttpRequest, way: Way): Promise<Response> {
  let url = checkedUrl(request.url);
  let method = request.method ?? "GET";
  let { body } = request;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const response = await sendOnce({ ...request, method }, url, body, way);
    const location = response.headers.get("location");
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null;
    if (!isRedirect || request.redirects !== "same-origin") return response;
    await response.body?.cancel();
    const next = URL.parse(location, url.href);
    if (next?.origin !== url.origin) {
      throw new OperationalError("HTTP_REDIRECT", `${url.origin} redirects to another origin`, {
        hint: "use the address that it redirects to",
      });
    }
    url = next;
    // As browsers do: only 307 and 308 repeat the method and the body.
    if (response.status < 307 && method !== "HEAD") {
      method = "GET";
      body = undefined;
    }
  }
  throw new OperationalError(
    "HTTP_REDIRECT",
    `${url.origin} redirects more than ${REDIRECTS_MAX} times`,
  );
}

async function sendOnce(
  request: HttpRequest,
  url: URL,
  body: HttpRequest["body"],
  { send, resolve, exchange }: Way,
): Promise<Response> {
  const target = request.publicOnly ? await pinned(url, resolve) : { href: url.href };
  return await send(target.href, {
    method: request.method ?? "GET",
    headers: { ...request.headers, ...("headers" in target ? target.headers : {}) },
    redirect: "manual",
    signal: exchange.signal,
    ...(body === undefined ? {} : { body }),
    ...("tls" in target ? { tls: target.tls } : {}),
  });
}

/**
 * The URL with the checked address in place of its name, so that a second resolution cannot lead
 * elsewhere. TLS and the Host header still speak of the name.
 */
async function pinned(url: URL, resolve: Way["resolve"]) {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await resolve(host);
  const [address] = addresses;
  if (address === undefined || !addresses.every(isPublicAddress)) {
    throw new OperationalError("HTTP_URL_REFUSED", `${url.origin} is not in the public internet`, {
      hint: "addresses from texts may not reach into the home network",
    });
  }
  const target = new URL(url.href);
  target.hostname = isIP(address) === 6 ? `[${address}]` : address;
  const headers = { host: url.host };
  const isNamed = address !== host && url.protocol === "https:";
  return { href: target.href, headers, ...(isNamed ? { tls: { serverName: host } } : {}) };
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map((entry) => entry.address);
}

/** One exchange: its deadlines, its size, and what its failures are called. */
class Exchange implements Disposable {
  readonly signal: AbortSignal;
  readonly #origin: string;
  readonly #limits: HttpLimits;
  readonly #outer: AbortSignal;
  readonly #controller = new AbortController();
  readonly #stall: StallTimer;
  readonly #total: Disposable;
  #isWhole = false;

  constructor(clock: Clock, origin: string, limits: HttpLimits, outer: AbortSignal) {
    this.#origin = origin;
    this.#limits = limits;
    this.#outer = outer;
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    const expire = (limitMs: number) => this.#controller.abort(timeout(origin, limitMs));
    this.#stall = new StallTimer(clock, expire);
    this.#stall.allow(limits.headersMs);
    this.#total = clock.after(limits.totalMs, () => expire(limits.totalMs));
  }

  /** Waits for the head of the answer. Name resolution does not heed a signal, hence the race. */
  async open(step: () => Promise<Response>): Promise<Response> {
    const { promise, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(this.signal.reason);
    this.signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([step(), promise]);
    } catch (error) {
      throw this.#named("HTTP_UNREACHABLE", error);
    } finally {
      this.signal.removeEventListener("abort", onAbort);
    }
  }

  /** What a failure is called; an abort that caused it comes first. */
  #named(code: string, error: unknown): unknown {
    if (this.#outer.aborted) return this.#outer.reason;
    if (this.#controller.signal.aborted) return this.#controller.signal.reason;
    return error instanceof OperationalError ? error : networkError(code, this.#origin, error);
  }

  answer(response: Response): HttpStream {
    const length = Number(response.headers.get("content-length") ?? 0);
    if (length > this.#limits.bodyMaxBytes) throw this.#tooLarge();
    this.#stall.allow(this.#limits.idleMs);
    this.#stall.hold();
    return {
      status: response.status,
      headers: response.headers,
      body: this.#read(response),
      [Symbol.dispose]: () => this[Symbol.dispose](),
    };
  }

  async *#read(response: Response): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    let bytes = 0;
    try {
      while (reader) {
        this.#stall.resume();
        const { done, value } = await reader.read();
        // A reader of ours that takes its time is not the server's fault.
        this.#stall.hold();
        if (done) {
          this.#isWhole = true;
          return;
        }
        bytes += value.byteLength;
        if (bytes > this.#limits.bodyMaxBytes) throw this.#tooLarge();
        yield value;
      }
    } catch (error) {
      throw this.#named("HTTP_CUT", error);
    } finally {
      this[Symbol.dispose]();
    }
  }

  #tooLarge(): OperationalError {
    const limit = `${Math.round(this.#limits.bodyMaxBytes / 1024)} KiB`;
    return new OperationalError("HTTP_TOO_LARGE", `${this.#origin} sent more than ${limit}`);
  }

  /** Ends the timers and drops the connection, if it still stands. */
  [Symbol.dispose](): void {
    this.#stall[Symbol.dispose]();
    this.#total[Symbol.dispose]();
    if (!this.#isWhole) this.#controller.abort(new CanceledError("gone"));
  }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? "the address";
}

/** Refuses what is no plain web address. Credentials in it would end up in logs. */
function checkedUrl(text: string): URL {
  const url = URL.parse(text);
  const refuse = (reason: string) =>
    new OperationalError("HTTP_URL_REFUSED", reason, { hint: "use http://… or https://…" });
  if (!url) throw refuse("that is not a URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refuse(`the scheme ${url.protocol} is not allowed`);
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse(`${url.origin}: a URL must hold no user name or password`);
  }
  return url;
}

function timeout(origin: string, limitMs: number): OperationalError {
  return new OperationalError("HTTP_TIMEOUT", `${origin} did not answer within ${limitMs} ms`);
}

/**
 * The system's word for it (ECONNREFUSED, ENOTFOUND, …) tells most in the fewest letters. Other
 * texts of the platform may quote a header, so they stay out.
 */
function networkError(code: string, origin: string, cause: unknown): OperationalError {
  const reason = (cause as { code?: unknown } | null)?.code;
  const why = typeof reason === "string" ? reason : "the request is malformed";
  const what = code === "HTTP_CUT" ? "ended in mid-answer" : "cannot be reached";
  return new OperationalError(code, `${origin} ${what}: ${why}`);
}
