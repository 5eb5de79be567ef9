/** A hub for the page's tests: speaks the contract's HTTP and SSE and serves the page as the hub does. */
import { gzipSync } from "bun";
import type {
  CommandResult,
  Device,
  PendingConfirmation,
  PersonaView,
  StateValue,
  ToolCallRecord,
} from "#contract";
import { BUILT_IN_PERSONA, fakeAdmin, fakeConfirmations, fakePersona } from "./fake-admin.ts";
import { AREAS, flatDevices, flatHistory } from "./fake-flat.ts";

/** What the hub serves the page under; a violation of it is an error in the browser's console. */
export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; manifest-src 'self'";

/** A file of the built page. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Builds the page and its worker as the hub does at start. */
export async function buildPage(): Promise<readonly PageFile[]> {
  const web = new URL("../../src/surface/admin/web/", import.meta.url).pathname;
  const built = await Bun.build({ entrypoints: [`${web}index.html`], minify: true });
  const files: PageFile[] = await Promise.all(
    built.outputs.map(async (output) => ({
      path: output.path.replace(/^\./, ""),
      type: output.type,
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  );
  for (const name of ["manifest.webmanifest", "icon.svg"]) {
    const file = Bun.file(web + name);
    files.push({ path: `/${name}`, type: file.type, bytes: await file.bytes() });
  }
  const source = await Bun.file(`${web}sw.ts`).text();
  const script = new Bun.Transpiler({ loader: "ts" }).transformSync(source);
  const paths = JSON.stringify(["/", ...files.map((file) => file.path)]);
  files.push({
    path: "/sw.js",
    type: "text/javascript;charset=utf-8",
    bytes: new TextEncoder().encode(
      `self.PAGE_FILES=${paths};\n${script.replace(/^export \{\s*\};?$/m, "")}`,
    ),
  });
  return files;
}

/** Bytes of the files that a first visit loads, compressed. */
export function firstLoadBytes(files: readonly PageFile[]): number {
  const fixed = ["/sw.js", "/icon.svg", "/manifest.webmanifest"];
  return files
    .filter((file) => !fixed.includes(file.path))
    .reduce((sum, file) => sum + gzipSync(file.bytes as Uint8Array<ArrayBuffer>).length, 0);
}

/** How the hub answers the next sentences; `waitForStop` never answers by itself. */
export interface ChatScript {
  readonly deltas: readonly string[];
  readonly tools: readonly ToolCallRecord[];
  readonly reply: string;
  readonly provider?: string;
  readonly waitForStop?: boolean;
  readonly problem?: { readonly code: string; readonly status: number; readonly detail: string };
  readonly gapMs?: number;
  /** Streams that break off where the reply would come; the next one tells the rest. */
  readonly breaks?: number;
  /** How many of the deltas turn out void, after they have been told. */
  readonly void?: number;
  /** Waits for the test after each delta, by its number from 1, instead of for `gapMs`. */
  readonly pause?: (told: number) => Promise<void>;
}

/** What a test may change about the hub. */
export interface FakeHub extends AsyncDisposable {
  readonly url: string;
  readonly devices: Map<string, Device>;
  /** Commands that arrived, in order. */
  readonly commands: {
    readonly id: string;
    readonly capability: string;
    readonly value: StateValue;
    readonly at: number;
  }[];
  role: "owner" | "member" | "guest";
  setupNeeded: boolean;
  /** Milliseconds that a command takes. */
  commandMs: number;
  /** Commands to these devices are refused with this code. */
  readonly refusals: Map<string, { readonly status: number; readonly code: string }>;
  chat: ChatScript;
  /** Sentences that arrived, with the ids that the page gave them. */
  readonly said: { readonly text: string; readonly messageId: unknown }[];
  persona: PersonaView;
  /** What waits for the owner's yes, and what the page answered. */
  confirmations: readonly PendingConfirmation[];
  readonly decided: { readonly id: string; readonly allow: unknown }[];
  /** Answers a package that is sent, and a plugin that is to be removed. */
  onPackage: (request: Request) => Response | Promise<Response>;
  stops: number;
  /** Tells a change over SSE, as when somebody pressed the switch on the wall. */
  change(id: string, state: Device["state"], available?: boolean): void;
  emit(event: string, data: unknown): void;
  /** Cuts the live lines, as when a router restarts. */
  cutLines(): void;
}

const CODE = "47110815";
/** Who is signed in, by the role that a test gives him. */
const PERSONS = {
  owner: { personId: "owner", name: "爸爸" },
  member: { personId: "mama", name: "妈妈" },
  guest: { personId: "gast", name: "客人" },
} as const;
const PASSWORD = "correct horse";

/** Starts a hub on a free port of this machine. */
export function startFakeHub(files: readonly PageFile[], port = 0): FakeHub {
  const lines = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const stopped = new Set<() => void>();
  const utf8 = new TextEncoder();
  let eventId = 16;
  let wrongTries = 0;

  const emit = (event: string, data: unknown) => {
    eventId += 1;
    const text = `id: ${eventId}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const line of lines) line.enqueue(utf8.encode(text));
  };
  const change = (id: string, state: Device["state"], available = true) => {
    const before = hub.devices.get(id);
    if (!before) throw new Error(`no device ${id}`);
    const at = new Date().toISOString();
    const cause = [{ kind: "device", id } as const];
    const next = {
      ...before,
      available,
      state: { ...before.state, ...state },
      lastChange: { at, cause },
    };
    hub.devices.set(id, next);
    emit("device_state", { deviceId: id, state: next.state, available, at, cause });
  };
  const signedIn = (request: Request) =>
    (request.headers.get("cookie") ?? "").includes("session=s1");
  const session = (status: number) =>
    Response.json(
      { token: "never-kept", role: hub.role },
      { status, headers: { "set-cookie": "session=s1; HttpOnly; SameSite=Strict; Path=/" } },
    );

  const setup = (body: Record<string, unknown>): Response => {
    if (!hub.setupNeeded) return problem(409, "CONFLICT", "already set up");
    if (wrongTries >= 4)
      return problem(429, "RATE_LIMITED", "too many tries", { "retry-after": "90" });
    if (body["code"] !== CODE) {
      wrongTries += 1;
      return problem(403, "FORBIDDEN", "wrong code");
    }
    hub.setupNeeded = false;
    return session(201);
  };
  const login = (body: Record<string, unknown>): Response =>
    body["password"] === PASSWORD ? session(200) : problem(401, "UNAUTHENTICATED", "wrong");

  const command = async (id: string, body: Record<string, unknown>): Promise<Response> => {
    const capability = String(body["capability"]);
    const value = body["value"] as StateValue;
    const commandId = `m_${hub.commands.length + 1}`;
    hub.commands.push({ id, capability, value, at: Date.now() });
    await Bun.sleep(hub.commandMs);
    const refusal = hub.refusals.get(id);
    if (refusal) return problem(refusal.status, refusal.code, "refused by the test");
    const device = hub.devices.get(id);
    if (!device) return problem(404, "DEVICE_UNKNOWN", id);
    if (capability !== "action") change(id, { [capability]: value });
    const answer: CommandResult = { commandId, outcome: "ok", state: { [capability]: value } };
    return Response.json(answer);
  };

  const forget = (id: string): Response => {
    if (hub.role !== "owner") return problem(403, "FORBIDDEN", "only the owner");
    const device = hub.devices.get(id);
    if (!device) return problem(404, "DEVICE_UNKNOWN", id);
    if (device.available) return problem(409, "CONFLICT", `${id} is available`);
    hub.devices.delete(id);
    emit("house_changed", { revision: 2 });
    return new Response(null, { status: 204 });
  };

  const events = () => {
    let own: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller;
        lines.add(controller);
        controller.enqueue(utf8.encode(": hello\n\n"));
      },
      cancel() {
        lines.delete(own);
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  };

  /** Streams that have broken off, by sentence; one that is told anew has only its end to tell. */
  const broken = new Map<unknown, number>();

  const chat = ({ text: said, messageId }: Record<string, unknown>) => {
    const text = String(said);
    hub.said.push({ text, messageId });
    const breaks = broken.get(messageId) ?? 0;
    const script = breaks === 0 ? hub.chat : { ...hub.chat, deltas: [] };
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        const tell = (event: string, data: unknown) => {
          controller.enqueue(utf8.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        };
        for (const call of script.tools) tell("tool", call);
        for (const [index, delta] of script.deltas.entries()) {
          tell("delta", { text: delta });
          await (script.pause?.(index + 1) ?? Bun.sleep(script.gapMs ?? 5));
          if (index + 1 === script.void) tell("restart", {});
        }
        if (breaks < (script.breaks ?? 0)) {
          broken.set(messageId, breaks + 1);
          controller.close();
          return;
        }
        if (script.waitForStop === true) {
          await new Promise<void>((resolve) => stopped.add(resolve));
          tell("error", { status: 499, code: "CANCELED", title: "Canceled", detail: "stopped" });
        } else if (script.problem) {
          tell("error", { title: "x", ...script.problem });
        } else {
          const { reply, tools: toolCalls, provider = "intents" } = script;
          tell("reply", {
            reply: reply || text,
            turnId: "t_1",
            provider,
            toolCalls,
            durationMs: 3,
          });
        }
        controller.close();
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  };

  const api = async (request: Request, path: string): Promise<Response> => {
    const post = request.method === "POST";
    // These read their body themselves.
    const reads = (path === "plugins" && post) || /^plugins\/[^/]+\/grants$/.test(path);
    if (reads) return await hub.onPackage(request);
    const body = request.body ? ((await request.json()) as Record<string, unknown>) : {};
    if (path === "setup") return post ? setup(body) : Response.json({ needed: hub.setupNeeded });
    if (path === "login") return login(body);
    if (path === "logout") return new Response(null, { status: 204 });
    if (!signedIn(request)) return problem(401, "UNAUTHENTICATED", "no session");
    if (path === "events") return events();
    if (path === "chat") return chat(body);
    if (path === "chat/stop") {
      hub.stops += 1;
      for (const stop of stopped) stop();
      stopped.clear();
      return Response.json({ stopped: 1 });
    }
    if (path === "house") {
      const devices = [...hub.devices.values()];
      return Response.json({ revision: 1, floors: [], areas: AREAS, devices });
    }
    if (path.startsWith("plugins/")) return await hub.onPackage(request);
    if (path.startsWith("confirmations")) return fakeConfirmations(hub, path, body);
    if (path === "persona") return fakePersona(hub, request.method, body);
    if (path === "me") return Response.json({ ...PERSONS[hub.role], role: hub.role });
    const [, gone] = /^devices\/([^/]+)$/.exec(path) ?? [];
    if (gone !== undefined && request.method === "DELETE") return forget(decodeURIComponent(gone));
    const [, id = "", what = ""] = /^devices\/([^/]+)\/(command|history)$/.exec(path) ?? [];
    if (what === "command") return await command(decodeURIComponent(id), body);
    if (what === "history") {
      const device = hub.devices.get(decodeURIComponent(id));
      return device
        ? Response.json(flatHistory(device, Date.now()))
        : problem(404, "DEVICE_UNKNOWN", id);
    }
    return admin(request.method, path, body, hub.role);
  };

  const admin = fakeAdmin();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/api/v1/")) return await api(request, pathname.slice(8));
      const file = files.find(
        (known) => known.path === (pathname === "/" ? "/index.html" : pathname),
      );
      if (!file) return new Response("not found", { status: 404 });
      return new Response(file.bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          "content-type": file.type,
          "content-security-policy": CSP,
          "cache-control": "no-cache",
        },
      });
    },
  });

  const hub: FakeHub = {
    url: `http://127.0.0.1:${server.port}`,
    devices: new Map(flatDevices().map((device) => [device.id, device])),
    commands: [],
    role: "owner",
    setupNeeded: true,
    commandMs: 0,
    refusals: new Map(),
    chat: { deltas: [], tools: [], reply: "" },
    said: [],
    persona: BUILT_IN_PERSONA,
    confirmations: [],
    decided: [],
    onPackage: () => problem(503, "NOT_AVAILABLE", "no packages here"),
    stops: 0,
    change,
    emit,
    cutLines() {
      for (const line of lines) line.close();
      lines.clear();
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
  return hub;
}

/** What opens the fake hub's doors. */
export const DOOR = { code: CODE, password: PASSWORD } as const;

/** An RFC 9457 problem. */
export function problem(
  status: number,
  code: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  const body = { type: "about:blank", title: code, status, code, detail };
  const type = { "content-type": "application/problem+json" };
  return Response.json(body, { status, headers: { ...type, ...headers } });
}
