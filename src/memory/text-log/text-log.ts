/** What was said, as lines of JSON in dated files: for people and for rule extraction, never for prompts. */
import { type FileHandle, mkdir, open, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { BoundedQueue, type Clock, type Logger, TaskGroup } from "#base";
import {
  FILE_AGE_MAX_MS,
  FILE_BYTES_MAX,
  FILES_MAX,
  SYNC_PERIOD_MS,
  WAITING_MAX,
} from "./limits.ts";

/** One turn as it is kept. Field names are those that users of the original know. */
export interface TextRecord {
  /** ISO 8601, UTC. */
  readonly ts: string;
  readonly source: string;
  readonly input: string;
  readonly response: string;
  readonly tools_used: readonly string[];
  readonly agent_id: string;
}

/** The log. Disposing writes what waits. */
export interface TextLog extends AsyncDisposable {
  /** Takes a record at once; it is on the disk within two seconds. */
  append(record: TextRecord): void;
  /** Writes and syncs what waits. Rejects when the disk refuses; the records stay in line. */
  flush(): Promise<void>;
}

/** What the log stands on. */
export interface TextLogOptions {
  /** `<data>/text`; made if missing, private to the hub's user. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Logger;
}

const FILE_NAME = /^\d{8}T\d{9}Z\.jsonl$/;

interface Open {
  readonly handle: FileHandle;
  readonly openedAt: number;
  bytes: number;
}

/** Makes the log; nothing is opened before the first record. */
export function createTextLog(options: TextLogOptions): TextLog {
  return new Writer(options);
}

class Writer implements TextLog {
  readonly #options: TextLogOptions;
  readonly #waiting = new BoundedQueue<string>(WAITING_MAX, "drop-oldest");
  readonly #tasks: TaskGroup;
  #file: Open | undefined;
  #timer: Disposable | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isRefused = false;

  constructor(options: TextLogOptions) {
    this.#options = options;
    this.#tasks = new TaskGroup((error) => this.#tell(error));
  }

  append(record: TextRecord): void {
    this.#waiting.push(`${JSON.stringify(record)}\n`);
    this.#timer ??= this.#options.clock.after(SYNC_PERIOD_MS, () => {
      this.#timer = undefined;
      this.#tasks.run(() => this.flush());
    });
  }

  flush(): Promise<void> {
    // One after the other: two writers in one file would tear each other's lines.
    const next = this.#writing.then(() => this.#write());
    this.#writing = next.catch(() => undefined);
    return next;
  }

  async #write(): Promise<void> {
    const lost = this.#waiting.takeLost();
    if (lost > 0) this.#options.log.warn("text_log.lost", { records: lost });
    const lines: string[] = [];
    for (let line = this.#waiting.tryShift(); line !== undefined; line = this.#waiting.tryShift()) {
      lines.push(line);
    }
    if (lines.length === 0) return;
    try {
      const file = await this.#current();
      const bytes = Buffer.from(lines.join(""));
      await file.handle.appendFile(bytes);
      await file.handle.datasync();
      file.bytes += bytes.length;
      this.#isRefused = false;
    } catch (error) {
      for (const line of lines) this.#waiting.push(line);
      await this.#close();
      throw error;
    }
  }

  /** The open file, or a new one when it is too old or too large. */
  async #current(): Promise<Open> {
    const { clock, dir } = this.#options;
    const now = clock.now();
    const isFull =
      this.#file !== undefined &&
      (now - this.#file.openedAt >= FILE_AGE_MAX_MS || this.#file.bytes >= FILE_BYTES_MAX);
    if (isFull) await this.#close();
    if (this.#file) return this.#file;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = join(dir, nameAt(now));
    const handle = await open(path, "a", 0o600);
    this.#file = { handle, openedAt: now, bytes: (await stat(path)).size };
    await this.#prune();
    return this.#file;
  }

  async #prune(): Promise<void> {
    const names = (await readdir(this.#options.dir)).filter((name) => FILE_NAME.test(name)).sort();
    for (const name of names.slice(0, Math.max(0, names.length - FILES_MAX))) {
      await unlink(join(this.#options.dir, name));
    }
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }

  /** A disk that refuses is told once, until it takes something again. */
  #tell(error: unknown): void {
    if (!this.#isRefused) this.#options.log.error("text_log.refused", { error });
    this.#isRefused = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    await this.flush().catch((error: unknown) => this.#tell(error));
    await this.#tasks[Symbol.asyncDispose]();
    await this.#close();
  }
}

/** `20261130T080000000Z.jsonl`: sorts by time, and holds no character that a file system minds. */
function nameAt(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, "")}.jsonl`;
}
