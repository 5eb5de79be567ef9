/** One sentence over many connections: joined while the hub can know it, and never said twice. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sayOnce } from "../../../src/surface/admin/web/state/saying.ts";

const REPLY = { reply: "好的", turnId: "t_1", provider: "intents", toolCalls: [], durationMs: 1 };
const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** One connection: what it tells, when after its opening, and whether it then breaks. */
interface Line {
  readonly afterMs: number;
  readonly tells: readonly string[];
  readonly breaks?: boolean;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Says a sentence over these connections, one after another; none left: the hub is out of reach. */
function speak(lines: readonly Line[], isWanted = () => true) {
  const heard: string[] = [];
  const ids: string[] = [];
  const rest = [...lines];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    ids.push((JSON.parse(String(init.body)) as { messageId: string }).messageId);
    const line = rest.shift();
    if (!line) throw new TypeError("Failed to fetch");
    return new Response(bodyOf(line));
  });
  const listener = {
    onDelta: (text: string) => void heard.push(text),
    onTool: ({ name }: { name: string }) => void heard.push(name),
    onRestart: () => void heard.push("(void)"),
    onReply: ({ reply }: { reply: string }) => void heard.push(`= ${reply}`),
    onAgain: () => void heard.push("(again)"),
    isWanted,
  };
  const outcome = sayOnce("开灯", listener, new AbortController().signal).then(
    () => "answered",
    (error: { code: string }) => error.code,
  );
  return { heard, ids, outcome };
}

function bodyOf(line: Line): ReadableStream<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, line.afterMs));
      for (const text of line.tells) controller.enqueue(utf8.encode(text));
      // What has been told is read before the line breaks.
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (line.breaks === true) controller.error(new Error("cut"));
      else controller.close();
    },
  });
}

const tool = frame("tool", { name: "device_command", arguments: {}, outcome: "ok" });

test("a broken line is joined under the same id, and what it tells again replaces the first", async () => {
  const { heard, ids, outcome } = speak([
    { afterMs: 0, tells: [frame("delta", { text: "好" }), tool], breaks: true },
    { afterMs: 0, tells: [], breaks: true },
    { afterMs: 2_000, tells: [tool, frame("restart", {}), frame("reply", REPLY)] },
  ]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await outcome).toBe("answered");
  const anew = ["(again)", "device_command", "(void)", "= 好的"];
  expect(heard).toEqual(["好", "device_command", ...anew]);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

test("a hub that stays away is given up before it could take the sentence for a new one", async () => {
  const first = { afterMs: 0, tells: [frame("delta", { text: "好" })], breaks: true };
  const { ids, outcome } = speak([first]);
  const tries: number[] = [];
  for (let at = 0; at < 60_000; at += 100) {
    const before = ids.length;
    await vi.advanceTimersByTimeAsync(100);
    if (ids.length > before) tries.push(at);
  }
  expect(await outcome).toBe("UNREACHABLE");
  expect(tries.length).toBeGreaterThan(2);
  expect(Math.max(...tries)).toBeLessThan(10_000);
});

test("a line that was silent for long before it broke is not joined: its answer may be long over", async () => {
  const { ids, outcome } = speak([{ afterMs: 12_000, tells: [], breaks: true }]);
  let told = "";
  void outcome.then((code) => {
    told = code;
  });
  await vi.advanceTimersByTimeAsync(12_050);
  // Nor is there anything to wait for before it is told.
  expect(told).toBe("UNREACHABLE");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ids).toHaveLength(1);
});

test("an answer that nobody wants any more is not asked for again", async () => {
  let isWanted = true;
  const { ids, outcome } = speak([{ afterMs: 0, tells: [], breaks: true }], () => isWanted);
  await vi.advanceTimersByTimeAsync(10);
  isWanted = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toBe("UNREACHABLE");
  expect(ids).toHaveLength(1);
});

test("a refusal is an answer", async () => {
  const busy = frame("error", { code: "BUSY", status: 503, detail: "queue full" });
  const { ids, outcome } = speak([{ afterMs: 0, tells: [busy] }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toBe("BUSY");
  expect(ids).toHaveLength(1);
});
