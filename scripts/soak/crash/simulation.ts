/**
 * `soak:crash` without its command line: five plugins in their own, held processes under load, killed
 * with -9 at random moments. Every call must end, right or told why, and nothing may be left behind.
 */
import { readdirSync, readFileSync } from "node:fs";
import { type Clock, type Random, seededRandom, silentLogger, systemClock } from "#base";
import { createSharedStages } from "#plugin-host";
import { type EveryHub, openEvery } from "../../../test/support/every-hub.ts";
import { freshContext } from "../../../test/wire/shared/stage-hand.ts";

const NAMES = ["one", "two", "three", "four", "five"] as const;
const BACKOFF_MS = 1000;
/** What is planned for a second is done at once: the soak is about what a restart leaves behind. */
const SOON_MS = 5;
/** Longer than the time within which crashes are counted together. */
const FORGIVEN_MS = 6 * 60_000;
/** Share of the kills after which memory is looked at for the first time. */
const WARM_UP_SHARE = 0.2;
/** What the collector and SQLite's cache may still take; 1 000 leaks of a child's parts would be more. */
const GROWTH_BYTES_MAX = 64 * 1024 * 1024;
const never = new AbortController().signal;

/** What a soak did. */
export interface CrashReport {
  readonly kills: number;
  readonly calls: number;
  /** Calls that ended with what they should have answered. */
  readonly answered: number;
  readonly stages: number;
  readonly grownBytes: number;
  readonly descriptors: number;
}

/** What a hub holds while all its plugins run. */
interface Held {
  readonly descriptors: number;
  readonly mappings: number;
  readonly tools: number;
  readonly outputs: number;
  readonly devices: number;
}

/** Kills `kills` times. Throws where a call stays open, is answered wrongly, or something is left. */
export async function soakCrash(seed: number, kills: number): Promise<CrashReport> {
  const random = seededRandom(seed);
  const clock = hurriedClock();
  await using stages = createSharedStages({ clock, log: silentLogger, charsMin: 10_000 });
  await using hub = await openEvery(
    { clock, host: { stageTransport: stages } },
    Object.fromEntries(NAMES.map((name) => [name, {}])),
  );
  hub.state.stages.carry(stages);
  const load = new Load(hub, random);
  await load.hook();
  const before = heldBy(hub);
  const running = load.run();
  let warm = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill === Math.floor(kills * WARM_UP_SHARE)) warm = rss();
    await killOne(hub, clock, random);
  }
  await Promise.all(NAMES.map((name) => hub.until(name, "running")));
  load.stop();
  await running;
  const after = heldBy(hub);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    throw new Error(`left behind: ${JSON.stringify({ before, after })}`);
  }
  const grownBytes = rss() - warm;
  if (grownBytes > GROWTH_BYTES_MAX) throw new Error(`grew by ${grownBytes} bytes`);
  for (const name of NAMES) {
    const state = hub.status(name)?.state;
    if (state !== "running") throw new Error(`${name} ended ${state}`);
  }
  return { kills, ...load.figures, grownBytes, descriptors: after.descriptors };
}

/** Kills a plugin that runs, after a moment; the others go on. */
async function killOne(hub: EveryHub, clock: HurriedClock, random: Random): Promise<void> {
  const name = NAMES[Math.floor(random.next() * NAMES.length)] ?? "one";
  await new Promise((resolve) => setTimeout(resolve, random.next() * 40));
  const pid = pidOf(hub, name);
  if (hub.status(name)?.state === "running" && pid !== undefined) process.kill(pid, "SIGKILL");
  else {
    await hub.until(name, "running");
    process.kill(pidOf(hub, name) ?? 0, "SIGKILL");
  }
  await until(() => hub.status(name)?.state !== "running");
  clock.forgive();
}

/** The process of the newest start. */
function pidOf(hub: EveryHub, name: string): number | undefined {
  const spawned = hub.logged.findLast(
    ({ event, area }) => event === "plugin.spawned" && area.endsWith(`plugin.${name}`),
  );
  // What the hub logged is kept for the search alone.
  if (hub.logged.length > 5000) hub.logged.splice(0, 2500);
  return spawned?.fields["pid"] as number | undefined;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Calls in both directions, stages and events, all the time. */
class Load {
  readonly #hub: EveryHub;
  readonly #random: Random;
  #isOver = false;
  readonly #figures = { calls: 0, answered: 0, stages: 0 };
  #open = 0;

  constructor(hub: EveryHub, random: Random) {
    this.#hub = hub;
    this.#random = random;
  }

  get figures() {
    return { ...this.#figures };
  }

  stop(): void {
    this.#isOver = true;
  }

  /** A stage of one plugin, which is gone when the plugin was killed: hooked before anybody counts. */
  async hook(): Promise<void> {
    await this.#hub.tool("one_hook", { stage: "pre_action", does: "append" });
  }

  async run(): Promise<void> {
    await Promise.all([...NAMES.map((name) => this.#calls(name)), this.#stages(), this.#events()]);
    if (this.#open !== 0) throw new Error(`${this.#open} calls never ended`);
  }

  async #calls(name: string): Promise<void> {
    while (!this.#isOver) {
      const burst = Array.from({ length: 4 }, () => this.#call(name));
      await Promise.all(burst);
      await new Promise((resolve) => setTimeout(resolve, 1 + this.#random.next() * 5));
    }
  }

  /** Through the hub into the plugin, from there into the hub, and back. */
  async #call(name: string): Promise<void> {
    this.#figures.calls += 1;
    this.#open += 1;
    const asked = { method: "settings.get", params: { key: "greeting" } };
    const { outcome, content } = await this.#hub.tool(`${name}_call`, asked);
    this.#open -= 1;
    if (outcome === "ok" && content === '"hi"') this.#figures.answered += 1;
    else if (outcome === "ok") throw new Error(`${name}: answered ${content.slice(0, 200)}`);
  }

  async #stages(): Promise<void> {
    while (!this.#isOver) {
      const context = freshContext({ rawMessage: "x".repeat(20_000) });
      await this.#hub.state.stages.run("pre_action", context, never);
      this.#figures.stages += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
      // Its owner may have been killed since.
      await this.hook();
    }
  }

  async #events(): Promise<void> {
    while (!this.#isOver) {
      this.#hub.state.events.emit("notice", { channel: "c", personId: "p", text: "x" });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/** The system's clock, but that a planned restart comes at once and old crashes are forgiven. */
interface HurriedClock extends Clock {
  forgive(): void;
}

function hurriedClock(): HurriedClock {
  let skewMs = 0;
  return {
    now: () => systemClock.now() + skewMs,
    monotonic: () => systemClock.monotonic() + skewMs,
    after: (delayMs, action) =>
      systemClock.after(
        delayMs % BACKOFF_MS === 0 && delayMs <= 3 * BACKOFF_MS ? SOON_MS : delayMs,
        action,
      ),
    every: (periodMs, action) => systemClock.every(periodMs, action),
    forgive() {
      skewMs += FORGIVEN_MS;
    },
  };
}

function heldBy({ state }: EveryHub): Held {
  const maps = readFileSync("/proc/self/maps", "utf8").split("\n");
  return {
    descriptors: readdirSync("/proc/self/fd").length,
    mappings: maps.filter((line) => line.includes("memfd:homeagent")).length,
    tools: state.tools.list().length,
    outputs: state.outputs.list().length,
    devices: state.house.snapshot().devices.length,
  };
}

function rss(): number {
  Bun.gc(true);
  return process.memoryUsage().rss;
}
