/** Confirmations: what waits for the owner's yes, and how it ended. */
import { Type } from "typebox";

/** Not to be guessed: whoever asks does not learn it, so he cannot answer himself. */
export const ConfirmationIdSchema = Type.String({ pattern: "^cf_[0-9a-f]{16}$" });

/** Something that waits for the owner, as he sees it. */
export interface PendingConfirmation {
  readonly id: string;
  /** The part of the hub that would act, such as `cmd`. */
  readonly area: string;
  /** The whole of what would be done, with nothing in it that only looks like something else. */
  readonly action: string;
  readonly askedBy: string;
  /** The channel on which it was asked for. */
  readonly channel: string;
  readonly askedAt: string;
  readonly expiresAt: string;
}

/** How the owner's answer ended: what was done said this, or nothing was done. */
export interface DecidedConfirmation {
  readonly id: string;
  readonly state: "allowed" | "refused";
  /** How what was allowed ended, as a tool's outcome; null where it was refused. */
  readonly outcome: string | null;
  /** What it answered, for a person. */
  readonly text: string;
}
