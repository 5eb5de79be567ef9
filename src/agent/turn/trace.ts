/** Records one turn as a tree, where somebody asked for it; without that there is no span at all. */
import type { Clock } from "#base";
import type { Stage, StageContext, TraceFields, TraceKind, TraceNode } from "#contract";
import type { ModelAttempt, Stages } from "#kernel/state";
import { TRACE_SPANS_MAX, TRACE_TEXT_MAX } from "../limits.ts";

/** What the spans of one turn share. */
interface Recording {
  readonly clock: Clock;
  readonly beganAtMs: number;
  spans: number;
}

/** When something began and how long it took, where somebody else has measured that. */
interface Measured {
  readonly beganAtMs: number;
  readonly durationMs: number;
}

/** A part of the turn while it runs; disposing ends it. */
export class Span implements Disposable {
  readonly #recording: Recording;
  readonly #kind: TraceKind;
  readonly #name: string;
  readonly #beganAtMs: number;
  #durationMs: number | undefined;
  #fields: TraceFields | undefined;
  readonly #children: Span[] = [];

  constructor(recording: Recording, kind: TraceKind, name: string, measured?: Measured) {
    this.#recording = recording;
    this.#kind = kind;
    this.#name = name;
    this.#beganAtMs = measured?.beganAtMs ?? recording.clock.monotonic();
    this.#durationMs = measured?.durationMs;
  }

  /** Begins a part of this one. What is above the limit is counted, not kept. */
  open(kind: TraceKind, name: string, measured?: Measured): Span {
    const part = new Span(this.#recording, kind, name, measured);
    this.#recording.spans += 1;
    if (this.#recording.spans <= TRACE_SPANS_MAX) this.#children.push(part);
    return part;
  }

  /** Adds details; long texts are cut. */
  set(fields: TraceFields): void {
    const shown = Object.entries(fields).map(([name, value]) => [name, shorten(value)]);
    this.#fields = { ...this.#fields, ...Object.fromEntries(shown) };
  }

  [Symbol.dispose](): void {
    this.#durationMs ??= this.#recording.clock.monotonic() - this.#beganAtMs;
  }

  /** The tree as it is now; what still runs is as long as it has run so far. */
  node(): TraceNode {
    const { clock, beganAtMs } = this.#recording;
    const durationMs = this.#durationMs ?? clock.monotonic() - this.#beganAtMs;
    return {
      kind: this.#kind,
      name: this.#name,
      startMs: rounded(this.#beganAtMs - beganAtMs),
      durationMs: rounded(durationMs),
      ...(this.#fields === undefined ? {} : { fields: this.#fields }),
      children: this.#children.map((part) => part.node()),
    };
  }

  /** Ends the whole tree, and says what did not find room in it. */
  finish(): TraceNode {
    this[Symbol.dispose]();
    const leftOut = this.#recording.spans - TRACE_SPANS_MAX;
    if (leftOut > 0) this.set({ leftOut });
    return this.node();
  }
}

/** Begins to record a turn. */
export function openTrace(clock: Clock, turnId: string): Span {
  return new Span({ clock, beganAtMs: clock.monotonic(), spans: 0 }, "turn", turnId);
}

/** What the turn does from now on is recorded under a span of its own, until that is disposed. */
export function enter(
  turn: { trace: Span | undefined },
  kind: TraceKind,
  name: string,
): Disposable | undefined {
  const outer = turn.trace;
  if (!outer) return undefined;
  const span = outer.open(kind, name);
  turn.trace = span;
  return {
    [Symbol.dispose]() {
      span[Symbol.dispose]();
      turn.trace = outer;
    },
  };
}

/** Runs a stage; with a span to record in, also tells how each handler ended. */
export function runStage(
  stages: Stages,
  stage: Stage,
  context: StageContext,
  parent: Span | undefined,
  signal: AbortSignal,
): Promise<void> {
  return parent
    ? runTraced(stages, stage, context, parent, signal)
    : stages.run(stage, context, signal);
}

async function runTraced(
  stages: Stages,
  stage: Stage,
  context: StageContext,
  parent: Span,
  signal: AbortSignal,
): Promise<void> {
  using span = parent.open("stage", stage);
  const hadResponse = context.response !== null;
  await stages.runObserved(
    stage,
    context,
    ({ owner, error, ...measured }) => {
      const handler = span.open("handler", owner, measured);
      if (error !== null) handler.set({ error });
    },
    signal,
  );
  if (!hadResponse && context.response !== null) span.set({ answered: true });
}

/** Records one try at a model source. */
export function recordAttempt(parent: Span, attempt: ModelAttempt): void {
  const { provider, outcome, firstChunkMs, usage, failure } = attempt;
  const span = parent.open("provider", provider, attempt);
  span.set({ outcome, ...(firstChunkMs === null ? {} : { firstChunkMs: rounded(firstChunkMs) }) });
  if (outcome === "answered") {
    span.set({
      promptTokens: usage?.promptTokens ?? null,
      completionTokens: usage?.completionTokens ?? null,
      cachedTokens: usage?.cachedTokens ?? null,
    });
  }
  if (!failure) return;
  const { code, reason, remedy, next } = failure;
  span.set({ error: code, reason, remedy, next: next ?? "nobody" });
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

function shorten<Value>(value: Value): Value | string {
  const isLong = typeof value === "string" && value.length > TRACE_TEXT_MAX;
  return isLong ? `${value.slice(0, TRACE_TEXT_MAX)}…` : value;
}
