/** A hub for a plugin's tests: no process and no sandbox, but the real wire, schemas and capabilities. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperationalError, parseJson, silentLogger, systemClock } from "#base";
import {
  checker,
  type DeviceDeclaration,
  type DeviceState,
  HUB_VERSION,
  type Manifest,
  type MethodName,
  PROTOCOL_VERSION,
  readManifest,
  SDK_VERSION,
  type Stage,
  type StageField,
} from "#contract";
import { createPeer, type Peer } from "#wire";
import type { OpenSession } from "../test-hook.ts";
import { definitionOf } from "./definition.ts";
import { answerFor, type MockAnswers } from "./mock-answers.ts";

export interface MockHubOptions {
  /** Over the defaults of plugin.json. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** What the hub answers where a plugin asks it something. */
  readonly answers?: MockAnswers;
  /** Folder of plugin.json; by default the one that the tests run in. */
  readonly folder?: string;
}

/** A device as the house would have it. */
export interface MockDevice {
  readonly declaration: DeviceDeclaration;
  readonly state: DeviceState;
  readonly available: boolean;
}

/** The hub of one test. Disposing stops the plugin and removes its folder. */
export interface MockHub extends AsyncDisposable {
  /** The plugin's own folder. */
  readonly dataDir: string;
  /** All that the plugin said, in order. */
  readonly said: readonly { readonly method: string; readonly params: unknown }[];
  /** Calls a tool as the hub would; answers its text. Rejects for bad arguments, and when it failed. */
  tool(name: string, args?: unknown): Promise<string>;
  /** A device by its id, with or without the plugin's name. */
  device(id: string): MockDevice;
  /** Commands a device. */
  command(id: string, capability: string, value: boolean | number | string): Promise<void>;
  /** Says something on an output channel. */
  send(channel: string, payload: string): Promise<void>;
  /** Runs a stage over these fields and answers them as they are afterwards. */
  stage(
    stage: Stage,
    fields: Readonly<Partial<Record<StageField, unknown>>>,
  ): Promise<Readonly<Record<string, unknown>>>;
}

const never = new AbortController().signal;

/** Starts the plugin that `load` defines, such as `() => import("./main.ts")`. */
export async function createMockHub(
  load: () => Promise<unknown>,
  options: MockHubOptions = {},
): Promise<MockHub> {
  const folder = options.folder ?? process.cwd();
  const manifest = readManifest(parseJson(await readFile(join(folder, "plugin.json"), "utf8")));
  const open = await definitionOf(load);
  const hub = new Mock(manifest, open, options, await mkdtemp(join(tmpdir(), "mock-hub-")));
  try {
    await hub.start();
    return hub;
  } catch (error) {
    await hub[Symbol.asyncDispose]();
    throw error;
  }
}

class Mock implements MockHub {
  readonly #manifest: Manifest;
  readonly #options: MockHubOptions;
  readonly #peer: Peer;
  readonly #end: () => Promise<void>;
  readonly #devices = new Map<string, MockDevice>();
  readonly said: { readonly method: string; readonly params: unknown }[] = [];
  readonly dataDir: string;

  constructor(manifest: Manifest, open: OpenSession, options: MockHubOptions, dir: string) {
    this.#manifest = manifest;
    this.#options = options;
    this.dataDir = dir;
    const session = open({
      clock: systemClock,
      send: (text) => later(() => this.#peer.feed(Buffer.from(text))),
    });
    this.#peer = createPeer({
      clock: systemClock,
      log: silentLogger,
      send: (text) => later(() => session.feed(Buffer.from(text))),
      onCall: (method, params) => this.#hear(method, params),
      onNotification: (method, params) => void this.#hear(method, params),
    });
    this.#end = async () => {
      session.end();
      await session.ended;
    };
  }

  async start(): Promise<void> {
    const { name, settings: declared = {} } = this.#manifest;
    const defaults = Object.entries(declared).map(([key, setting]) => [key, setting.default]);
    const settings = { ...Object.fromEntries(defaults), ...this.#options.settings };
    await this.#ask("handshake", {
      protocol: PROTOCOL_VERSION,
      core_version: HUB_VERSION,
      sdk_version: SDK_VERSION,
      plugin_name: name,
    });
    await this.#ask("plugin.init", { dataDir: this.dataDir, settings, timeZone: "Asia/Shanghai" });
    await this.#ask("plugin.start", {});
  }

  async tool(name: string, args: unknown = {}): Promise<string> {
    const offered = this.said.find(
      ({ method, params }) =>
        method === "tool.register" && (params as { name: unknown }).name === name,
    );
    if (!offered) throw new OperationalError("NOT_FOUND", `the plugin offers no tool "${name}"`);
    checker((offered.params as { parameters: object }).parameters).require(args, name);
    const call = { name, arguments: args, callId: "c_1", turnId: "t_1", channel: "test" };
    const reply = (await this.#ask("tool.invoke", call)) as { content: string; isError?: boolean };
    if (reply.isError === true) throw new OperationalError("TOOL_FAILED", reply.content);
    return reply.content;
  }

  device(id: string): MockDevice {
    const found = this.#devices.get(this.#fullId(id));
    if (found) return found;
    throw new OperationalError("DEVICE_UNKNOWN", `the plugin registered no device "${id}"`);
  }

  async command(id: string, capability: string, value: boolean | number | string): Promise<void> {
    const known = this.device(id).declaration.capabilities.find(({ name }) => name === capability);
    if (!known?.access.includes("write")) {
      throw new OperationalError("NOT_WRITABLE", `${id} takes no command for "${capability}"`);
    }
    const command = { commandId: "k_1", id: this.#fullId(id), capability, value };
    await this.#ask("device.command", command);
  }

  async send(channel: string, payload: string): Promise<void> {
    await this.#ask("output.invoke", { channel, payload, type: "text" });
  }

  async stage(stage: Stage, fields: Readonly<Partial<Record<StageField, unknown>>>) {
    const reply = (await this.#ask("stage.invoke", { stage, fields: { ...fields } })) as {
      readonly set: Readonly<Record<string, unknown>>;
      readonly unset: readonly string[];
    };
    const after = Object.entries({ ...fields, ...reply.set });
    return Object.fromEntries(after.filter(([key]) => !reply.unset.includes(key)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #ask(method: string, params: object): Promise<unknown> {
    return await this.#peer.request(method as MethodName, params, never);
  }

  #fullId(id: string): string {
    const prefix = `${this.#manifest.name}.`;
    return id.startsWith(prefix) ? id : `${prefix}${id}`;
  }

  #hear(method: string, params: unknown): unknown {
    const answer = answerFor(this.#manifest, this.#options.answers ?? {}, method, params);
    this.said.push({ method, params });
    if (method === "device.register") this.#register(params as { device: DeviceDeclaration });
    if (method === "device.state") this.#take(params as { id: string });
    return answer;
  }

  #register({ device }: { readonly device: DeviceDeclaration }): void {
    const { state = {}, available = true } = device;
    this.#devices.set(device.id, { declaration: device, state, available });
  }

  #take(told: { readonly id: string; state?: DeviceState; available?: boolean }): void {
    const known = this.device(told.id);
    const state = { ...known.state, ...told.state };
    this.#devices.set(told.id, { ...known, state, available: told.available ?? known.available });
  }
}

/** What is said arrives later, as over a pipe. */
function later(work: () => void): undefined {
  queueMicrotask(work);
  return undefined;
}
