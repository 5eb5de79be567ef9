/** A server over stdio: one JSON object a line, both ways, bounded; what is no message is dropped and told. */
import { type Clock, type Logger, messageOf, type ProcessPort, parseJson } from "#base";
import {
  FLOOD_REPORT_PERIOD_MS,
  FRAME_BYTES_MAX,
  OUTGOING_BYTES_MAX,
  REAP_MS,
  WIRE_BYTES_PER_SECOND,
} from "./limits.ts";
import { createLineReader } from "./line-reader.ts";
import type { JSONRPCMessage, Link, LostListener, Transport } from "./link.ts";
import type { Scrubber } from "./outside-text.ts";
import { createFlow, createLineGate } from "./rates.ts";
import type { Sdk } from "./sdk.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const TOO_LONG = `a message is longer than ${FRAME_BYTES_MAX} bytes`;
/** Our requests have numbers; servers write them first or last. */
const ID = /"id"\s*:\s*(\d{1,15})/;
/** JSON-RPC's code for what is not valid. */
const INVALID_ANSWER = -32_700;

/** How often lines that are no messages are told. */
const GARBAGE_PER_SECOND = 1000 / FLOOD_REPORT_PERIOD_MS;

/** What a link over stdio is made of. */
export interface StdioLinkOptions {
  readonly server: string;
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly homesDir: string;
  readonly processes: ProcessPort;
  readonly clock: Clock;
  readonly log: Logger;
  readonly scrub: Scrubber;
  readonly sdk: Sdk;
  readonly onLost: LostListener;
}

/** Makes the link; its transport starts the program, and fails to start where that is not possible. */
export function createStdioLink(options: StdioLinkOptions): Link {
  return new StdioLink(options);
}

class StdioLink implements Link, Transport {
  onmessage?: Transport["onmessage"];
  onclose?: Transport["onclose"];
  onerror?: Transport["onerror"];
  readonly #options: StdioLinkOptions;
  readonly #over = new AbortController();
  readonly #tellsGarbage: () => boolean;
  #process: ServerProcess | undefined;
  /** Why it was killed, where we did it. */
  #killReason: string | undefined;
  #outgoingBytes = 0;

  constructor(options: StdioLinkOptions) {
    this.#options = options;
    this.#tellsGarbage = createLineGate(options.clock, GARBAGE_PER_SECOND, 1, () => undefined);
  }

  get transport(): Transport {
    return this;
  }

  async start(): Promise<void> {
    const { clock, log, onLost, server } = this.#options;
    const flow = createFlow(
      clock,
      WIRE_BYTES_PER_SECOND,
      () => log.warn("mcp.wire_flood", { server, bytesPerSecond: WIRE_BYTES_PER_SECOND }),
      this.#over.signal,
    );
    const reader = createLineReader({
      bytesMax: FRAME_BYTES_MAX,
      onLine: (line) => this.#take(line),
      onTooLong: (head, tail) => this.#refuse(ID.exec(head)?.[1] ?? ID.exec(tail)?.[1], TOO_LONG),
    });
    const started = startServerProcess({
      ...this.#options,
      onStdout: (bytes) => {
        reader.feed(bytes);
        return flow(bytes.length);
      },
    });
    this.#process = started;
    // What it wrote last is read by then: an answer just before the exit still counts.
    const end = (how: string) => {
      onLost(this.#killReason ?? how);
      this.#closed();
    };
    started.ended.then(end, (error: unknown) => end(messageOf(error)));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#process;
    if (!child || this.#over.signal.aborted) throw new Error("the server has ended");
    const line = `${JSON.stringify(message)}\n`;
    this.#outgoingBytes += line.length;
    try {
      if (this.#outgoingBytes > OUTGOING_BYTES_MAX) {
        this.#kill("does not read its stdin");
        return;
      }
      const waiting = child.write(line);
      if (waiting) await waiting;
    } catch (error) {
      // A broken pipe belongs to a process that is ending, and its exit says better why.
      if (!(await child.endsWithin(REAP_MS))) this.#kill("closed its stdin");
      await child.ended;
      throw error;
    } finally {
      this.#outgoingBytes -= line.length;
    }
  }

  async close(): Promise<void> {
    this.#closed();
    await this.#process?.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #take(line: string): void {
    let value: unknown;
    try {
      value = parseJson(line);
    } catch (error) {
      // What nests too deeply is well-formed, so its id can be found.
      this.#refuse(ID.exec(line)?.[1], messageOf(error));
      return;
    }
    const message = this.#options.sdk.JSONRPCMessageSchema.safeParse(value);
    if (message.success) this.onmessage?.(message.data);
    else this.#garbage("a line is no message of MCP");
  }

  /** Drops a message. Whoever waits for it, if it is an answer, is told instead of left waiting. */
  #refuse(id: string | undefined, reason: string): void {
    this.#garbage(reason);
    if (id === undefined) return;
    const error = { code: INVALID_ANSWER, message: `its answer cannot be taken: ${reason}` };
    this.onmessage?.({ jsonrpc: "2.0", id: Number(id), error });
  }

  /** Some servers greet on stdout; that hurts nobody, but their author should know. */
  #garbage(reason: string): void {
    const { log, server } = this.#options;
    if (this.#tellsGarbage()) log.warn("mcp.stdout_garbage", { server, reason });
  }

  #kill(reason: string): void {
    this.#killReason ??= reason;
    this.#process?.kill();
  }

  #closed(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.onclose?.();
  }
}
