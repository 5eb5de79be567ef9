/** The event loop: every input waits for its place, runs as a turn, and gets one terminal event. */
import { CanceledError, type Clock, type Logger, TaskGroup } from "#base";
import { problem, SAY_TEXT_MAX, type SayReply } from "#contract";
import type { Input, Io } from "#kernel/state";
import { DUPLICATE_WINDOW_MS, INPUT_QUEUE_MAX, TURNS_RUNNING_MAX } from "./limits.ts";

/** Runs one turn; the loop knows nothing of what happens inside. */
export type TurnRunner = (input: Input, signal: AbortSignal) => Promise<SayReply>;

interface Job {
  readonly input: Input;
  readonly lane: string;
  readonly terminal: PromiseWithResolvers<SayReply>;
  readonly controller: AbortController;
  readonly signal: AbortSignal;
}

/** The loop; disposing ends all turns and waits for them. */
export interface EventLoop extends Io, AsyncDisposable {}

/**
 * Makes the loop. Turns of one conversation run one after another, those of different
 * conversations side by side, so that one person's slow question never holds up another's light.
 */
export function createEventLoop(clock: Clock, log: Logger, run: TurnRunner): EventLoop {
  const waiting: Job[] = [];
  const running = new Map<string, Job>();
  const recent = new Map<string, { readonly at: number; readonly terminal: Promise<SayReply> }>();
  const tasks = new TaskGroup((error) => log.error("loop.task_failed", { error }));

  const end = (job: Job, error: unknown) => {
    job.controller.abort(error);
    job.terminal.reject(error);
  };
  const runJob = async (job: Job) => {
    try {
      job.terminal.resolve(await run(job.input, job.signal));
    } catch (error) {
      job.terminal.reject(job.signal.aborted ? job.signal.reason : error);
    } finally {
      running.delete(job.lane);
      pump();
    }
  };
  const pump = () => {
    while (running.size < TURNS_RUNNING_MAX) {
      const next = waiting.findIndex((job) => !running.has(job.lane));
      const [job] = next < 0 ? [] : waiting.splice(next, 1);
      if (!job) return;
      if (job.signal.aborted) {
        job.terminal.reject(job.signal.reason);
        continue;
      }
      running.set(job.lane, job);
      tasks.run(() => runJob(job));
    }
  };

  return {
    submit(input, signal) {
      const refusal = refusalOf(input) ?? (waiting.length >= INPUT_QUEUE_MAX ? busy() : undefined);
      if (refusal) return Promise.reject(refusal);
      const twin = input.origin === "plugin" ? recentTwin(recent, input, clock.now()) : undefined;
      if (twin) return twin;
      const controller = new AbortController();
      const job: Job = {
        input,
        lane: `${input.channel}\u0000${input.principal.personId}`,
        terminal: Promise.withResolvers<SayReply>(),
        controller,
        signal: AbortSignal.any([signal, controller.signal, tasks.signal]),
      };
      const { promise } = job.terminal;
      if (input.origin === "plugin") {
        recent.set(keyOf(input), { at: clock.now(), terminal: promise });
        promise.catch(() => undefined);
      }
      waiting.push(job);
      pump();
      return promise;
    },
    stop(personId) {
      // What is ending already is not stopped again: pressing twice stops no more than once.
      const isMeant = (job: Job) =>
        !job.controller.signal.aborted &&
        (personId === undefined || job.input.principal.personId === personId);
      const meant = [...running.values(), ...waiting].filter(isMeant);
      for (const job of meant) end(job, new CanceledError("stopped"));
      return meant.length;
    },
    async [Symbol.asyncDispose]() {
      for (const job of waiting.splice(0)) end(job, new CanceledError("shutdown"));
      await tasks[Symbol.asyncDispose]();
    },
  };
}

const keyOf = (input: Input) =>
  `${input.channel}\u0000${input.principal.personId}\u0000${input.text}`;

const busy = () =>
  problem("BUSY", `${INPUT_QUEUE_MAX} inputs are waiting already`, {
    hint: "try again in a moment",
  });

/** A malformed input is answered at once; its caller never waits for a turn that will not come (F15). */
function refusalOf(input: Input): Error | undefined {
  if (input.text.trim() === "") return problem("INVALID_PARAMS", "the text is empty");
  if (input.text.length > SAY_TEXT_MAX) {
    return problem("TOO_LARGE", `the text has ${input.text.length} characters`, {
      hint: `at most ${SAY_TEXT_MAX}`,
    });
  }
  return undefined;
}

/**
 * The outcome of the same input a moment ago. Only inputs of plugins are told apart by their text:
 * a person who says "brighter" twice means it twice.
 */
function recentTwin(
  recent: Map<string, { readonly at: number; readonly terminal: Promise<SayReply> }>,
  input: Input,
  now: number,
): Promise<SayReply> | undefined {
  for (const [key, { at }] of recent) {
    if (now - at <= DUPLICATE_WINDOW_MS) break;
    recent.delete(key);
  }
  return recent.get(keyOf(input))?.terminal;
}
