/** Two peers joined by memory, with a hand on the tap in between; for the tests of the wire. */
import { type Clock, silentLogger, systemClock } from "#base";
import { createPeer, type Peer, type PeerOptions } from "#wire";

export interface PairSide extends Partial<PeerOptions> {}

/** Two peers; what one sends the other is fed, in the microtask after. */
export function pair(left: PairSide, right: PairSide, clock: Clock = systemClock) {
  const refuse = () => {
    throw new Error("no calls expected");
  };
  const peers: { left?: Peer; right?: Peer } = {};
  const deliver = (to: "left" | "right") => (text: string) => {
    queueMicrotask(() => peers[to]?.feed(Buffer.from(text)));
    return undefined;
  };
  const base = { clock, log: silentLogger, onCall: refuse };
  const leftPeer = createPeer({ ...base, send: deliver("right"), ...left });
  const rightPeer = createPeer({ ...base, send: deliver("left"), ...right });
  peers.left = leftPeer;
  peers.right = rightPeer;
  return { left: leftPeer, right: rightPeer };
}

/** A transport that holds what it is given until it is told to take it. */
export function tap() {
  const written: string[] = [];
  let waiting: PromiseWithResolvers<void> | undefined;
  let shut = false;
  return {
    written,
    send(text: string) {
      written.push(text);
      if (!shut) return undefined;
      waiting = Promise.withResolvers();
      return waiting.promise;
    },
    /** From now on nothing is taken. */
    shut() {
      shut = true;
    },
    open() {
      shut = false;
      waiting?.resolve();
    },
    /** All lines so far, as frames. */
    frames(): Record<string, unknown>[] {
      return written
        .join("")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** Lets all that waits for a microtask or an I/O turn happen. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
