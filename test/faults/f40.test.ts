/** F40: copies of the stage context per plugin lost 36 % of the writes. Fields are shared, five processes appending at once lose nothing. */
import { expect, test } from "vitest";
import { freshContext, smallSegment, startHand } from "../wire/shared/stage-hand.ts";

const NAMES = ["a", "b", "c", "d", "e"];

test("F40: five processes that append to one field at once lose nothing", async () => {
  await using segment = smallSegment();
  using run = segment.begin(freshContext());
  await using hands = new AsyncDisposableStack();
  const started = NAMES.map(async () => hands.use(await startHand(segment)));
  const all = await Promise.all(started);
  await Promise.all(all.map((hand) => hand.open(run.ticket)));
  const pushed = await Promise.all(
    all.map((hand, index) => hand.order("push", { value: NAMES[index], times: 60 })),
  );
  expect(pushed).toEqual(NAMES.map(() => "pushed"));
  const { changes, errors } = run.end();
  const expected = NAMES.flatMap((name) => Array.from({ length: 60 }, (_, time) => name + time));
  expect(errors).toEqual([]);
  expect([...(changes.notes ?? [])].sort()).toEqual(expected.sort());
});

test("F40: five processes that read, change and write two fields under the lock lose nothing", async () => {
  await using segment = smallSegment();
  using run = segment.begin(freshContext({ finalText: "0", llmText: "0" }));
  await using hands = new AsyncDisposableStack();
  const all = await Promise.all(NAMES.map(async () => hands.use(await startHand(segment))));
  await Promise.all(all.map((hand) => hand.open(run.ticket)));
  const counted = await Promise.all(all.map((hand) => hand.order("count", { times: 40 })));
  expect(counted).toEqual(NAMES.map(() => "counted"));
  expect(run.end()).toEqual({ changes: { finalText: "200", llmText: "200" }, errors: [] });
});
