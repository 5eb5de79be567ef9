/** Turns what an adapter read into chunks, and decides at the end whether the answer is whole. */
import { unreachable } from "#base";
import type { CompletionChunk, FinishReason, TokenUsage, ToolDefinition } from "#contract";
import {
  type AnswerError,
  codeOfAnswerError,
  ProviderError,
  type Redactor,
  shownText,
} from "./errors.ts";
import { OPAQUE_MAX_CHARS } from "./limits.ts";
import { type ToolCallDelta, ToolCallJoiner } from "./tool-calls.ts";

/** How a model says that it is done, in the words that adapters use. */
export type AdapterFinish = "stop" | "tool_calls" | "length" | "content_filter" | "error";

/** One piece of an answer as an adapter tells it; every field may be absent. */
export interface AnswerPiece {
  readonly content: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCallDelta[];
  readonly finish: AdapterFinish | undefined;
  readonly usage: TokenUsage | undefined;
  readonly error: AnswerError | undefined;
  /** More of what the API wants back with this answer. */
  readonly opaque: readonly unknown[];
  /** The server says that nothing follows. */
  readonly isDone: boolean;
}

/** What an answer needs from its request. */
export interface AnswerOptions {
  /** Names the source in errors. */
  readonly source: string;
  /** Names those that understand its opaque state: source, adapter and model. */
  readonly owner: string;
  readonly tools: readonly ToolDefinition[];
  readonly newId: () => string;
  readonly redact: Redactor;
}

/** One answer while it comes in. */
export class Answer {
  readonly #options: AnswerOptions;
  readonly #calls = new ToolCallJoiner();
  #finish: AdapterFinish | undefined;
  #usage: TokenUsage | null = null;
  #hasContent = false;
  readonly #opaque: unknown[] = [];
  #opaqueChars = 0;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  /** Whether the model said that it is done. */
  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  /** Takes a piece in and answers what may be shown at once. Throws the error that it carries. */
  take(piece: AnswerPiece): CompletionChunk[] {
    if (piece.error) throw this.#errorOf(piece.error);
    const chunks: CompletionChunk[] = [];
    if (piece.reasoning !== "") chunks.push({ kind: "reasoning", text: piece.reasoning });
    if (piece.content !== "") chunks.push({ kind: "text", text: piece.content });
    if (chunks.length > 0) this.#hasContent = true;
    for (const delta of piece.toolCalls) this.#calls.add(delta);
    this.#finish = piece.finish ?? this.#finish;
    if (piece.usage) this.#count(piece.usage);
    for (const item of piece.opaque) this.#keep(item);
    return chunks;
  }

  /** Later counts replace earlier ones; one that a piece leaves out stays (Anthropic's prompt). */
  #count(usage: TokenUsage): void {
    const before = this.#usage;
    this.#usage = {
      promptTokens: usage.promptTokens ?? before?.promptTokens ?? null,
      completionTokens: usage.completionTokens ?? before?.completionTokens ?? null,
      cachedTokens: usage.cachedTokens ?? before?.cachedTokens ?? null,
    };
  }

  #keep(item: unknown): void {
    this.#opaqueChars += JSON.stringify(item).length;
    if (this.#opaqueChars <= OPAQUE_MAX_CHARS) this.#opaque.push(item);
  }

  /**
   * The last chunks. `isDone`: the server said that nothing follows, though the model gave no
   * reason. Throws `PROVIDER_CUT` when neither of them said so: then nothing counts (F53).
   */
  end(isDone: boolean): CompletionChunk[] {
    const finish = this.#finish ?? (isDone ? "stop" : undefined);
    if (finish === undefined) throw this.#cut("the stream ended in mid-answer");
    switch (finish) {
      case "error":
        throw this.#cut("the model broke off");
      case "content_filter":
        throw new ProviderError("PROVIDER_FILTERED", `${this.#options.source}: filtered`);
      case "length":
        return [this.#finishChunk("length", this.#calls.names())];
      case "stop":
      case "tool_calls":
        return this.#whole();
      default:
        return unreachable(finish);
    }
  }

  #whole(): CompletionChunk[] {
    const joined = this.#calls.finish(this.#options.tools, this.#options.newId);
    if (joined.kind === "cut") {
      // Without a reason nobody vouches for the end; with one, the model wrote too much or
      // nonsense, and may be told so.
      if (!this.isFinished) throw this.#cut("the stream ended within a tool call");
      return [this.#finishChunk("length", joined.names)];
    }
    if (joined.calls.length > 0) {
      const calls = joined.calls.map((call): CompletionChunk => ({ kind: "tool_call", call }));
      return [...calls, this.#finishChunk("tool_calls", [])];
    }
    if (!this.#hasContent) throw this.#cut("the answer is empty");
    return [this.#finishChunk("stop", [])];
  }

  #finishChunk(reason: FinishReason, cutCalls: readonly string[]): CompletionChunk {
    const cut = cutCalls.length > 0 ? { cutCalls } : {};
    // Half of it would be worse than nothing: APIs check that it is as they sent it.
    const isKept = this.#opaque.length > 0 && this.#opaqueChars <= OPAQUE_MAX_CHARS;
    const opaque = isKept ? { opaque: { provider: this.#options.owner, data: this.#opaque } } : {};
    return { kind: "finish", reason, usage: this.#usage, ...cut, ...opaque };
  }

  #cut(what: string): ProviderError {
    return new ProviderError("PROVIDER_CUT", `${this.#options.source}: ${what}`);
  }

  #errorOf(error: AnswerError): ProviderError {
    const { source, redact } = this.#options;
    const code = codeOfAnswerError(error);
    // Servers quote keys in these; what is wrong with a key its owner knows without the text.
    const text = code === "PROVIDER_AUTH" ? "the key is refused" : shownText(error.message, redact);
    return new ProviderError(code, `${source}: ${text || "an error without a text"}`);
  }
}
