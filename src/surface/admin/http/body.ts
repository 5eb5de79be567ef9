/** Reads a request's body: bounded while it arrives, strict UTF-8, JSON that does not nest too deeply. */
import { parseJson } from "#base";
import { problem } from "#contract";
import { BODY_BYTES_MAX } from "../limits.ts";

/** The body as JSON. Throws `TOO_LARGE` or `BAD_JSON`. */
export async function readJsonBody(request: Request): Promise<unknown> {
  return parseJson(decode(await arrived(request)));
}

/** A caller that hangs up in the middle is no fault of ours, and nothing for the log. */
async function arrived(request: Request): Promise<Uint8Array> {
  try {
    return await readBytes(request);
  } catch (cause) {
    if (!request.signal.aborted) throw cause;
    throw problem("CANCELED", "the body did not arrive whole", { cause });
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = request.headers.get("content-length");
  if (announced !== null) {
    if (!(Number(announced) <= BODY_BYTES_MAX)) throw tooLarge();
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > BODY_BYTES_MAX) throw tooLarge();
    return bytes;
  }
  return request.body === null ? new Uint8Array() : await readStream(request.body);
}

/** A body without a length is counted as it comes, and left as soon as it is too long. */
async function readStream(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    size += value.length;
    if (size > BODY_BYTES_MAX) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw problem("BAD_JSON", "the body is not valid UTF-8", { cause, hint: "send UTF-8" });
  }
}

function tooLarge() {
  return problem("TOO_LARGE", "the body is above 1 MiB", { hint: "send less at once" });
}
