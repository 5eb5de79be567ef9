/**
 * `soak:crash` without its command line: five plugins in their own, held processes under load, killed
 * with -9 at random moments. Every call must end, right or told why, and nothing may be left behind.
 */
import { readdirSync, readFileSync } from "node:fs";
import { type Random, seededRandom, silentLogger } from "#base";
import { createSharedStages } from "#plugin-host";
import { type EveryHub, openEvery } from "../../../test/support/every-hub.ts";
import { type HurriedClock, hurriedClock } from "./clock.ts";
import { Load, NAMES, pick } from "./load.ts";

/** How long a victim may have, at most: about as many kills meet a start as meet a plugin that works. */
const KILL_WITHIN_MS = 250;
/** How often the last victim is the next one, which then may still be starting. */
const SAME_AGAIN_SHARE = 0.3;
/** Share of the kills after which memory is looked at for the first time. */
const WARM_UP_SHARE = 0.2;
/** What the collector and SQLite's cache may still take; 1 000 leaks of a child's parts would be more. */
const GROWTH_BYTES_MAX = 64 * 1024 * 1024;

/** What a soak did. */
export interface CrashReport {
  readonly kills: number;
  /** Kills that met a plugin before it ran. */
  readonly killedStarting: number;
  readonly calls: number;
  /** Calls that ended with what they should have answered. */
  readonly answered: number;
  readonly stages: number;
  /** Outputs and devices that plugins put into the hub, beside the tools of each start. */
  readonly registrations: number;
  readonly grownBytes: number;
  readonly descriptors: number;
}

/** What a hub holds while all its plugins run. */
interface Held {
  readonly descriptors: number;
  readonly mappings: number;
  readonly tools: number;
  readonly outputs: number;
  /** Devices that can be used; those of a plugin that is gone stay known, but cannot. */
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
  const children = new Children(hub);
  let killedStarting = 0;
  let victim = pick(random);
  let warm = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill === Math.floor(kills * WARM_UP_SHARE)) warm = rss();
    if (random.next() >= SAME_AGAIN_SHARE) victim = pick(random);
    if (await killOne(hub, victim, children, clock, random)) killedStarting += 1;
  }
  load.stop();
  await running;
  // Once more each, with nobody asking any more: what they had put into the hub must go with them.
  for (const name of NAMES) await killOne(hub, name, children, clock, random);
  await Promise.all(NAMES.map((name) => hub.until(name, "running")));
  const after = heldBy(hub);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    throw new Error(`left behind: ${JSON.stringify({ before, after })}`);
  }
  const grownBytes = rss() - warm;
  if (grownBytes > GROWTH_BYTES_MAX) throw new Error(`grew by ${grownBytes} bytes`);
  return { kills, killedStarting, ...load.figures, grownBytes, descriptors: after.descriptors };
}

/**
 * Kills the newest process of a plugin after a moment, while it starts or when it runs; the others go
 * on. Answers whether it was still starting.
 */
async function killOne(
  hub: EveryHub,
  name: string,
  children: Children,
  clock: HurriedClock,
  random: Random,
): Promise<boolean> {
  await until(() => children.hasNewer(name));
  const pid = children.take(name);
  await new Promise((resolve) => setTimeout(resolve, random.next() * KILL_WITHIN_MS));
  const isStarting = hub.status(name)?.state === "starting";
  process.kill(pid, "SIGKILL");
  await until(() => children.hasNewer(name) || hub.status(name)?.state === "backoff");
  clock.forgive();
  return isStarting;
}

/** The processes of the plugins, from the log; each is taken once, so that none is killed twice. */
class Children {
  readonly #hub: EveryHub;
  readonly #newest = new Map<string, number>();

  constructor(hub: EveryHub) {
    this.#hub = hub;
  }

  /** The newest process of a plugin, which nobody took before. */
  take(name: string): number {
    const pid = this.#newest.get(name);
    // A signal to "process 0" would go to everything that was started together with us.
    if (pid === undefined) throw new Error(`no process of ${name} is known`);
    this.#newest.delete(name);
    return pid;
  }

  hasNewer(name: string): boolean {
    this.#read();
    return this.#newest.has(name);
  }

  /** What has been read is let go: the soak's own memory must not grow. */
  #read(): void {
    for (const { event, area, fields } of this.#hub.logged.splice(0)) {
      if (event !== "plugin.spawned") continue;
      this.#newest.set(area.slice(area.lastIndexOf(".") + 1), Number(fields["pid"]));
    }
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

function heldBy({ state }: EveryHub): Held {
  const maps = readFileSync("/proc/self/maps", "utf8").split("\n");
  return {
    descriptors: readdirSync("/proc/self/fd").length,
    mappings: maps.filter((line) => line.includes("memfd:homeagent")).length,
    tools: state.tools.list().length,
    outputs: state.outputs.list().length,
    devices: state.house.snapshot().devices.filter(({ available }) => available).length,
  };
}

function rss(): number {
  Bun.gc(true);
  return process.memoryUsage().rss;
}
