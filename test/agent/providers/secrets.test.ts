/** The key of a source shows up in its request and nowhere else. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect, createSourceBench, question, SECRET_KEY } from "../../support/model-sources.ts";
import {
  type Reply,
  startScriptedOpenAi,
  statusReply,
  streamReply,
} from "../../support/scripted-openai.ts";
import { tempDir } from "../../support/temp-dir.ts";

const echo = { error: { message: `you sent Bearer ${SECRET_KEY}`, type: "server_error" } };

async function everythingSaid(reply: Reply, adapter?: string): Promise<string> {
  using dir = tempDir();
  if (adapter) writeFileSync(join(dir.path, "openai.lua"), adapter);
  await using server = await startScriptedOpenAi(reply);
  const bench = createSourceBench({ adaptersDir: dir.path });
  using _source = bench.add("main", server.url);
  let thrown: unknown;
  // The retry waits two seconds; nobody needs it here.
  const stop = new AbortController();
  const answer = collect(bench.models.complete(question(), stop.signal));
  answer.catch((error: unknown) => {
    thrown = error;
  });
  await expect.poll(() => bench.models.status()[0]?.lastError ?? null).not.toBeNull();
  stop.abort(new Error("enough"));
  await answer.catch(() => undefined);
  const errors: unknown[] = [];
  for (let error = thrown; error instanceof Error; error = error.cause) {
    errors.push(error.message, (error as { hint?: string }).hint);
  }
  return JSON.stringify([bench.models.status(), bench.logLines, bench.degraded(), errors]);
}

test.each<[string, Reply]>([
  ["401", statusReply(401, echo)],
  ["422", statusReply(422, echo)],
  ["500", statusReply(500, echo)],
  [
    "a text that is cut within it",
    statusReply(500, { error: { message: `${"x".repeat(184)}${SECRET_KEY}` } }),
  ],
  ["an error in the stream", streamReply([echo])],
  ["a proxy's page", statusReply(502, `<html>${SECRET_KEY}</html>`)],
])("a server that quotes it with %s gives it away to nobody", async (_name, reply) => {
  const said = await everythingSaid(reply);
  expect(said).toContain("main");
  expect(said).not.toContain(SECRET_KEY);
  expect(said).not.toContain(SECRET_KEY.slice(4, 16));
});

test("an adapter that logs it and fails with it gives it away to nobody", async () => {
  const said = await everythingSaid(
    statusReply(200),
    `return { endpoint = "/x", headers = {}, transform_response = function() end,
       transform_request = function(_, source)
         log.warn("the key is " .. source.api_key)
         error("bad key " .. source.api_key)
       end }`,
  );
  expect(said).toContain("the key is ***");
  expect(said).toContain("bad key ***");
  expect(said).not.toContain(SECRET_KEY);
});
