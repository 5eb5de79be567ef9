/** An agent whose model answers only when the test lets it, call by call. */
import { createAgent, type EventLoop } from "#agent";
import type { CompletionChunk, CompletionRequest } from "#contract";
import type { Input } from "#kernel/state";
import { type AgentState, agentState, owner, text } from "./agent-state.ts";

/** A model call that hangs. */
export interface HangingCall {
  readonly request: CompletionRequest;
  /** The last thing that a user said in it. */
  readonly said: string;
  /** Whether it was called off. */
  readonly isCut: boolean;
  /** Answers with chunks, or with "re: …". */
  answer(chunks?: readonly CompletionChunk[]): void;
}

/** The agent, and the model calls in the order in which they came. */
export interface GatedAgent extends AgentState {
  readonly agent: EventLoop;
  readonly calls: readonly HangingCall[];
  /** The call number `index`, as soon as it came. */
  call(index: number): Promise<HangingCall>;
}

/** Makes the agent. */
export function gatedAgent(): GatedAgent {
  const calls: HangingCall[] = [];
  const setup = agentState(async function* (request, signal): AsyncGenerator<CompletionChunk> {
    const gate = Promise.withResolvers<readonly CompletionChunk[]>();
    const said = saidIn(request);
    calls.push({
      request,
      said,
      get isCut() {
        return signal.aborted;
      },
      answer: (chunks = text(`re: ${said}`)) => gate.resolve(chunks),
    });
    signal.addEventListener("abort", () => gate.reject(signal.reason), { once: true });
    yield* await gate.promise;
  });
  return {
    ...setup,
    agent: createAgent(setup.state, () => "UTC"),
    calls,
    async call(index) {
      await until(() => calls.length > index);
      const call = calls[index];
      if (!call) throw new Error(`call ${index} never came`);
      return call;
    },
  };
}

function saidIn({ messages }: CompletionRequest): string {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.content ?? "";
}

/** Lets the event loop of the process turn until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets everything that is already decided happen. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A signal that never aborts. */
export const live = (): AbortSignal => new AbortController().signal;

/** An input of the owner on the command line, or as `more` says. */
export function input(content: string, more: Partial<Input> = {}): Input {
  return { text: content, channel: "cli", principal: owner, origin: "person", cause: [], ...more };
}

/** What becomes of a promise, in one word: the reply's text, the reason of a stop, or the code. */
export function fate(outcome: Promise<{ readonly reply: string }>): Promise<string> {
  return outcome.then(
    ({ reply }) => reply,
    (error: { reason?: string; code?: string; message?: string }) =>
      error.reason ?? error.code ?? error.message ?? "error",
  );
}
