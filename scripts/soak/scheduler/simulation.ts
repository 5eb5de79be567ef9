/** Random interleavings of the real agent under an injected clock; whatever happens is checked. */
import { createAgent } from "#agent";
import { isCanceled, messageOf } from "#base";
import { CONSOLIDATION_CHANNEL, type ToolContext } from "#contract";
import type { Input } from "#kernel/state";
import { TURNS_SUSPENDED_MAX } from "../../../src/agent/limits.ts";
import { createManualClock, type ManualClock } from "../../../test/support/manual-clock.ts";
import { isStoppedBy, laneOf, require } from "./books.ts";
import { checkNoIdlePlace, checkPlaces } from "./checks.ts";
import { createDice, type Dice } from "./dice.ts";
import { Ledger } from "./ledger.ts";
import { Operations, type Outcome } from "./operations.ts";
import { randomInput } from "./people.ts";
import { simulatedState } from "./state.ts";

/** What a run did. */
export interface SimulationReport {
  readonly steps: number;
  readonly inputs: number;
  readonly turns: number;
  readonly replies: number;
  readonly stopped: number;
  readonly cuts: number;
  readonly told: number;
  readonly twins: number;
  /** The most that was so at once. */
  readonly suspendedMax: number;
  readonly sendingMax: number;
}

/** Runs `steps` random steps from `seed`, then lets everything end. Throws a {@link Violation}. */
export async function simulate(seed: number, steps: number): Promise<SimulationReport> {
  const simulation = new Simulation(seed);
  try {
    for (let step = 0; step < steps; step += 1) await simulation.step();
    await simulation.drain();
    return simulation.report(steps);
  } finally {
    await simulation[Symbol.asyncDispose]();
  }
}

/** How many inputs may be under way before the simulation only lets things end. */
const PENDING_MAX = 60;
const FLOOD = 400;

class Simulation implements AsyncDisposable {
  readonly #dice: Dice;
  readonly #clock: ManualClock = createManualClock();
  readonly #ledger: Ledger;
  readonly #operations: Operations;
  readonly #agent: ReturnType<typeof createAgent>;
  readonly #most = { suspendedMax: 0, sendingMax: 0 };

  constructor(seed: number) {
    this.#dice = createDice(seed);
    const ledger = new Ledger(this.#clock);
    const operations = new Operations(ledger);
    this.#ledger = ledger;
    this.#operations = operations;
    const state = simulatedState(this.#clock, (request, signal) =>
      operations.model(request, signal),
    );
    for (const [name, parallelSafe] of [
      ["safe", true],
      ["plain", false],
    ] as const) {
      const definition = { name, description: name, parameters: {}, parallelSafe };
      state.tools.register("sim", definition, (_args, context, signal) =>
        operations.tool(context, signal, (within, until) => this.#nest(within, until)),
      );
    }
    state.stages.register("sim", "on_input", async (context) => ledger.begins(context));
    state.events.on("agent_output", ({ turnId }) => ledger.outputs(turnId));
    this.#agent = createAgent(state, () => "UTC");
  }

  /** One random thing happens, and all that follows from it at once. */
  async step(): Promise<void> {
    const dice = this.#dice;
    const roll = dice.below(1000);
    if (roll < 330 && this.#ledger.pending.size < PENDING_MAX)
      void this.#submit(this.#randomInput());
    else if (roll < 800) this.#openOne();
    else if (roll < 950) this.#clock.advance(dice.below(3000));
    else if (roll < 970) this.#clock.advance(dice.below(70_000));
    else if (roll < 990) this.#hangUp();
    else if (roll < 997) this.#stop(dice.pick(["anna", "ben", "cleo", "plugin:bell"]));
    else if (roll < 998) this.#flood();
    else if (roll < 999) this.#stop(undefined);
    await this.#settle();
  }

  /** Lets all that hangs end; afterwards every input must have had its one end. */
  async drain(): Promise<void> {
    for (let rounds = 0; this.#ledger.pending.size > 0; rounds += 1) {
      require(rounds < 20_000, () =>
        `${this.#ledger.pending.size} inputs never end: ${this.#describe()}`);
      if (this.#operations.hanging.size === 0) this.#clock.advance(2000);
      for (const operation of [...this.#operations.hanging]) {
        operation.open(operation.kind === "model" ? { kind: "text" } : { kind: "result" });
      }
      await this.#settle();
    }
    const { running, suspended, queued, sending } = this.#agent.load();
    require(running + suspended + queued + sending === 0, () => `left over: ${this.#describe()}`);
  }

  report(steps: number): SimulationReport {
    return { steps, ...this.#ledger.counts, ...this.#most };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent[Symbol.asyncDispose]();
  }

  /** Turns are known by their text: two that wait with one text must be one and the same input. */
  #randomInput(): Input {
    const input = randomInput(this.#dice, this.#ledger.counts.inputs);
    const isTaken = [...this.#ledger.pending].some(
      (each) =>
        each.input.text === input.text &&
        each.lane === laneOf(input) &&
        !this.#ledger.twinOf(input),
    );
    return isTaken ? { ...input, text: `input ${this.#ledger.counts.inputs}` } : input;
  }

  /** More of one conversation than the queue and its senders take. */
  #flood(): void {
    const first = this.#randomInput();
    const { interrupt: _interrupt, isNotice: _isNotice, messageId: _messageId, ...plain } = first;
    for (let count = 0; count < FLOOD; count += 1) {
      void this.#submit({ ...plain, text: `input ${this.#ledger.counts.inputs}` });
    }
  }

  async #submit(input: Input, outer?: AbortSignal): Promise<void> {
    const submission = this.#ledger.submitted(input, outer !== undefined);
    const { signal } = submission.caller;
    const outcome = await this.#agent
      .submit(input, outer ? AbortSignal.any([signal, outer]) : signal)
      .then(
        () => "reply" as const,
        (error: unknown) => outcomeOf(error),
      );
    this.#ledger.ended(submission, outcome);
  }

  #openOne(): void {
    const { hanging } = this.#operations;
    if (hanging.size === 0) return;
    const operation = this.#dice.pick([...hanging]);
    operation.open(operation.kind === "model" ? this.#modelOutcome() : this.#toolOutcome());
  }

  #modelOutcome(): Outcome {
    const dice = this.#dice;
    if (dice.chance(0.03)) return { kind: "error" };
    if (dice.chance(0.5)) return { kind: "text" };
    const count = 1 + dice.below(3);
    const names = Array.from({ length: count }, () => dice.pick(["safe", "safe", "plain", "nope"]));
    return { kind: "calls", names };
  }

  #toolOutcome(): Outcome {
    if (this.#dice.chance(0.05)) return { kind: "error" };
    return this.#dice.chance(0.05) ? { kind: "nested" } : { kind: "result" };
  }

  /** A tool that asks the agent in its own conversation and waits for the reply (F58). */
  async #nest({ turnId, channel, principal }: ToolContext, signal: AbortSignal): Promise<void> {
    const text = `input ${this.#ledger.counts.inputs}`;
    const input = {
      text,
      channel,
      principal,
      origin: "agent",
      cause: [],
      awaitedBy: turnId,
    } as const;
    if (channel === CONSOLIDATION_CHANNEL) return;
    const done = this.#ledger.nests(turnId);
    await this.#submit(input, signal);
    done();
  }

  #hangUp(): void {
    if (this.#ledger.pending.size === 0) return;
    this.#dice.pick([...this.#ledger.pending]).caller.abort(new Error("hung up"));
  }

  #stop(personId: string | undefined): void {
    const meant = [...this.#ledger.pending].filter((each) => isStoppedBy(each, personId));
    for (const each of meant) each.isStopped = true;
    const count = this.#agent.stop(personId);
    const own = meant.filter(({ twinOf }) => twinOf === undefined);
    require(count === own.length, () => `stop ended ${count} inputs of ${own.length}`);
    require(this.#agent.stop(personId) === 0, () => "a second stop ended something");
  }

  async #settle(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    const ledger = this.#ledger;
    if (ledger.violation !== undefined) throw ledger.violation;
    const { suspended, sending } = this.#agent.load();
    this.#most.suspendedMax = Math.max(this.#most.suspendedMax, suspended);
    this.#most.sendingMax = Math.max(this.#most.sendingMax, sending);
    require(suspended <= TURNS_SUSPENDED_MAX, () => `${suspended} turns are suspended`);
    const active = ledger.active(this.#operations.hanging);
    checkPlaces(active);
    checkNoIdlePlace(active, ledger.waiting());
    ledger.tidy();
  }

  #describe(): string {
    const waiting = [...this.#ledger.pending].map(({ serial, lane }) => `${serial} (${lane})`);
    return `${JSON.stringify(this.#agent.load())}, ${waiting.join(", ")}`;
  }
}

function outcomeOf(error: unknown): "stopped" | "hung up" | "failed" {
  if (isCanceled(error) && messageOf(error).includes("stopped")) return "stopped";
  return messageOf(error) === "hung up" ? "hung up" : "failed";
}
