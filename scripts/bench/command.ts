/** `bench:command`: a sentence in at HTTP, the device's change out as an SSE event; offline. */
import { quantile, tell } from "./figures.ts";
import { ownerToken, startMeasuredHub } from "./hub.ts";

const RUNS = 1000;
const WARM_UP = 100;

await using hub = await startMeasuredHub();
const token = await ownerToken(hub);
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

const stop = new AbortController();
const events = await fetch(`${hub.url}/api/v1/events`, { headers, signal: stop.signal });
if (!events.ok || !events.body) throw new Error(`events: ${events.status}`);
let heard: ((brightness: unknown) => void) | undefined;

/** Reads the stream and tells each brightness of the light that is commanded. */
async function listen(body: ReadableStream<Uint8Array>): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data === undefined) continue;
      const event = JSON.parse(data) as { deviceId?: string; state?: Record<string, unknown> };
      if (event.deviceId === "sim.living_light") heard?.(event.state?.["brightness"]);
    }
  }
}
const listening = listen(events.body).catch(() => undefined);

const reply: number[] = [];
const seen: number[] = [];
for (let run = 0; run < RUNS + WARM_UP; run += 1) {
  const wanted = 1 + (run % 99);
  const changed = new Promise<void>((resolve) => {
    heard = (brightness) => {
      if (brightness === wanted) resolve();
    };
  });
  const begin = performance.now();
  const answer = await fetch(`${hub.url}/api/v1/chat`, {
    method: "POST",
    headers,
    body: JSON.stringify({ text: `把客厅灯调到百分之${wanted}` }),
  });
  const said = (await answer.json()) as { toolCalls?: { outcome: string }[] };
  const replied = performance.now();
  if (said.toolCalls?.[0]?.outcome !== "ok") throw new Error(JSON.stringify(said));
  await changed;
  if (run < WARM_UP) continue;
  reply.push(replied - begin);
  seen.push(performance.now() - begin);
}
stop.abort();
await listening;

tell("command", "p50", quantile(seen, 0.5), "ms");
tell("command", "p95", quantile(seen, 0.95), "ms");
tell("command", "reply p50", quantile(reply, 0.5), "ms");
tell("command", "reply p95", quantile(reply, 0.95), "ms");
