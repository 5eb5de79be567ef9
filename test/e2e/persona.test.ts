/** The persona of a real hub: asked for over HTTP, kept over a restart, part of what a model is told. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HubStatus, PersonaView, RenderedSection } from "#contract";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const start = (dataDir: string) => startHub({ fromSource: true, dataDir });

/** What a program with a token sees of the persona. */
function client(hub: HubProcess, token: string) {
  const ask = async (init: RequestInit) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${hub.url}/api/v1/persona`, { ...init, headers });
    return { status: response.status, body: (await response.json()) as PersonaView };
  };
  return {
    get: () => ask({}),
    put: (body: unknown) => ask({ method: "PUT", body: JSON.stringify(body) }),
  };
}

async function ownerToken(hub: HubProcess): Promise<string> {
  const code = hub.waiter("setup-code").stdout.trim();
  const response = await fetch(`${hub.url}/api/v1/setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name: "妈妈", password: "a long password" }),
  });
  return ((await response.json()) as { token: string }).token;
}

/** The persona as a model is told it. */
function told(hub: HubProcess): string | undefined {
  const sections = JSON.parse(hub.waiter("prompt", "--json").stdout) as RenderedSection[];
  return sections.find(({ section }) => section === "kernel.persona")?.content;
}

test("the owner is asked, answers over HTTP, and a restart asks nothing again", async () => {
  using dir = tempDir();
  let token: string;
  {
    await using hub = await start(dir.path);
    token = await ownerToken(hub);
    const owner = client(hub, token);
    const asked = await owner.get();
    expect(asked).toEqual({ status: 200, body: { state: "unasked", text: told(hub) } });
    expect((await owner.put({ choice: "later" })).body.state).toBe("later");
    const mine = { state: "custom", text: "你像一位老船长" };
    expect(await owner.put({ choice: "custom", text: mine.text })).toEqual({
      status: 200,
      body: mine,
    });
    expect(told(hub)).toBe(mine.text);
    const refused = await owner.put({ choice: "custom", text: "灯".repeat(6_000) });
    expect(refused).toMatchObject({ status: 413, body: { code: "TOO_LARGE" } });
    expect((await owner.put({ choice: "often" })).status).toBe(400);
    expect((await owner.get()).body).toEqual(mine);
    expect(await hub.stop()).toBe(0);
  }
  expect(readdirSync(join(dir.path, "personal"))).toEqual(["personal.md"]);
  await using again = await start(dir.path);
  expect((await client(again, token).get()).body).toEqual({
    state: "custom",
    text: "你像一位老船长",
  });
  expect(told(again)).toBe("你像一位老船长");
});

test("only the owner may read or choose it", async () => {
  using dir = tempDir();
  await using hub = await start(dir.path);
  await ownerToken(hub);
  const make = (...args: string[]) => hub.waiter("token", "create", ...args).stdout.trim();
  for (const token of [
    make("--name", "爸爸", "--role", "member"),
    make("--name", "客人", "--role", "guest", "--areas", "living"),
  ]) {
    const someone = client(hub, token);
    expect((await someone.get()).status).toBe(403);
    expect((await someone.put({ choice: "custom", text: "mine" })).status).toBe(403);
  }
  expect((await client(hub, "nobody").get()).status).toBe(401);
  expect(JSON.parse(hub.waiter("persona", "--json").stdout)).toMatchObject({ state: "unasked" });
});

test("a file by hand is heard without a restart, and a bad one costs nothing but itself", async () => {
  using dir = tempDir();
  await using hub = await start(dir.path);
  const builtIn = told(hub);
  const file = join(dir.path, "personal", "personal.md");
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "by hand");
  expect(told(hub)).toBe("by hand");
  writeFileSync(file, new Uint8Array(100_000));
  expect(told(hub)).toBe(builtIn);
  const status = JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
  expect(status.degraded).toContainEqual({
    part: "persona",
    reason: expect.stringContaining("personal/personal.md is not used"),
  });
  expect(hub.say("打开客厅灯").toolCalls).toMatchObject([{ outcome: "ok" }]);
  expect(hub.waiter("persona", "set", "-").code).toBe(0);
  expect(told(hub)).toBe("-");
  expect(hub.waiter("persona", "default").stdout).toContain(builtIn ?? "none");
  expect(readFileSync(join(dir.path, "personal", "personal.previous.md"), "utf8")).toBe("-\n");
});
