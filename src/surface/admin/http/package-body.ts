/**
 * A package in a request's body, handed on to the kernel part by part while it arrives. This child has
 * no folder that the kernel reads, and needs none: never more than one part is held here.
 */
import { type Clock, sleep } from "#base";
import { PACKAGE_BYTES_MAX, PACKAGE_PART_BYTES_MAX, type PackagePart, problem } from "#contract";

import { PACKAGE_BURST_BYTES, PACKAGE_BYTES_PER_SECOND } from "../limits.ts";

/** Sends one part on; answers the upload's id. */
export type SendPart = (part: PackagePart) => Promise<string>;

/** Sends the whole body on and answers the upload's id. Throws `TOO_LARGE` before it is read whole. */
export async function sendBody(
  request: Request,
  send: SendPart,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  const announced = request.headers.get("content-length");
  if (announced !== null && !(Number(announced) <= PACKAGE_BYTES_MAX)) throw tooLarge();
  const parts = new Parts(send, createPace(clock, signal));
  if (request.body !== null) {
    const reader = request.body.getReader();
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        await parts.take(piece.value);
      }
    } catch (error) {
      // The rest is not read: there is nobody to give it to.
      await reader.cancel().catch(() => undefined);
      if (!request.signal.aborted) throw error;
      throw problem("CANCELED", "the package did not arrive whole", { cause: error });
    }
  }
  const uploadId = await parts.end();
  if (uploadId !== undefined) return uploadId;
  throw problem("INVALID_PARAMS", "the body is empty", { hint: "send the .hmap file as the body" });
}

/** Waits until so many bytes may have been sent. */
type Pace = (bytes: number) => Promise<void>;

function createPace(clock: Clock, signal: AbortSignal): Pace {
  const begun = clock.monotonic();
  return async (bytes) => {
    const dueMs = ((bytes - PACKAGE_BURST_BYTES) / PACKAGE_BYTES_PER_SECOND) * 1000;
    const aheadMs = dueMs - (clock.monotonic() - begun);
    if (aheadMs > 0) await sleep(clock, aheadMs, signal);
  };
}

/** Gathers pieces into parts; pieces come as the network likes. */
class Parts {
  readonly #send: SendPart;
  readonly #pace: Pace;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #offset = 0;
  #uploadId: string | undefined;

  constructor(send: SendPart, pace: Pace) {
    this.#send = send;
    this.#pace = pace;
  }

  async take(piece: Uint8Array): Promise<void> {
    let rest = piece;
    while (this.#gatheredBytes + rest.length >= PACKAGE_PART_BYTES_MAX) {
      const count = PACKAGE_PART_BYTES_MAX - this.#gatheredBytes;
      this.#gather(rest.subarray(0, count));
      rest = rest.subarray(count);
      await this.#sendOn();
    }
    if (rest.length > 0) this.#gather(rest);
  }

  async end(): Promise<string | undefined> {
    if (this.#gatheredBytes > 0) await this.#sendOn();
    return this.#uploadId;
  }

  #gather(piece: Uint8Array): void {
    this.#gathered.push(piece);
    this.#gatheredBytes += piece.length;
  }

  async #sendOn(): Promise<void> {
    if (this.#offset + this.#gatheredBytes > PACKAGE_BYTES_MAX) throw tooLarge();
    await this.#pace(this.#offset);
    const part = Buffer.concat(this.#gathered).toString("base64");
    this.#uploadId = await this.#send({
      offset: this.#offset,
      part,
      ...(this.#uploadId === undefined ? {} : { uploadId: this.#uploadId }),
    });
    this.#offset += this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }
}

function tooLarge() {
  return problem("TOO_LARGE", "the package is above 100 MB", {
    hint: "leave out what the plugin can do without",
  });
}
