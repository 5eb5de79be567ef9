/** One run of one plugin: the process, its wire, and its life from handshake to exit. */
import {
  CanceledError,
  type ChildProcess,
  type Clock,
  type ExitStatus,
  type LogFields,
  type Logger,
  messageOf,
  type OutputListener,
  sleep,
  TaskGroup,
} from "#base";
import { type PluginInit, problem } from "#contract";
import { createPeer, type Peer } from "#wire";
import type { Blueprint } from "./blueprint.ts";
import type { FloodKind } from "./floods.ts";
import type { Gate } from "./gate.ts";
import type { HandedDown } from "./handed-down.ts";
import { shakeHands } from "./handshake.ts";
import {
  CALLS_BURST,
  CALLS_PER_SECOND,
  HANDSHAKE_TIMEOUT_MS,
  PIPE_BROKEN_GRACE_MS,
  REAP_MS,
  REFUSALS_BURST,
  REFUSALS_PER_SECOND,
  REFUSED_FRAMES_MAX,
  START_TIMEOUT_MS,
  STDERR_BYTES_PER_SECOND,
  STOP_GRACE_MS,
  WIRE_BYTES_PER_SECOND,
} from "./limits.ts";
import { OpenCalls } from "./open-calls.ts";
import type { PluginLink } from "./plugin-link.ts";
import { createCallLimit, createFlowLimit, createLineLimit, type LineLimit } from "./rate-limit.ts";
import { createStderrLog, type StderrLog } from "./stderr-log.ts";

export interface PluginRunOptions {
  readonly blueprint: Blueprint;
  readonly init: PluginInit;
  readonly clock: Clock;
  readonly log: Logger;
  readonly gate: Gate;
  /** What the process was handed; given back when it is gone. */
  readonly handed: HandedDown;
  /** Hears that more came from the child than is taken. */
  readonly onFlood: (kind: FloodKind) => void;
  /** Starts the process with these listeners on its output. */
  readonly spawn: (output: {
    readonly onStdout: OutputListener;
    readonly onStderr: OutputListener;
  }) => ChildProcess;
}

const never = new AbortController().signal;

/** A child process that speaks our wire. It is spawned by the constructor's caller through `start`. */
export class PluginRun {
  readonly link: PluginLink;
  /** Resolves when the process is gone and all calls to it are rejected. */
  readonly gone: Promise<void>;
  /** Resolves a moment after `gone` with the reason of the exit, for a person. */
  readonly ended: Promise<string>;
  readonly #options: PluginRunOptions;
  readonly #child: ChildProcess;
  readonly #peer: Peer;
  readonly #stderr: StderrLog;
  readonly #output = new AbortController();
  readonly #refusalLimit: LineLimit;
  #refused = 0;
  /** Calls and notifications that it sent. */
  #asked = 0;
  #greeted = false;
  /** It has been killed or has ended by itself: what it answers no longer counts. */
  #dying = false;
  #exitStatus: ExitStatus | undefined;
  #killReason: string | undefined;

  constructor(options: PluginRunOptions) {
    const { blueprint, clock, log, gate, onFlood } = options;
    const { name } = blueprint.manifest;
    this.#options = options;
    this.#stderr = createStderrLog(clock, log, () => onFlood("lines on stderr"));
    this.#refusalLimit = createLineLimit(clock, REFUSALS_PER_SECOND, REFUSALS_BURST, () =>
      onFlood("refused calls"),
    );
    this.#peer = createPeer({
      clock,
      log,
      send: (text) => this.#child.write(text),
      onCall: (method, params, signal) => {
        this.#asked += 1;
        this.#requireGreeted(method);
        return gate(this.link, method, params, signal);
      },
      onNotification: (method, params) => this.#takeNotification(method, params),
      onRefused: (error) => this.#takeRefused(error),
      onLost: (count) => {
        log.warn("plugin.notifications_lost", { count });
        this.#peer.notify("events.lost", { count });
      },
      endError: (reason) => problem("PLUGIN_FAILED", `plugin "${name}" is gone: ${reason}`),
      onClosed: (reason, end) => {
        if (end === "stuck") this.kill(reason.message);
        else if (end === "broken") this.#endOfPipe();
      },
    });
    this.#child = options.spawn(this.#listeners());
    options.handed.spawned();
    this.link = {
      name,
      manifest: blueprint.manifest,
      grants: blueprint.grants,
      dataDir: options.init.dataDir,
      ...(options.handed.arena && { arena: options.handed.arena }),
      hasRing: options.handed.init.events !== undefined,
      request: (method, params, signal, timeoutMs) =>
        this.#peer.request(method, params, signal, { timeoutMs }),
      notify: (method, params) => this.#peer.notify(method, params),
      tasks: new TaskGroup((error) => this.#logRefusal("plugin.task_failed", { error })),
      calls: new OpenCalls(),
      autoRestart: true,
    };
    this.gone = this.#child.exited.then((status) => this.#takeExit(status));
    this.ended = this.gone.then(() => this.#reason());
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Handshake, init, start. Rejects with why the plugin does not run; the caller then kills it. */
  async start(signal: AbortSignal): Promise<void> {
    const { blueprint, init } = this.#options;
    const call = (method: string, params: unknown, timeoutMs = HANDSHAKE_TIMEOUT_MS) =>
      this.#peer.request(method, params, signal, { timeoutMs });
    let doing = "the handshake";
    try {
      await shakeHands(blueprint.manifest.name, (params) => call("handshake", params));
      this.#greeted = true;
      doing = "plugin.init";
      await call("plugin.init", init);
      doing = "plugin.start";
      await call("plugin.start", {}, START_TIMEOUT_MS);
    } catch (error) {
      if (this.#dying && (await this.#isGoneWithin(REAP_MS))) {
        throw problem("PLUGIN_FAILED", await this.ended, { cause: error });
      }
      if (!(error instanceof CanceledError) || signal.aborted) throw error;
      const garbage = this.#refused > 0 ? `; ${this.#refused} lines on stdout were no frames` : "";
      throw problem("PLUGIN_FAILED", `${doing}: ${error.message}${garbage}`, { cause: error });
    }
  }

  /** Asks the plugin to end, kills it when it does not, and waits until it is gone. */
  async stop(): Promise<void> {
    const { clock, log } = this.#options;
    const begin = clock.monotonic();
    const asked = this.#peer
      .request("plugin.stop", {}, never, { timeoutMs: STOP_GRACE_MS })
      // It may fail, hang or die of it; what counts is whether the process ends.
      .catch((error: unknown) => log.debug("plugin.stop_refused", { error }));
    await Promise.race([asked, this.gone]);
    this.#child.closeStdin();
    const left = Math.max(STOP_GRACE_MS - (clock.monotonic() - begin), 0);
    if (await this.#isGoneWithin(left)) return;
    log.warn("plugin.stop_killed", { graceMs: STOP_GRACE_MS });
    await this.end("did not stop in time");
  }

  /** Kills the process and waits for the system to bury it. */
  async end(reason: string): Promise<void> {
    this.kill(reason);
    if (await this.#isGoneWithin(REAP_MS)) return;
    this.#options.log.error("plugin.not_reaped", { pid: this.pid });
  }

  /** Kills the process; `reason` is what will be told of it. */
  kill(reason: string): void {
    this.#killReason ??= reason;
    this.#kill();
  }

  #kill(): void {
    this.#dying = true;
    this.#child.kill("SIGKILL");
  }

  /**
   * It does not read any more. Most likely it is ending, and its exit says better why: a signal of ours
   * now could not be told from one that it had already died of. What lives on is killed.
   */
  #endOfPipe(): void {
    this.#dying = true;
    const over = async () => {
      if (!(await this.#isGoneWithin(PIPE_BROKEN_GRACE_MS))) this.kill("closed its stdin");
    };
    this.link.tasks.run(over);
  }

  #listeners(): { onStdout: OutputListener; onStderr: OutputListener } {
    const { clock, blueprint, onFlood } = this.#options;
    const over = this.#output.signal;
    const wireFlow = createFlowLimit(clock, WIRE_BYTES_PER_SECOND, () => onFlood("bytes"), over);
    const calls = createCallLimit(
      clock,
      CALLS_PER_SECOND,
      CALLS_BURST,
      () => onFlood("calls"),
      over,
    );
    // The page's child asks as often as people do; it is a part of the hub.
    const isPart = blueprint.program.kind === "command";
    const stderrFlow = createFlowLimit(
      clock,
      STDERR_BYTES_PER_SECOND,
      () => onFlood("lines on stderr"),
      over,
    );
    return {
      onStdout: (bytes) => {
        const askedBefore = this.#asked;
        this.#peer.feed(bytes);
        const byBytes = wireFlow(bytes.length);
        const byCalls = isPart ? undefined : calls(this.#asked - askedBefore);
        return byBytes && byCalls ? byBytes.then(() => byCalls) : (byBytes ?? byCalls);
      },
      onStderr: (bytes) => {
        this.#stderr.feed(bytes);
        return stderrFlow(bytes.length);
      },
    };
  }

  #requireGreeted(method: string): void {
    if (this.#greeted) return;
    throw problem("CONFLICT", `${method} came before the handshake`, {
      hint: "answer the hub's handshake first",
    });
  }

  #takeNotification(method: string, params: unknown): void {
    this.#asked += 1;
    const { gate } = this.#options;
    const refused = (error: unknown) => {
      this.#logRefusal("plugin.notification_refused", { method, error });
    };
    try {
      this.#requireGreeted(method);
      const result = gate(this.link, method, params, this.link.tasks.signal);
      if (result instanceof Promise) result.catch(refused);
    } catch (error) {
      refused(error);
    }
  }

  #takeRefused(error: Error): void {
    this.#refused += 1;
    this.#logRefusal("plugin.frame_refused", { error });
    if (this.#refused === REFUSED_FRAMES_MAX) {
      this.kill(`wrote ${REFUSED_FRAMES_MAX} lines to stdout that were no frames`);
    }
  }

  #logRefusal(event: string, fields: LogFields): void {
    if (this.#refusalLimit.take()) this.#options.log.warn(event, fields);
  }

  #takeExit(status: ExitStatus): void {
    this.#dying = true;
    this.#exitStatus = status;
    this.#output.abort();
    const how = exitText(status);
    this.#peer.close(problem("PLUGIN_FAILED", `plugin "${this.link.name}" ${how}`));
    // Its tasks hear that it is gone; none of them is waited for.
    this.link.tasks.cancel("gone");
    this.#options.handed[Symbol.dispose]();
  }

  async #reason(): Promise<string> {
    await this.#child.outputEnded;
    const how = exitText(this.#exitStatus ?? { code: null, signal: null });
    const words = this.#stderr.lastWords();
    if (this.#killReason !== undefined) return this.#killReason;
    return words === undefined ? how : `${how}: ${words}`;
  }

  async #isGoneWithin(timeoutMs: number): Promise<boolean> {
    const over = new AbortController();
    const late = sleep(this.#options.clock, timeoutMs, over.signal).then(
      () => false,
      () => true,
    );
    try {
      return await Promise.race([this.gone.then(() => true), late]);
    } finally {
      over.abort(new CanceledError("stopped"));
    }
  }
}

/** How a process ended, for a person. */
function exitText({ code, signal }: ExitStatus): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

/** Why a run failed, in one line for the status. */
export function reasonOf(error: unknown): string {
  const hint = (error as { hint?: unknown } | null)?.hint;
  const message = messageOf(error);
  return typeof hint === "string" && !message.endsWith(hint) ? `${message} (${hint})` : message;
}
