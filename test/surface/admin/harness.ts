/** An app over a scripted hub and a manual clock, and what a test needs to talk to it. */
import { createLogger, type LogRecord } from "#base";
import { type AdminApp, type AdminSettings, type Asset, createAdminApp } from "#surface/admin";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { createScriptedHub, type Script, type ScriptedHub } from "./scripted-hub.ts";

/** How a request of a test differs from an honest one of the owner. */
interface Ask {
  readonly method?: string;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly peer?: string;
}

/** A running app under test. */
export interface Harness extends AsyncDisposable {
  readonly app: AdminApp;
  readonly hub: ScriptedHub;
  readonly clock: ManualClock;
  readonly logged: LogRecord[];
  /** Sends a request as the owner, unless told otherwise. A body that is text goes as it is. */
  ask(path: string, ask?: Ask): Promise<Response>;
}

export interface HarnessOptions {
  readonly script?: Script;
  readonly settings?: Partial<AdminSettings>;
  readonly assets?: () => Promise<readonly Asset[]>;
}

export async function startAdmin(options: HarnessOptions = {}): Promise<Harness> {
  const hub = createScriptedHub(options.script);
  const clock = createManualClock();
  const logged: LogRecord[] = [];
  const app = await createAdminApp({
    hub: hub.hub,
    clock,
    log: createLogger(clock, "debug", (record) => logged.push(record)),
    settings: { trustedProxies: [], hostNames: [], accessLog: false, ...options.settings },
    assets: options.assets ?? (async () => []),
  });
  return {
    app,
    hub,
    clock,
    logged,
    async ask(path, { method, token = "anna-token", body, headers = {}, peer = "192.0.2.7" } = {}) {
      const sent = new Headers(headers);
      if (token !== null && !sent.has("cookie")) sent.set("authorization", `Bearer ${token}`);
      const init: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST") };
      if (body !== undefined) {
        init.body =
          body instanceof Uint8Array ? body.slice() : typeof body === "string" ? body : json(body);
        sent.set("content-type", "application/json");
      }
      return app.http.request(path, { ...init, headers: sent }, { peer });
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const json = (value: unknown) => JSON.stringify(value);

/** Status and problem code of an answer that refuses. */
export async function refusal(response: Response): Promise<[number, string]> {
  const type = response.headers.get("content-type");
  const body = (await response.json()) as { code: string; status: number };
  if (type !== "application/problem+json" || body.status !== response.status) {
    throw new Error(`not a problem: ${type} ${JSON.stringify(body)}`);
  }
  return [response.status, body.code];
}

/** One server-sent event as the other side reads it. */
export interface ReadEvent {
  readonly id?: number;
  readonly event?: string;
  readonly data: unknown;
}

/** Reads a stream of events one by one; undefined when it has ended. */
export function readEvents(response: Response): {
  next(): Promise<ReadEvent | undefined>;
  rest(): Promise<ReadEvent[]>;
  cancel(): Promise<void>;
} {
  if (response.body === null) throw new Error("no body");
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  const next = async (): Promise<ReadEvent | undefined> => {
    for (;;) {
      const end = buffer.indexOf("\n\n");
      if (end >= 0) {
        const block = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        const event = parseBlock(block);
        if (event) return event;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      buffer += decoder.decode(value, { stream: true });
    }
  };
  return {
    next,
    async rest() {
      const events: ReadEvent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    cancel: () => reader.cancel(),
  };
}

function parseBlock(block: string): ReadEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const [name = "", value] = line.split(/: (.*)/s);
    if (name !== "" && value !== undefined) fields.set(name, value);
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return {
    ...(fields.has("id") ? { id: Number(fields.get("id")) } : {}),
    ...(fields.has("event") ? { event: fields.get("event") as string } : {}),
    data: data === "[DONE]" ? data : JSON.parse(data),
  };
}
