/** What five plugins have to do while `soak:crash` kills them, and how much of it was answered. */
import type { Random } from "#base";
import type { EveryHub } from "../../../test/support/every-hub.ts";
import { freshContext } from "../../../test/wire/shared/stage-hand.ts";

export const NAMES = ["one", "two", "three", "four", "five"] as const;
const never = new AbortController().signal;

/** One of the plugins. */
export const pick = (random: Random): string =>
  NAMES[Math.floor(random.next() * NAMES.length)] ?? "one";

/** Calls in both directions, stages and events, all the time. */
export class Load {
  readonly #hub: EveryHub;
  readonly #random: Random;
  #isOver = false;
  readonly #figures = { calls: 0, answered: 0, stages: 0, registrations: 0 };
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
    await Promise.all([
      ...NAMES.map((name) => this.#calls(name)),
      this.#stages(),
      this.#events(),
      this.#registrations(),
    ]);
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

  /** Plugins put things into the hub while they run, of which a new start knows nothing. */
  async #registrations(): Promise<void> {
    while (!this.#isOver) {
      const name = pick(this.#random);
      const output = { name: `${name}-out`, caps: 1, description: "out" };
      const asked = [
        this.#hub.tool(`${name}_call`, { method: "output.register", params: output }),
        this.#hub.tool(`${name}_call`, {
          method: "device.register",
          params: { device: lamp(name) },
        }),
      ];
      const ends = await Promise.all(asked);
      this.#figures.registrations += ends.filter(({ outcome }) => outcome === "ok").length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const lamp = (name: string) => ({
  id: `${name}.lamp`,
  name: "灯",
  kind: "light",
  available: true,
  capabilities: [{ name: "on", kind: "binary", access: ["read"], valueOn: true, valueOff: false }],
});
