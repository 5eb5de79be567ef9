/** The live line to the hub: follows `events`, resumes where it broke off, never gives up, never hurries. */
import { backoffMs } from "./backoff.ts";
import { asApiError, send } from "./http.ts";
import { createSseParser, readEvents, type ServerEvent } from "./sse.ts";

/** `live` while events flow; `lost` from the first failure until they flow again. */
export type LineState = "connecting" | "live" | "lost";

/** Who listens to the line. */
interface LineListener {
  onEvent(event: ServerEvent): void;
  /** Called on every change, and with `live` on each new connection. */
  onState(state: LineState): void;
}

/** An open line. */
export interface EventLine extends Disposable {
  /** Tries again at once: the phone woke up, or its network came back. */
  wake(): void;
}

/** With a heartbeat seen, this much silence means a dead connection. */
const SILENCE_MS = 60_000;
/** A connection that held this long was a good one; the next failure starts from the shortest wait. */
const STEADY_MS = 5_000;
/** A woken phone trusts a connection that was heard within this time. */
const FRESH_MS = 20_000;

/** Opens the line; disposing closes it. */
export function openEventLine(listener: LineListener): EventLine {
  const closed = new AbortController();
  let connection = new AbortController();
  let wakeUp: () => void = () => undefined;
  let heardAt = Date.now();

  const run = async () => {
    let lastId: string | null = null;
    for (let attempt = 0; !closed.signal.aborted; attempt += 1) {
      connection = new AbortController();
      let openedAt = Number.POSITIVE_INFINITY;
      const signal = AbortSignal.any([closed.signal, connection.signal]);
      try {
        await follow(signal, lastId, {
          onOpen() {
            openedAt = Date.now();
            listener.onState("live");
          },
          onHeard() {
            heardAt = Date.now();
          },
          onEvent(event) {
            lastId = event.id ?? lastId;
            listener.onEvent(event);
          },
          onSilence: () => connection.abort(),
        });
      } catch (error) {
        if (asApiError(error).status === 401) return;
      }
      if (closed.signal.aborted) return;
      listener.onState("lost");
      if (Date.now() - openedAt > STEADY_MS) attempt = 0;
      await pause(backoffMs(attempt), (wake) => {
        wakeUp = wake;
      });
    }
  };
  listener.onState("connecting");
  void run();

  return {
    wake() {
      wakeUp();
      if (Date.now() - heardAt > FRESH_MS) connection.abort();
    },
    [Symbol.dispose]() {
      closed.abort();
      wakeUp();
    },
  };
}

interface Follower {
  onOpen(): void;
  onHeard(): void;
  onEvent(event: ServerEvent): void;
  onSilence(): void;
}

async function follow(
  signal: AbortSignal,
  lastId: string | null,
  follower: Follower,
): Promise<void> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (lastId !== null) headers["last-event-id"] = lastId;
  const response = await send("events", { headers }, signal);
  follower.onOpen();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let heartbeat = false;
  const parser = createSseParser(follower.onEvent, () => {
    heartbeat = true;
  });
  try {
    await readEvents(response, parser, () => {
      follower.onHeard();
      clearTimeout(silence);
      if (heartbeat) silence = setTimeout(follower.onSilence, SILENCE_MS);
    });
  } finally {
    clearTimeout(silence);
  }
}

function pause(ms: number, expose: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    expose(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
