/** The calls of a plugin's tools that turns wait for now: the only ones on whose behalf it may speak. */
import { type MediaReference, problem, type ToolContext } from "#contract";

/** A call that has not been answered yet. */
export interface OpenCall {
  readonly context: ToolContext;
  /** Aborts when nobody waits for the call any more. */
  readonly signal: AbortSignal;
  /** What the plugin attached to the result that it is about to give. */
  media: readonly MediaReference[];
}

/** How a plugin names a call: as `tool.invoke` told it. */
export interface CallName {
  readonly turnId: string;
  readonly callId: string;
}

/** The open calls of one run of a plugin; as many as its wire lets wait. */
export class OpenCalls {
  readonly #open = new Map<string, OpenCall>();

  /** A call begins; dispose when it ended. */
  begin(context: ToolContext, signal: AbortSignal): OpenCall & Disposable {
    const key = keyOf(context);
    const call: OpenCall & Disposable = {
      context,
      signal,
      media: [],
      [Symbol.dispose]: () => {
        if (this.#open.get(key) === call) this.#open.delete(key);
      },
    };
    this.#open.set(key, call);
    return call;
  }

  /** The call of that name. Throws `NOT_FOUND`: what a plugin says of itself proves nothing. */
  require(name: CallName): OpenCall {
    const call = this.#open.get(keyOf(name));
    if (call) return call;
    throw problem("NOT_FOUND", `no call ${name.callId} of this plugin is open in ${name.turnId}`, {
      hint: "leave `within` out once the call has been answered",
    });
  }
}

const keyOf = ({ turnId, callId }: CallName): string => `${turnId}\u0000${callId}`;
