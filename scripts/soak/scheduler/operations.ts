/** Model calls and tool calls of the simulated agent: each hangs until the simulation lets it end. */
import type { CompletionChunk, CompletionRequest, ToolContext, ToolResult } from "#contract";

/** Something that a turn waits for. */
export interface Operation {
  readonly kind: "model" | "tool";
  readonly turnId: string;
  /** Ends it; what comes of it is the simulation's to say. */
  readonly open: (outcome: Outcome) => void;
}

/** What an operation comes to. */
export type Outcome =
  | { readonly kind: "text" }
  | { readonly kind: "calls"; readonly names: readonly string[] }
  | { readonly kind: "result" }
  | { readonly kind: "nested" }
  | { readonly kind: "error" };

/** What hears of operations as they begin. */
export interface Watcher {
  modelBegins(request: CompletionRequest): void;
  toolBegins(context: ToolContext): void;
  toolEnds(context: ToolContext): void;
  modelCut(turnId: string): void;
}

/** All that hang at this moment. */
export class Operations {
  readonly hanging = new Set<Operation>();
  readonly #watcher: Watcher;
  #calls = 0;

  constructor(watcher: Watcher) {
    this.#watcher = watcher;
  }

  /** A model call: says something, calls tools, or fails, as it is opened. */
  async *model(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionChunk> {
    this.#watcher.modelBegins(request);
    yield { kind: "text", text: "…" };
    let outcome: Outcome;
    try {
      outcome = await this.#hang("model", request.turnId, signal);
    } catch (error) {
      this.#watcher.modelCut(request.turnId);
      throw error;
    }
    if (outcome.kind === "error") throw new Error("no model");
    if (outcome.kind === "calls") {
      for (const name of outcome.names) {
        this.#calls += 1;
        const id = `c${this.#calls}`;
        yield { kind: "tool_call", call: { id, name, arguments: { n: this.#calls } } };
      }
    } else yield { kind: "text", text: "done" };
    yield { kind: "finish", reason: "stop", usage: null };
  }

  /** A tool call; `nest` runs a turn within this one. */
  async tool(
    context: ToolContext,
    signal: AbortSignal,
    nest: (context: ToolContext, signal: AbortSignal) => Promise<void>,
  ): Promise<ToolResult> {
    this.#watcher.toolBegins(context);
    const outcome = await this.#hang("tool", context.turnId, signal);
    if (outcome.kind === "nested") await nest(context, signal);
    this.#watcher.toolEnds(context);
    return { outcome: outcome.kind === "error" ? "failed" : "ok", content: context.callId };
  }

  #hang(kind: Operation["kind"], turnId: string, signal: AbortSignal): Promise<Outcome> {
    const gate = Promise.withResolvers<Outcome>();
    const end = () => {
      this.hanging.delete(operation);
      signal.removeEventListener("abort", onAbort);
    };
    const onAbort = () => {
      end();
      gate.reject(signal.reason);
    };
    const operation: Operation = {
      kind,
      turnId,
      open(outcome) {
        end();
        gate.resolve(outcome);
      },
    };
    if (signal.aborted) return Promise.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    this.hanging.add(operation);
    return gate.promise;
  }
}
