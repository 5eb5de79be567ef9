/** The life of one plugin on its side of the wire: handshake, init, start, calls, stop. */
import {
  CanceledError,
  type Clock,
  isCanceled,
  type Logger,
  messageOf,
  OperationalError,
  sleep,
  systemRandom,
} from "#base";
import {
  type CleanerInvoke,
  type DeviceCommand,
  type Handshake,
  type HandshakeReply,
  type OutputInvoke,
  type PluginInit,
  PROTOCOL_VERSION,
  SDK_VERSION,
  type StageInvoke,
  type ToolInvoke,
} from "#contract";
import { createPeer, type Peer, type Send } from "#wire";
import { placeOf, stackOf } from "./author-error.ts";
import { createHub, type HubParts } from "./hub.ts";
import { createPluginLogger } from "./logger.ts";
import type { Hub, PluginDefinition } from "./types.ts";

/** How long a plugin may take over its `stop` when the hub is gone; the hub itself waits 5 s. */
const STOP_GRACE_MS = 5000;

export interface PluginSessionOptions {
  readonly send: Send;
  readonly clock: Clock;
  /** Told of the hub object before the plugin starts. */
  readonly onHub?: (hub: Hub) => void;
}

/** A plugin that speaks with a hub. */
export interface PluginSession {
  /** Takes bytes of the hub. */
  feed(bytes: Uint8Array): void;
  /** The hub is gone: stops the plugin. */
  end(): void;
  /** Resolves when the plugin has stopped and all that it said is written. */
  readonly ended: Promise<void>;
}

/** Makes a session; the hub speaks first. */
export function createPluginSession(
  plugin: PluginDefinition,
  options: PluginSessionOptions,
): PluginSession {
  const session = new Session(plugin, options);
  return {
    feed: (bytes) => session.peer.feed(bytes),
    end: () => session.end(),
    ended: session.ended.promise,
  };
}

class Session {
  readonly #plugin: PluginDefinition;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #onHub: PluginSessionOptions["onHub"];
  readonly #lifetime = new AbortController();
  readonly ended = Promise.withResolvers<void>();
  readonly peer: Peer;
  #name = "";
  #parts: HubParts | undefined;
  #started = false;
  #stopping: Promise<void> | undefined;

  constructor(plugin: PluginDefinition, options: PluginSessionOptions) {
    this.#plugin = plugin;
    this.#clock = options.clock;
    this.#onHub = options.onHub;
    this.#log = createPluginLogger(options.clock, (...record) => this.peer.notify(...record));
    this.peer = createPeer({
      send: options.send,
      clock: options.clock,
      log: this.#log,
      onCall: (method, params, signal) => this.#call(method, params, signal),
      onNotification: (method, params) => this.#parts?.hear(method, params),
      onClosed: () => this.ended.resolve(),
    });
  }

  /** The hub's end of the wire is closed. */
  end(): void {
    this.#stop("gone")
      .finally(() => this.ended.resolve())
      // Nobody is left who could hear why it failed.
      .catch(() => undefined);
  }

  /**
   * Params are not checked here: the kernel made them, and the handshake says that it is of this
   * protocol and SDK.
   */
  #call(method: string, params: unknown, signal: AbortSignal): unknown {
    switch (method) {
      case "handshake":
        return this.#handshake(params as Handshake);
      case "plugin.init":
        return this.#init(params as PluginInit);
      case "plugin.start":
        return this.#start();
      case "plugin.stop":
        return this.#stopForHub();
      case "tool.invoke":
        return this.#running().invokeTool(params as ToolInvoke, signal);
      case "cleaner.invoke":
        return this.#running().cleanResult(params as CleanerInvoke, signal);
      case "output.invoke":
        return this.#running().invokeOutput(params as OutputInvoke, signal);
      case "stage.invoke":
        return this.#running().runStage(params as StageInvoke, signal);
      case "device.command":
        return this.#running().commandDevice(params as DeviceCommand, signal);
      default:
        throw new OperationalError("METHOD_UNKNOWN", `the SDK knows no method "${method}"`);
    }
  }

  #running(): HubParts {
    if (this.#parts) return this.#parts;
    throw new OperationalError("CONFLICT", "the plugin has not been initialized");
  }

  #handshake(hub: Handshake): HandshakeReply {
    if (hub.protocol !== PROTOCOL_VERSION) {
      throw new OperationalError(
        "PROTOCOL_MISMATCH",
        `the hub speaks protocol ${hub.protocol}, this plugin ${PROTOCOL_VERSION}`,
        { hint: `rebuild the plugin with hmapdev of SDK ${hub.sdk_version}` },
      );
    }
    this.#name = hub.plugin_name;
    return {
      protocol: PROTOCOL_VERSION,
      sdk_version: SDK_VERSION,
      plugin_name: hub.plugin_name,
      pid: process.pid,
    };
  }

  #init(init: PluginInit): null {
    if (this.#name === "") throw new OperationalError("CONFLICT", "no handshake yet");
    // A second hub object would know nothing of what the plugin registered with the first.
    if (this.#parts) throw new OperationalError("CONFLICT", "the plugin is initialized already");
    this.#parts = createHub({
      name: this.#name,
      init,
      peer: this.peer,
      clock: this.#clock,
      random: systemRandom,
      signal: this.#lifetime.signal,
    });
    this.#onHub?.(this.#parts.hub);
    return null;
  }

  async #start(): Promise<null> {
    const { hub } = this.#running();
    if (this.#started) throw new OperationalError("CONFLICT", "the plugin runs already");
    this.#started = true;
    try {
      await this.#plugin.start(hub, this.#lifetime.signal);
    } catch (error) {
      if (isCanceled(error)) throw error;
      this.#log.error("start_failed", { error, at: placeOf(error), stack: stackOf(error) });
      if (error instanceof OperationalError) throw error;
      throw new OperationalError("PLUGIN_FAILED", `start failed: ${messageOf(error)}`);
    }
    return null;
  }

  async #stopForHub(): Promise<null> {
    try {
      await this.#stop("shutdown");
    } catch (error) {
      this.#log.error("stop_failed", { error, stack: stackOf(error) });
      throw new OperationalError("PLUGIN_FAILED", `stop failed: ${messageOf(error)}`);
    } finally {
      // Behind the reply, which goes out in the microtasks that follow.
      this.#clock.after(0, () => {
        this.peer.drained().then(() => this.ended.resolve(), this.ended.reject);
      });
    }
    return null;
  }

  /** Stops the plugin once, however often it is asked. */
  #stop(reason: "shutdown" | "gone"): Promise<void> {
    this.#stopping ??= (async () => {
      this.#lifetime.abort(new CanceledError(reason));
      if (!this.#started) return;
      const over = new AbortController();
      const late = sleep(this.#clock, STOP_GRACE_MS, over.signal);
      await Promise.race([this.#plugin.stop?.(), late]).finally(() => over.abort());
    })();
    return this.#stopping;
  }
}
