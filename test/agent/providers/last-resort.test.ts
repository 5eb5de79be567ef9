/** The last resort lives in the hub: one sentence that it stumbles over never makes the house deaf. */
import { expect, test } from "vitest";
import { createManualClock } from "../../support/manual-clock.ts";
import {
  collect,
  createSourceBench,
  forever,
  question,
  summary,
} from "../../support/model-sources.ts";

test("a failure of the last resort is told, and the very next question is answered", async () => {
  const { models, degraded } = createSourceBench({ clock: createManualClock() });
  let stumbles = true;
  models.register({
    name: "intents",
    priority: Number.POSITIVE_INFINITY,
    async *complete() {
      if (stumbles) throw new TypeError("stumbled");
      yield { kind: "text", text: "here" };
      yield { kind: "finish", reason: "stop", usage: null };
    },
  });
  const ask = async () => summary(await collect(models.complete(question(), forever())));
  await expect(ask()).rejects.toMatchObject({ code: "NOT_AVAILABLE" });
  expect(degraded()).toMatchObject([{ part: "model:intents" }]);
  stumbles = false;
  expect(await ask()).toMatchObject({ provider: "intents", text: "here" });
  expect(degraded()).toEqual([]);
});
