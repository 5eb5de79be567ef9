/** What others may ask of the agent: run an input, say something on a channel, describe a prompt. */
import type {
  AgentIdentity,
  Cause,
  CompletionChunk,
  CompletionRequest,
  InputLevel,
  InputOrigin,
  MediaReference,
  Principal,
  PromptSectionDeclaration,
  ProviderStatus,
  RenderedSection,
  SayReply,
  Stage,
  StageContext,
  StageScope,
  TokenUsage,
  ToolCallRecord,
} from "#contract";

/** One input of the agent. */
export interface Input {
  readonly text: string;
  /** Pictures, sounds or files that belong to the text; the conversation keeps them (F56). */
  readonly media?: readonly MediaReference[];
  /** Where it came from and where the reply goes. */
  readonly channel: string;
  readonly principal: Principal;
  readonly origin: InputOrigin;
  /** The agent that is to work; absent: the root agent. The kernel sets it, no parameter of anybody. */
  readonly agent?: AgentIdentity;
  /** What an agent that was sent has to know about itself: a system message behind the prompt. */
  readonly agentNote?: string;
  /** Area of the device that was spoken to. */
  readonly areaId?: string;
  /** What led to this input; the turn appends itself. */
  readonly cause: readonly Cause[];
  /** How urgent it is; without it as its origin is. From outside 4 counts as 3. */
  readonly level?: InputLevel;
  /**
   * Where a turn of the same conversation is under way: tell it instead of waiting behind it, before
   * its next model call (`inject`), or right now by calling off the one that runs (`cancel`). The
   * outcome is that turn's. A turn that asks no more, or none at all: a turn of its own.
   */
  readonly interrupt?: "cancel" | "inject";
  /**
   * The client's own id: the same text with the same id is the same message, once, while the first is
   * under way and for 10 s after it ended.
   */
  readonly messageId?: string;
  /** Nothing is derived from this turn: no vector, no keyword, no fact. The conversation keeps it (F10). */
  readonly noMemory?: boolean;
  /** May be joined with others of its conversation into one background turn (2 KiB or 2 s, F02). */
  readonly isNotice?: boolean;
  /**
   * The turn whose tool call waits for this reply. It runs within that turn's place: behind it in
   * the conversation, it would wait for one that waits for it (F58).
   */
  readonly awaitedBy?: string;
  /** Sends the reply on the output channel named `channel` too, where nobody waits for it here. */
  readonly deliver?: "channel";
  /** Records the turn as a tree and hands it back with the reply, which then waits for the tail. */
  readonly trace?: true;
  /** Hears text as it streams. Must not throw or block. */
  readonly onDelta?: (text: string) => void;
  /** Hears every tool call as it ends. Must not throw or block. */
  readonly onTool?: (call: ToolCallRecord) => void;
  /** Hears that the text told so far is void: another provider, or the same, begins anew. */
  readonly onRestart?: () => void;
  /** Hears when the input has its place in the queue; until then the sender should hold back. */
  readonly onQueued?: () => void;
}

/** The way into the event loop. */
export interface Io {
  /**
   * Runs one input to its one terminal event. Waits when the queue is full; rejects with `BUSY` when
   * too many wait already, with `CANCELED` when stopped, with the signal's reason when the caller
   * goes away, and with the turn's error otherwise.
   */
  submit(input: Input, signal: AbortSignal): Promise<SayReply>;
  /**
   * Ends what is running and queued at this instant, and nothing later: for a person what he said,
   * without one everything, the hub's own work too. Answers how many inputs that were.
   */
  stop(personId?: string): number;
}

/** A source of answers. Streams; throws `OperationalError` with a `PROVIDER_*` code. */
export interface Provider {
  readonly name: string;
  /** Lower comes first; ties by registration. */
  readonly priority: number;
  complete(request: CompletionRequest, signal: AbortSignal): AsyncIterable<CompletionChunk>;
}

/** One try at one source. */
export interface ModelAttempt {
  readonly provider: string;
  /** On the monotonic clock. */
  readonly beganAtMs: number;
  readonly durationMs: number;
  /** Until the first chunk; null where none came. */
  readonly firstChunkMs: number | null;
  /** From the answer; null where it is unknown or there was none. */
  readonly usage: TokenUsage | null;
  readonly outcome: "answered" | "failed" | "called_off";
  readonly failure?: AttemptFailure;
}
/** Why a try failed, and what is done about it: `next` is asked, null where nobody is left. */
export interface AttemptFailure {
  readonly code: string;
  readonly reason: string;
  readonly remedy: "retry" | "make_room" | "failover";
  readonly next: string | null;
}

/** What the models are asked, with what whoever asks can do and wants to hear. */
export interface ModelsRequest extends CompletionRequest {
  /**
   * A source says that its window is full: answers a shorter request, with which it is asked again,
   * or throws where there is nothing to shorten (F08).
   */
  readonly makeRoom?: (signal: AbortSignal) => Promise<CompletionRequest>;
  /** Hears of each try as it ends. Must not throw or block. */
  readonly onAttempt?: (attempt: ModelAttempt) => void;
}

/** Ordered providers with failover. */
export interface Models {
  register(provider: Provider): Disposable;
  /** Tries the providers in order; the first chunk says who answers. */
  complete(
    request: ModelsRequest,
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
   * (a guest must not learn through the prompt what a tool would deny him) and the agent that it is
   * for; undefined: nobody known.
   */
  provide(
    owner: string,
    section: Omit<PromptSectionDeclaration, "content">,
    content: (viewer?: Principal, agent?: AgentIdentity) => string,
  ): Disposable;
  /** Absent or foreign: nothing happens. */
  remove(owner: string, section: string): void;
  /** By order, then name; empty ones left out. */
  render(viewer?: Principal, agent?: AgentIdentity): readonly RenderedSection[];
  detach(owner: string): void;
}

/** Handlers of the seven stages. A handler that throws is isolated and named in `errors`. */
export interface Stages {
  /** `own_tools` is for the two tool stages. */
  register(owner: string, stage: Stage, handler: StageHandler, scope?: StageScope): Disposable;
  /**
   * Runs all handlers of `stage` side by side on the one context, each with its deadline; what one
   * writes later is refused. The first response and the first denial stand. Never rejects.
   */
  run(stage: Stage, context: StageContext, signal: AbortSignal): Promise<void>;
  /** The same for somebody who wants to hear how each handler ended. */
  runObserved(
    stage: Stage,
    context: StageContext,
    onHandler: (report: HandlerReport) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Lets runs go over what other processes see too; disposing ends that for runs to come. */
  carry(carrier: StageCarrier): Disposable;
  detach(owner: string): void;
}
/** `run` is the same object for all handlers of one run of a stage. */
export type StageHandler = (
  context: StageContext,
  signal: AbortSignal,
  run: object,
) => Promise<void>;
/** Puts contexts where handlers in other processes see them. */
export interface StageCarrier {
  /** Begins a run for these handlers; undefined where none of them needs it or there is no room. */
  begin(context: StageContext, owners: readonly string[], run: object): CarriedStage | undefined;
}
/** A run that other processes take part in. Disposing ends it. */
export interface CarriedStage extends Disposable {
  /** The context for one handler in this process; dispose it when the handler has ended. */
  open(): StageContext & Disposable;
  /** Ends the run: what was changed, and why fields could not be read. */
  end(): { readonly changes: Partial<StageContext>; readonly errors: readonly string[] };
}
/** How one handler of one stage ended. */
export interface HandlerReport {
  readonly owner: string;
  /** On the monotonic clock. */
  readonly beganAtMs: number;
  readonly durationMs: number;
  readonly error: string | null;
}

/** How a message on a channel ended. */
export type DeliveryOutcome = "sent" | "error" | "unconfirmed";

/** A channel that text can be sent to. */
export interface OutputChannel {
  readonly name: string;
  /** text 1, file 2, image 4, audio 8, structured 16 */
  readonly caps: number;
  readonly description: string;
  /** What `meta` may hold, for a model that asks for help. */
  readonly help?: string;
  /** Longest text of one message, in characters; longer ones are sent in parts. */
  readonly textMax?: number;
  send(message: OutputMessage, signal: AbortSignal): Promise<void>;
}
export interface OutputMessage {
  readonly payload: string;
  readonly type: string;
  readonly personId: string;
  readonly meta?: unknown;
}

/** Hears of channels. Must not throw. */
export interface OutputWatcher {
  added(channel: Omit<OutputChannel, "send"> & { readonly owner: string }): void;
  removed(name: string): void;
}

/** Output channels. */
export interface Outputs {
  register(owner: string, channel: OutputChannel): Disposable;
  list(): readonly (Omit<OutputChannel, "send"> & { readonly owner: string })[];
  /** Hears of channels that come and go, those that are there already included. */
  watch(watcher: OutputWatcher): Disposable;
  /** Waits for the outcome; `unconfirmed` after 10 s. Never rejects. */
  send(
    channel: string,
    message: OutputMessage,
    signal: AbortSignal,
  ): Promise<{ readonly outcome: DeliveryOutcome; readonly reason?: string }>;
  detach(owner: string): void;
}
