/** Keeps one plugin as it should be: started, restarted after crashes within bounds, or off with a reason. */
import { assert, type Clock, codeOf, type Logger } from "#base";
import { type PluginState, type PluginStatus, problem, type SandboxKind } from "#contract";
import { type Allowed, waitsBecause } from "./allowed.ts";
import type { Blueprint } from "./blueprint.ts";
import { namesOf, type Standing } from "./grants/index.ts";
import { BACKOFF_STEP_MS, CRASH_WINDOW_MS, RESTARTS_MAX } from "./limits.ts";
import { reasonOf } from "./plugin-run.ts";
import type { SupervisedRun } from "./skill-run.ts";
import type { PluginSource } from "./sources.ts";

export interface SupervisorOptions {
  readonly source: PluginSource;
  readonly clock: Clock;
  readonly log: Logger;
  /** Takes what the plugin is now, such as its settings. Throws what is wrong with them. */
  readonly prepare: (blueprint: Blueprint) => void;
  /** Spawns the plugin, which may use what its blueprint says. */
  readonly launch: (
    blueprint: Blueprint,
  ) => Promise<{ readonly run: SupervisedRun; readonly sandbox: SandboxKind }>;
  /** Takes everything of the plugin out of the hub (F42). */
  readonly detach: () => void;
  readonly isEnabled: () => boolean;
  /** What of the plugin as it is now may be started. */
  readonly allow: (blueprint: Blueprint) => Allowed;
  readonly onState: (status: PluginStatus) => void;
  /** Puts the plugin into the list of what works less well; disposing takes it out. */
  readonly degrade: (reason: string) => Disposable;
}

/** Failures that another try cannot mend. */
const PERMANENT: ReadonlySet<string> = new Set([
  "CONFIG_KEY_UNKNOWN",
  "CONFIG_VALUE_INVALID",
  "LUA_ERROR",
  "MANIFEST_INVALID",
  "NOT_AVAILABLE",
  "PROTOCOL_MISMATCH",
  "SDK_MISMATCH",
  "TOO_LARGE",
]);
const OWNERS_WISH = "disabled by the owner";

/** One plugin under supervision. Its calls take turns; none runs beside another. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  #state: PluginState = "disabled";
  #reason: string | null = "not started";
  #version = "0.0.0";
  #sha256: string | null = null;
  #sandbox: SandboxKind = "no_process";
  #restarts = 0;
  #crashes: number[] = [];
  #blueprint: Blueprint | undefined;
  #standing: Standing | undefined;
  #run: SupervisedRun | undefined;
  #backoff: Disposable | undefined;
  #degraded: Disposable | undefined;
  #closed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.source.name;
  }

  get source(): PluginSource {
    return this.#options.source;
  }

  /** What it was when it was read last, with all that it asks for. */
  get blueprint(): Blueprint | undefined {
    return this.#blueprint;
  }

  status(): PluginStatus {
    return {
      name: this.name,
      version: this.#version,
      state: this.#state,
      sandbox: this.#sandbox,
      restarts: this.#restarts,
      reason: this.#reason,
      source: this.#options.source.origin,
      sha256: this.#sha256,
      ...this.#consent(),
    };
  }

  /** Reads the plugin, so that it is listed and its settings are known, and starts it if it should. */
  async boot(signal: AbortSignal): Promise<void> {
    await this.#takeTurn(async () => {
      const blueprint = await this.#read();
      if (!blueprint) return;
      if (!this.#options.isEnabled()) this.#set("disabled", OWNERS_WISH);
      else if (blueprint.manifest.autoStart === false) this.#set("disabled", "not started");
      else await this.#launch(blueprint, signal);
    });
  }

  /** Starts it unless it runs; a start by hand forgets earlier crashes. Throws `PLUGIN_FAILED`. */
  async start(signal: AbortSignal): Promise<void> {
    await this.#takeTurn(async () => {
      if (this.#state === "running") return;
      this.#requireHere();
      if (!this.#options.isEnabled()) {
        throw problem("PLUGIN_FAILED", `plugin "${this.name}" is ${OWNERS_WISH}`, {
          hint: `waiter plugin enable ${this.name}`,
        });
      }
      this.#forget();
      const blueprint = await this.#read();
      if (blueprint) await this.#launch(blueprint, signal);
      this.#requireRunning();
    });
  }

  /** Stops it; `reason` is shown. */
  async stop(reason: string = OWNERS_WISH): Promise<void> {
    await this.#takeTurn(() => this.#stop(reason));
  }

  /** Stops it, reads it anew and starts it. Answers whether its code is another now (F41). */
  async reload(signal: AbortSignal): Promise<{ readonly changed: boolean }> {
    return await this.#takeTurn(async () => {
      this.#requireHere();
      const before = this.#blueprint?.codeHash;
      await this.#stop("being reloaded");
      this.#forget();
      const blueprint = await this.#read();
      if (blueprint && this.#options.isEnabled()) await this.#launch(blueprint, signal);
      else if (blueprint) this.#set("disabled", OWNERS_WISH);
      this.#requireRunning();
      const changed = before !== blueprint?.codeHash;
      this.#options.log.info("plugin.reloaded", { changed });
      return { changed };
    });
  }

  /**
   * Stops it, lets `swap` put other code in its place, and starts that as the old one ran. When the
   * swap fails the old code goes on. That the new code does not run is seen in its status.
   */
  async replace(
    swap: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<{ readonly changed: boolean }> {
    return await this.#takeTurn(async () => {
      const before = this.#blueprint?.codeHash;
      const ran = this.#run !== undefined || this.#state === "backoff";
      await this.#stop("being updated");
      this.#forget();
      try {
        await swap();
      } finally {
        const blueprint = await this.#read();
        const starts = ran || blueprint?.manifest.autoStart !== false;
        if (blueprint && !this.#options.isEnabled()) this.#set("disabled", OWNERS_WISH);
        else if (blueprint && starts) await this.#launch(blueprint, signal);
        else if (blueprint) this.#set("disabled", "not started");
      }
      return { changed: before !== this.#blueprint?.codeHash };
    });
  }

  /** Puts another decision of the owner's into force: stops it, and starts it with just that. */
  async regrant(signal: AbortSignal): Promise<void> {
    await this.replace(() => Promise.resolve(), signal);
  }

  /** Stops it for good and lets `takeOut` remove its code. When that fails it stays, stopped. */
  async retire(takeOut: () => Promise<void>): Promise<void> {
    await this.#takeTurn(async () => {
      await this.#stop("being removed");
      try {
        await takeOut();
      } catch (error) {
        this.#set("disabled", `could not be removed: ${reasonOf(error)}`);
        throw error;
      }
      this.#closed = true;
      this.#mended();
      this.#set("removed", null);
    });
  }

  /** Stops it for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.stop("the hub is stopping");
  }

  /** A call that waited for its turn while the plugin was removed. */
  #requireHere(): void {
    if (this.#state !== "removed") return;
    throw problem("PLUGIN_UNKNOWN", `the plugin "${this.name}" was removed`);
  }

  #requireRunning(): void {
    if (this.#state === "running") return;
    throw problem("PLUGIN_FAILED", `plugin "${this.name}" does not run: ${this.#reason}`);
  }

  async #takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    // The next one waits for the end of this one, whatever it is.
    this.#turn = turn.catch(() => undefined);
    return await turn;
  }

  /** What the plugin is now; undefined, and disabled with the reason, when it is nothing good (F46). */
  async #read(): Promise<Blueprint | undefined> {
    try {
      const blueprint = await this.#options.source.read();
      this.#blueprint = blueprint;
      this.#version = blueprint.manifest.version;
      this.#sha256 = blueprint.sha256;
      this.#standing = this.#options.allow(blueprint).standing;
      this.#options.prepare(blueprint);
      return blueprint;
    } catch (error) {
      this.#disable(reasonOf(error));
      return undefined;
    }
  }

  /** Starts the process and waits until it runs. A failure ends in `backoff` or `disabled`. */
  async #launch(blueprint: Blueprint, signal: AbortSignal): Promise<void> {
    if (this.#closed) return;
    // The one place: nothing that asks for something runs before somebody gave it (F60).
    const { standing, blueprint: granted } = this.#options.allow(blueprint);
    this.#standing = standing;
    if (!granted) {
      this.#mended();
      this.#set("disabled", waitsBecause(this.name, standing));
      return;
    }
    assert(!this.#run, `plugin "${this.name}" is started twice`);
    this.#set("starting", null);
    let run: SupervisedRun | undefined;
    try {
      const launched = await this.#options.launch(granted);
      run = launched.run;
      this.#run = run;
      this.#sandbox = launched.sandbox;
      await run.start(signal);
    } catch (error) {
      await run?.end(reasonOf(error));
      this.#leave();
      if (PERMANENT.has(codeOf(error))) this.#disable(reasonOf(error));
      else if (this.#closed || signal.aborted) this.#set("disabled", "the hub is stopping");
      else this.#crashed(reasonOf(error), run?.link.autoRestart ?? true);
      return;
    }
    this.#mended();
    this.#set("running", null);
    this.#watch(run);
  }

  /** Waits for the run to end by itself. */
  #watch(run: SupervisedRun): void {
    const over = async () => {
      await run.gone;
      if (this.#run !== run) return;
      // At once: what the plugin offered must not be offered for a moment longer.
      this.#leave();
      this.#set("backoff", "ended");
      const reason = await run.ended;
      await this.#takeTurn(async () => {
        if (this.#run === undefined && this.#state === "backoff" && !this.#closed) {
          this.#crashed(reason, run.link.autoRestart);
        }
      });
    };
    over().catch((error: unknown) => this.#options.log.error("plugin.watch_failed", { error }));
  }

  /** Counts a crash: another start after a while, or none. */
  #crashed(reason: string, autoRestart: boolean): void {
    const { clock, log } = this.#options;
    const now = clock.monotonic();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    const count = this.#crashes.length;
    if (!autoRestart) {
      this.#disable(`${reason}; it asked not to be restarted`);
    } else if (count > RESTARTS_MAX) {
      const minutes = CRASH_WINDOW_MS / 60_000;
      this.#disable(`crashed ${count} times within ${minutes} minutes; last: ${reason}`);
    } else {
      const delayMs = BACKOFF_STEP_MS * count;
      log.warn("plugin.crashed", { reason, count, delayMs });
      this.#set("backoff", reason);
      this.#backoff = clock.after(delayMs, () => this.#restart());
    }
  }

  #restart(): void {
    const restart = this.#takeTurn(async () => {
      if (this.#state !== "backoff" || this.#closed) return;
      this.#restarts += 1;
      const blueprint = await this.#read();
      if (blueprint) await this.#launch(blueprint, new AbortController().signal);
    });
    restart.catch((error: unknown) => this.#options.log.error("plugin.restart_failed", { error }));
  }

  async #stop(reason: string): Promise<void> {
    this.#backoff?.[Symbol.dispose]();
    const run = this.#run;
    // Taken away first, so that its end is not taken for a crash.
    this.#run = undefined;
    await run?.stop();
    if (run) this.#options.detach();
    this.#set("disabled", reason);
  }

  #leave(): void {
    this.#run = undefined;
    this.#options.detach();
  }

  #consent(): Pick<PluginStatus, "consent" | "asks" | "grants"> {
    if (!this.#standing) return {};
    const { consent, grants } = this.#standing;
    const asks = this.#blueprint?.manifest.capabilities ?? {};
    return { consent, asks: namesOf(asks), grants: namesOf(grants) };
  }

  #forget(): void {
    this.#backoff?.[Symbol.dispose]();
    this.#crashes = [];
    this.#restarts = 0;
  }

  #disable(reason: string): void {
    this.#options.log.error("plugin.disabled", { reason });
    this.#mended();
    this.#degraded = this.#options.degrade(reason);
    this.#set("disabled", reason);
  }

  #mended(): void {
    this.#degraded?.[Symbol.dispose]();
    this.#degraded = undefined;
  }

  #set(state: PluginState, reason: string | null): void {
    if (state === this.#state && reason === this.#reason) return;
    this.#state = state;
    this.#reason = reason;
    this.#options.onState(this.status());
  }
}
