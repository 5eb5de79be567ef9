/** Confirmations: what is done only after the owner himself said yes, on a surface of his own. */
import type {
  DecidedConfirmation,
  PendingConfirmation,
  Principal,
  ToolContext,
  ToolResult,
} from "#contract";

/** Something that wants the owner's yes. */
export interface ConfirmationRequest {
  /** The part of the hub that would act, such as `cmd`. */
  readonly area: string;
  /** The whole of what would be done, on one line; the owner decides on this text and on no other. */
  readonly action: string;
  /** Whose call it is. Only a person's turn may ask. */
  readonly context: ToolContext;
  /** Does exactly that, once, after the yes. Must not throw. */
  readonly perform: (signal: AbortSignal) => Promise<ToolResult>;
}

/** What was asked for, for the one who asked: no id, so that he cannot answer himself. */
export interface AskedConfirmation {
  readonly area: string;
  readonly action: string;
  readonly askedAt: string;
  /** `running`: allowed, and being done. `over`: done; how, is in `result`. */
  readonly state: "pending" | "running" | "over" | "refused" | "expired";
  readonly result: ToolResult | null;
}

/** The surfaces on which an owner acts with his own hands. */
export type ConfirmingSurface = "terminal" | "http";

/** Pending confirmations. Each is asked for, decided and done at most once. */
export interface Confirmations {
  /**
   * Shows the owner what is asked for. The same again while it waits is the same one. Throws
   * `FORBIDDEN` where no person is behind the call, `BUSY` where too many wait.
   */
  ask(request: ConfirmationRequest): AskedConfirmation;
  /** What a person asked for in this run, newest first, the last few. */
  asked(personId: string, area: string): readonly AskedConfirmation[];
  /** What waits, for the surfaces of the owner. */
  list(): readonly PendingConfirmation[];
  /**
   * The owner's answer, given on a surface of his own: never to be called from a tool, a model or a
   * plugin. Resolves when what was allowed is done. Throws `FORBIDDEN` for anybody else, `NOT_FOUND`
   * for what does not wait (any more).
   */
  decide(
    id: string,
    answer: { readonly allow: boolean; readonly surface: ConfirmingSurface },
    by: Principal,
    signal: AbortSignal,
  ): Promise<DecidedConfirmation>;
}
