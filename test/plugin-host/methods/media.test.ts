/** Media that plugins inject: shown to the model, kept by the conversation, told apart (F56). */
import { expect, test } from "vitest";
import type { CompletionRequest } from "#contract";
import type { Media } from "#kernel/state";
import { text } from "../../support/agent-state.ts";
import { type EveryHub, openEvery } from "../../support/every-hub.ts";
import { createManualClock } from "../../support/manual-clock.ts";

const never = new AbortController().signal;
const DIGESTS: Readonly<Record<string, string>> = { AAAA: "a".repeat(64), BBBB: "b".repeat(64) };

/** A store that keeps two pictures; the real one has tests of its own. */
const media: Media = {
  isEnabled: true,
  put: (bytes, mime) => {
    const digest = DIGESTS[Buffer.from(bytes).toString("base64")] ?? "c".repeat(64);
    return Promise.resolve({ digest, kind: "image", mime });
  },
  get: () => Promise.resolve(undefined),
};

async function openShowing() {
  const asked: CompletionRequest[] = [];
  const hub = await openEvery({
    clock: createManualClock(),
    script: (request) => {
      asked.push(request);
      return text("seen");
    },
    before: ({ state }) => state.fill("media", media),
  });
  return Object.assign(hub, { asked });
}

const picture = (base64: string) => [{ base64, mime: "image/png" }];
const reference = (base64: string) => ({
  digest: DIGESTS[base64],
  kind: "image",
  mime: "image/png",
});

const show = (hub: EveryHub, params: object) =>
  hub.call("io.injectMediaSync", { channel: "every", ...params });

async function remembered({ state }: EveryHub) {
  const principal = {
    personId: "plugin:every",
    name: "every",
    role: "member",
    areas: null,
  } as const;
  const window = await state.context.window({ principal, channel: "every", text: "" }, never);
  return window.events.map(({ source, input, media: shown }) => ({ source, input, shown }));
}

test("a picture with its words reaches the model and stays in the conversation as the speaker's", async () => {
  await using hub = await openShowing();
  expect(await show(hub, { text: "what is this?", media: picture("AAAA") })).toEqual({
    reply: "seen",
  });
  expect(hub.asked[0]?.messages.at(-1)).toEqual({
    role: "user",
    content: "what is this?",
    media: [reference("AAAA")],
  });
  expect(await remembered(hub)).toEqual([
    { source: "every", input: "what is this?", shown: [reference("AAAA")] },
    { source: "agent", input: "", shown: [] },
  ]);
});

test("two pictures without a word are two inputs, the same one twice is one", async () => {
  await using hub = await openShowing();
  await show(hub, { media: picture("AAAA") });
  await show(hub, { media: picture("BBBB") });
  await show(hub, { media: picture("BBBB") });
  expect(hub.asked.map(({ messages }) => messages.at(-1))).toMatchObject([
    { media: [reference("AAAA")] },
    { media: [reference("BBBB")] },
  ]);
});

test("a text without words or pictures is still refused", async () => {
  await using hub = await openShowing();
  expect(await hub.call("io.injectInputSync", { channel: "every", text: " " })).toMatch(
    /^INVALID_PARAMS/,
  );
  expect(await show(hub, { media: [] })).toMatch(/^INVALID_PARAMS/);
});

test("a picture that barges in is shown to the turn that is under way", async () => {
  const gate = Promise.withResolvers<void>();
  const asked: CompletionRequest[] = [];
  await using hub = await openEvery({
    clock: createManualClock(),
    script: async function* (request, signal) {
      asked.push(request);
      if (asked.length === 1) {
        gate.resolve();
        await new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        );
      }
      yield* text("seen");
    },
    before: ({ state }) => state.fill("media", media),
  });
  const first = hub.call("io.injectInputSync", { channel: "every", text: "watch the door" });
  await gate.promise;
  const params = { channel: "every", text: "somebody came", media: picture("AAAA") };
  expect(await hub.call("io.injectInterruptMedia", params)).toBeNull();
  expect(await first).toEqual({ reply: "seen" });
  expect(asked.at(-1)?.messages.at(-1)).toEqual({
    role: "user",
    content: "somebody came",
    media: [reference("AAAA")],
  });
  expect(await remembered(hub)).toEqual([
    { source: "every", input: "watch the door", shown: [] },
    { source: "every", input: "somebody came", shown: [reference("AAAA")] },
    { source: "agent", input: "", shown: [] },
  ]);
});
