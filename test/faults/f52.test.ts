/** F52: after a 429 one hub froze for 30 minutes though a fallback stood ready. The next one, now. */
import { expect, test } from "vitest";
import { createManualClock } from "../support/manual-clock.ts";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import { startScriptedOpenAi, statusReply, textReply } from "../support/scripted-openai.ts";

test.each<[string, Readonly<Record<string, string>>, number]>([
  ["seconds", { "retry-after": "1800" }, 1_800_000],
  ["a date", { "retry-after": "Mon, 30 Nov 2026 08:30:00 GMT" }, 1_800_000],
  ["milliseconds", { "retry-after-ms": "1500" }, 1_500],
  ["nothing", {}, 5_000],
  ["a year", { "retry-after": "31536000" }, 3_600_000],
])(
  "after 429 with Retry-After in %s the next one answers on the spot",
  async (_n, headers, restMs) => {
    await using server = await startScriptedOpenAi(
      statusReply(429, {}, headers),
      textReply("back"),
    );
    // Nobody moves this clock while the question is asked: any waiting at all would hang the test.
    const clock = createManualClock(Date.UTC(2026, 10, 30, 8));
    const bench = createSourceBench({ clock });
    bench.add("main", server.url);
    bench.models.register(fixedProvider("intents", 1_000));
    const ask = async () => summary(await collect(bench.models.complete(question(), forever())));

    expect((await ask()).provider).toBe("intents");
    expect(bench.models.status()[0]?.state).toBe("probing");
    clock.advance(restMs - 1);
    expect((await ask()).provider).toBe("intents");
    expect(server.requests).toHaveLength(1);
    clock.advance(1);
    expect(await ask()).toMatchObject({ provider: "main", text: "back" });
    expect(bench.models.status()[0]?.state).toBe("ready");
  },
);
