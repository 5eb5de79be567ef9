/** What others may ask of the agent: run an input, say something on a channel, describe a prompt. */
import type {
  Cause,
  CompletionChunk,
  CompletionRequest,
  InputOrigin,
  Principal,
  PromptSectionDeclaration,
  ProviderStatus,
  RenderedSection,
  SayReply,
  Stage,
  StageContext,
  ToolCallRecord,
} from "#contract";

/** One input of the agent. */
export interface Input {
  readonly text: string;
  /** Where it came from and where the reply goes. */
  readonly channel: string;
  readonly principal: Principal;
  readonly origin: InputOrigin;
  /** Area of the device that was spoken to. */
  readonly areaId?: string;
  /** What led to this input; the turn appends itself. */
  readonly cause: readonly Cause[];
  /** Hears text as it streams. Must not throw or block. */
  readonly onDelta?: (text: string) => void;
  /** Hears every tool call as it ends. Must not throw or block. */
  readonly onTool?: (call: ToolCallRecord) => void;
}

/** The way into the event loop. */
export interface Io {
  /**
   * Runs one input to its one terminal event. Rejects with `BUSY` when the queue is full, with
   * `CANCELED` when stopped, and with the turn's error otherwise.
   */
  submit(input: Input, signal: AbortSignal): Promise<SayReply>;
  /** Ends what is running and queued at this instant for a person (all, without one). */
  stop(personId?: string): number;
}

/** A source of answers. Streams; throws `OperationalError` with a `PROVIDER_*` code. */
export interface Provider {
  readonly name: string;
  /** Lower comes first; ties by registration. */
  readonly priority: number;
  complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionChunk>;
}

/** Ordered providers with failover. */
export interface Models {
  register(provider: Provider): Disposable;
  /** Tries the providers in order; the first chunk says who answers. */
  complete(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncIterable<CompletionChunk | { readonly kind: "provider"; readonly name: string }>;
  status(): readonly ProviderStatus[];
}

/** Sections of the system prompt. */
export interface PromptSections {
  /** Upserts; empty content removes. Throws `CONFLICT` for another owner's section. */
  declare(owner: string, declaration: PromptSectionDeclaration): void;
  /**
   * A section whose content is computed at each rendering, for the person that the prompt serves
   * (a guest must not learn through the prompt what a tool would deny him); undefined: nobody known.
   */
  provide(
    owner: string,
    section: Omit<PromptSectionDeclaration, "content">,
    content: (viewer?: Principal) => string,
  ): Disposable;
  /** Absent or foreign: nothing happens. */
  remove(owner: string, section: string): void;
  /** By order, then name; empty ones left out. */
  render(viewer?: Principal): readonly RenderedSection[];
  detach(owner: string): void;
}

/** Handlers of the seven stages. A handler that throws is isolated and named in `errors`. */
export interface Stages {
  register(owner: string, stage: Stage, handler: StageHandler): Disposable;
  /** Runs all handlers of `stage` side by side on the one context. Never rejects. */
  run(stage: Stage, context: StageContext, signal: AbortSignal): Promise<void>;
  detach(owner: string): void;
}
export type StageHandler = (context: StageContext, signal: AbortSignal) => Promise<void>;

/** How a message on a channel ended. */
export type DeliveryOutcome = "sent" | "error" | "unconfirmed";

/** A channel that text can be sent to. */
export interface OutputChannel {
  readonly name: string;
  /** text 1, file 2, image 4, audio 8, structured 16 */
  readonly caps: number;
  readonly description: string;
  send(message: OutputMessage, signal: AbortSignal): Promise<void>;
}
export interface OutputMessage {
  readonly payload: string;
  readonly type: string;
  readonly personId: string;
  readonly meta?: unknown;
}

/** Output channels. */
export interface Outputs {
  register(owner: string, channel: OutputChannel): Disposable;
  list(): readonly (Omit<OutputChannel, "send"> & { readonly owner: string })[];
  /** Waits for the outcome; `unconfirmed` after 10 s. Never rejects. */
  send(
    channel: string,
    message: OutputMessage,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: DeliveryOutcome; readonly reason?: string }>;
  detach(owner: string): void;
}
