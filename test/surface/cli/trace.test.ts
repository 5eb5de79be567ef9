/** How waiter shows a traced turn, and that the flag goes all the way to the hub. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgent } from "#agent";
import { systemClock } from "#base";
import type { SayReply, TraceNode } from "#contract";
import type { KernelState } from "#kernel/state";
import { runWaiter } from "#surface/cli";
import { serveControl } from "#surface/control";
import { renderTrace } from "../../../src/surface/cli/waiter/trace.ts";
import { agentState, owner, text } from "../../support/agent-state.ts";

const never = new AbortController().signal;

let folder: string;
let hub: Awaited<ReturnType<typeof startHub>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "trace-"));
  hub = await startHub();
});
afterEach(async () => {
  await hub[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The real agent behind the real control socket; its model says "好的". */
async function startHub() {
  const setup = agentState(() => text("好的\u001b[31m"));
  const agent = createAgent(setup.state, () => "UTC");
  const state: KernelState = Object.create(setup.state, {
    io: { value: agent },
    access: { value: { owner: () => owner } },
    // The socket speaks for these too; nothing here asks them.
    house: { value: {} },
    plugins: { value: {} },
  });
  const server = await serveControl({
    state,
    path: join(folder, "s.sock"),
    status: () => {
      throw new Error("not asked");
    },
    prompt: () => ({ sections: [], tools: [] }),
    logs: () => [],
    requestStop: () => undefined,
  });
  return {
    state,
    clock: setup.clock,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await agent[Symbol.asyncDispose]();
    },
  };
}

async function waiter(...argv: string[]) {
  const written = { out: "", err: "" };
  const into = (stream: keyof typeof written) => (line: string) => {
    written[stream] += line;
  };
  const terminal = { out: into("out"), err: into("err") };
  const envSocket = join(folder, "s.sock");
  const options = { clock: systemClock, terminal, envSocket, envData: undefined };
  const code = await runWaiter(argv, options, never);
  return { code, ...written };
}

test("the tree stands below the reply: a line for each part, times in one column, texts made safe", async () => {
  hub.state.stages.register("灯光管家", "pre_action", async () => {
    hub.clock.advance(1_234.56);
    throw new Error("bad \u001b]0;owned\u0007");
  });
  const { out, code } = await waiter("say", "开灯", "--trace");
  expect(code).toBe(0);
  expect(out.replace(/(tokens|tools) \d+/g, "$1 N")).toBe(
    [
      "好的�[31m",
      "",
      "turn t_1                 1234.6 ms  channel cli, person owner, origin person, provider scripted",
      "├─ stage on_input           0.0 ms",
      "├─ history conversation     0.0 ms",
      "├─ stage pre_action      1234.6 ms",
      "│  └─ handler 灯光管家   1234.6 ms  error bad �]0;owned�",
      "├─ round 1                  0.0 ms  estimated tokens N, messages 2, tools N",
      "│  └─ stage post_action     0.0 ms",
      "├─ stage before_output      0.0 ms",
      "├─ output cli               0.0 ms  outcome to_caller, characters 7",
      "└─ stage after_output       0.0 ms",
    ].join("\n"),
  );
});

test("with --json the reply carries the tree; without --trace neither does", async () => {
  const json = JSON.parse((await waiter("say", "开灯", "--trace", "--json")).out) as SayReply;
  expect(json.trace).toMatchObject({ kind: "turn", name: json.turnId, startMs: 0 });
  const plain = JSON.parse((await waiter("say", "关灯", "--json")).out) as SayReply;
  expect(plain).not.toHaveProperty("trace");
  expect((await waiter("say", "关灯")).out).toBe("好的�[31m");
});

test("what nobody counted is unknown, not nought; durations have their unit", () => {
  const node: TraceNode = {
    kind: "provider",
    name: "main\u001b[2J",
    startMs: 0,
    durationMs: 1_234.56,
    fields: { outcome: "answered", firstChunkMs: 12.34, promptTokens: null, cachedTokens: 0 },
    children: [],
  };
  expect(renderTrace(node)).toBe(
    "provider main�[2J  1234.6 ms  outcome answered, first chunk 12.3 ms, prompt tokens unknown, cached tokens 0",
  );
});
