/**
 * `bun run bench:turn [--json]`: what the hub adds to a turn with a model. A compiled hub with its
 * simulated flat; the bench is both the client over HTTP and the model, which answers at once, so
 * both ends have one clock. Overhead is the client's wall time without the time in which the model
 * itself worked (reading a request, writing its answer); loopback and wake-ups stay in, on both
 * sides. The turns are one conversation, so that each request carries a full window. First token:
 * from the write of the model's first letter to the read of its event at the client.
 */
import { benchAdapter } from "./adapter.ts";
import { quantile, tell } from "./figures.ts";
import { type MeasuredHub, ownerToken, startMeasuredHub } from "./hub.ts";
import {
  type Answering,
  type BenchSource,
  delta,
  startBenchSource,
  toolCall,
} from "./turn/source.ts";

const RUNS = 600;
const WARM_UP = 150;
/** The model thinks for so long before its first letter, so that its head's way is not measured. */
const THINKING_MS = 4;
const LIGHT = "sim.living_light";

/** A scenario's next answer; each request takes one. */
const script: ((answering: Answering) => void)[] = [];

await using source = await startBenchSource((answering) => {
  const answer = script.shift();
  if (!answer) throw new Error("the hub asked the model once more than expected");
  return answer(answering);
});
await using hub = await startMeasuredHub();
const headers = {
  authorization: `Bearer ${await ownerToken(hub)}`,
  "content-type": "application/json",
};
await connect(hub, source);

/** Makes the bench the hub's model. */
async function connect({ url }: MeasuredHub, model: BenchSource): Promise<void> {
  for (const [field, value] of [
    ["base_url", model.url],
    ["api_key", "bench"],
    ["model", "bench"],
  ] as const) {
    const answer = await fetch(`${url}/api/v1/config/core.llm.sources.bench.${field}`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ value }),
    });
    if (!answer.ok) throw new Error(`config: ${answer.status} ${await answer.text()}`);
  }
}

const chat = (accept: string, text: string) =>
  fetch(`${hub.url}/api/v1/chat`, {
    method: "POST",
    headers: { ...headers, accept },
    body: JSON.stringify({ text }),
  });

const say =
  (...chunks: readonly object[]) =>
  (answering: Answering): void => {
    answering.say(...chunks);
    answering.end();
  };
const goodbye = say(delta({ role: "assistant", content: "好了。" }), delta({}, "stop"));

/** One turn with one call of a tool; answers its overhead. */
async function turnWithTool(run: number, name: string, args: object): Promise<number> {
  script.push(say(...toolCall(`call_${run}`, name, args)), goodbye);
  source.take();
  const begin = performance.now();
  const answer = await chat("application/json", `第${run}次：把客厅灯调一下`);
  const said = (await answer.json()) as { toolCalls?: { outcome: string }[]; provider?: string };
  const wallMs = performance.now() - begin;
  const { requests, ownMs } = source.take();
  const isDone = said.provider === "bench" && said.toolCalls?.[0]?.outcome === "ok";
  if (!isDone || requests !== 2) throw new Error(JSON.stringify(said));
  return wallMs - ownMs;
}

async function benchTool(name: string, argsOf: (run: number) => object): Promise<void> {
  const samples: number[] = [];
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    const overheadMs = await turnWithTool(run, name, argsOf(run));
    if (run >= WARM_UP) samples.push(overheadMs);
  }
  tell("turn", `${name} overhead p50`, quantile(samples, 0.5), "ms");
  tell("turn", `${name} overhead p95`, quantile(samples, 0.95), "ms");
}

/** One streamed turn; answers how long its first letter took from the model to the client. */
async function firstToken(run: number): Promise<number> {
  let written = Number.NaN;
  const seen = Promise.withResolvers<void>();
  script.push(async (answering) => {
    answering.say(delta({ role: "assistant", content: "" }));
    await Bun.sleep(THINKING_MS);
    written = performance.now();
    answering.say(delta({ content: "好" }));
    // The rest waits for the first letter to arrive: it is the first one that is measured.
    await seen.promise;
    answering.say(delta({ content: "的。" }), delta({}, "stop"));
    answering.end();
  });
  const answer = await chat("text/event-stream", `第${run}次：你好吗`);
  if (!answer.ok || !answer.body) throw new Error(`chat: ${answer.status}`);
  let arrived = Number.NaN;
  let text = "";
  for await (const bytes of answer.body) {
    const now = performance.now();
    text += Buffer.from(bytes).toString();
    if (Number.isNaN(arrived) && text.includes("event: delta")) {
      arrived = now;
      seen.resolve();
    }
  }
  if (!text.includes('"provider":"bench"')) throw new Error(text);
  return arrived - written;
}

async function benchFirstToken(): Promise<void> {
  const samples: number[] = [];
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    const tookMs = await firstToken(run);
    if (!Number.isFinite(tookMs)) throw new Error("no first token was seen");
    if (run >= WARM_UP) samples.push(tookMs);
  }
  tell("turn", "first token p50", quantile(samples, 0.5), "ms");
  tell("turn", "first token p95", quantile(samples, 0.95), "ms");
}

await benchTool("device_query", () => ({ targets: [LIGHT] }));
await benchTool("device_command", (run) => ({
  targets: [LIGHT],
  capability: "brightness",
  value: 1 + (run % 99),
}));
await benchFirstToken();
await benchAdapter();
