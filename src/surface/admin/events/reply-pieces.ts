/** Sorts the pieces of replies in the making to those who wait for them. */
import { type SayDelta, sayDelta } from "#contract";
import type { AdminHub } from "../ports.ts";

/** Hands out stream ids and delivers what the kernel sends under them. */
export interface ReplyPieces extends Disposable {
  /** Hears the pieces of one reply until it is disposed. Pass `streamId` to `admin.say`. */
  open(onPiece: (piece: SayDelta) => void): { readonly streamId: string } & Disposable;
}

/** Listens for `say.delta`. A piece that nobody waits for any more is dropped. */
export function createReplyPieces(hub: AdminHub): ReplyPieces {
  const waiting = new Map<string, (piece: SayDelta) => void>();
  let count = 0;
  const subscription = hub.onNotification("say.delta", (params) => {
    if (sayDelta.accepts(params)) waiting.get(params.streamId)?.(params);
  });
  return {
    open(onPiece) {
      count += 1;
      const streamId = `s_${count}`;
      waiting.set(streamId, onPiece);
      return { streamId, [Symbol.dispose]: () => void waiting.delete(streamId) };
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}
