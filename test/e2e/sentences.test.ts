/** A family talks to its (simulated) house, through the compiled binary: `waiter say` in, device state out. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Device } from "#contract";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import { sentences } from "./sentences.ts";

let hub: HubProcess;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
});

function states(): ReadonlyMap<string, Device> {
  const devices = JSON.parse(hub.waiter("devices", "--json").stdout) as Device[];
  return new Map(devices.map((device) => [device.id, device]));
}

describe("sixty sentences", () => {
  it("are at least sixty, in both languages", () => {
    expect(sentences.length).toBeGreaterThanOrEqual(60);
    const english = sentences.filter(({ text }) => !/\p{Script=Han}/u.test(text));
    expect(english.length).toBeGreaterThan(20);
  });

  it.each(sentences)("$text", ({ text, state = {}, reply = [], noCall }) => {
    const said = hub.say(text);
    expect(said.toolCalls.filter(({ outcome }) => outcome !== "ok")).toEqual([]);
    if (noCall) expect(said.toolCalls).toEqual([]);
    else expect(said.toolCalls.length).toBeGreaterThan(0);
    for (const word of reply) expect(said.reply).toContain(word);
    const now = states();
    for (const [id, wanted] of Object.entries(state)) {
      expect(now.get(`sim.${id}`)?.state).toMatchObject(wanted);
    }
    // The reply is in the language of the question.
    expect(
      /\p{Script=Han}/u.test(said.reply.replace(/[客厅主卧书房厨玄关卫生间阅读灯大门锁]/g, "")),
    ).toBe(/\p{Script=Han}/u.test(text));
  });
});
