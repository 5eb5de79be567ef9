/** `hmapdev` with a running hub: installing, and working on a plugin while it runs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHmapdev, startHmapdev } from "../../support/hmapdev-runs.ts";
import { type HubProcess, startHub, until } from "../../support/hub-process.ts";
import { tempDir } from "../../support/temp-dir.ts";

let hub: HubProcess;
beforeAll(async () => {
  hub = await startHub({ fromSource: true, args: ["--no-admin"] });
});
afterAll(() => hub[Symbol.asyncDispose]());

async function json<T>(...words: string[]): Promise<T> {
  return JSON.parse((await hub.run(...words, "--json")).stdout) as T;
}

test.each([
  ["tool", "made_tool_greet"],
  ["lua", "made_lua_greet"],
])("a plugin of the template %s is installed and offers its tool", async (template, tool) => {
  using dir = tempDir();
  const name = `made-${template}`;
  await runHmapdev(dir.path, "init", name, "--template", template);
  const installed = await runHmapdev(dir.path, "install", name, "--socket", hub.socket, "--json");
  expect(installed.err).toBe("");
  expect(JSON.parse(installed.out)).toMatchObject({ name, state: "running" });
  // Its schema or its line in the index, as the model's table of tools has room.
  const offered = await Promise.all([hub.run("prompt"), hub.run("prompt", "tools")]);
  expect(offered.map(({ stdout }) => stdout).join("\n")).toContain(tool);
});

test.each(["channel", "skill"])("a plugin of the template %s is installed", async (template) => {
  using dir = tempDir();
  const name = `made-${template}`;
  await runHmapdev(dir.path, "init", name, "--template", template);
  const installed = await runHmapdev(dir.path, "install", name, "--socket", hub.socket, "--json");
  expect(JSON.parse(installed.out)).toMatchObject({ name, state: "running" });
});

test("dev runs the folder, shows prints and errors with their line, and reloads on save", async () => {
  using dir = tempDir();
  await runHmapdev(dir.path, "init", "dev-lamp", "--template", "device");
  const folder = join(dir.path, "dev-lamp");
  const main = join(folder, "main.ts");
  using run = startHmapdev(folder, "dev", "--socket", hub.socket);
  await run.wrote("you grant what plugin.json asks for: devices");
  const command = (value: string) => hub.run("device", "set", "dev-lamp.lamp", "on", value);
  expect(await command("true")).toMatchObject({ code: 0, stdout: 'ok {"on":true}\n' });
  await run.wrote("on is to be true");

  const text = readFileSync(main, "utf8");
  writeFileSync(main, text.replace("console.log(", 'throw new TypeError("bulb is gone"); ('));
  await run.wrote("reloaded");
  expect(await command("false")).toMatchObject({ code: 1 });
  const line = text.split("\n").findIndex((one) => one.includes("console.log(")) + 1;
  await run.wrote(`main.ts:${line}: device dev-lamp.lamp failed: bulb is gone`);

  writeFileSync(main, "const broken = ;\n");
  await run.wrote("not reloaded:");
  expect(await run.interrupt()).toMatchObject({ code: 0 });
  const names = (await json<{ name: string }[]>("plugins")).map(({ name }) => name);
  expect(names).not.toContain("dev-lamp");
  expect(readFileSync(main, "utf8")).toBe("const broken = ;\n");
});

test("a stage is hooked while it is linked", async () => {
  using dir = tempDir();
  await runHmapdev(dir.path, "init", "dev-stage", "--template", "stage");
  using run = startHmapdev(join(dir.path, "dev-stage"), "dev", "--socket", hub.socket);
  await run.wrote("linked dev-stage 0.1.0: running");
  expect((await run.interrupt()).code).toBe(0);
});

test("a link never takes the place of an installed package, nor unlinking its files", async () => {
  using dir = tempDir();
  await runHmapdev(dir.path, "init", "kept-tool");
  const folder = join(dir.path, "kept-tool");
  await runHmapdev(folder, "install", "--socket", hub.socket);
  const linked = await runHmapdev(folder, "dev", "--socket", hub.socket);
  expect(linked.code).toBe(1);
  expect(linked.err).toContain("is installed as a package");
  await until(async () =>
    (await json<{ name: string; state: string }[]>("plugins")).some(
      ({ name, state }) => name === "kept-tool" && state === "running",
    ),
  );
});

test("fetch without a grant is refused with what to write into plugin.json", async () => {
  using dir = tempDir();
  await runHmapdev(dir.path, "init", "netless");
  const folder = join(dir.path, "netless");
  writeFileSync(
    join(folder, "main.ts"),
    `import { definePlugin } from "@homeagent/sdk";
definePlugin({ start: async () => { await fetch("http://127.0.0.1:8/"); } });\n`,
  );
  using run = startHmapdev(folder, "dev", "--socket", hub.socket);
  await run.wrote('fetch 127.0.0.1 needs the capability "net"');
  await run.wrote('"capabilities": {"net": {"connect": [8]}}');
  expect((await run.interrupt()).code).toBe(0);
});

test("fetch reaches a name on a port that is granted, from inside the sandbox, and no other port", async () => {
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("milk") });
  using other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("no") });
  using dir = tempDir();
  await runHmapdev(dir.path, "init", "shopper");
  const folder = join(dir.path, "shopper");
  const manifest = JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as object;
  const capabilities = { net: { connect: [server.port] } };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify({ ...manifest, capabilities }));
  writeFileSync(
    join(folder, "main.ts"),
    `import { definePlugin } from "@homeagent/sdk";
const get = async (port: number) => (await fetch("http://localhost:" + port)).text();
definePlugin({
  async start() {
    console.log("bring", await get(${server.port}));
    await get(${other.port}).catch((error) => console.warn(error.message));
  },
});\n`,
  );
  using run = startHmapdev(folder, "dev", "--socket", hub.socket);
  await run.wrote("bring milk");
  await run.wrote(`"net": {"connect": [${other.port}]}`);
  expect((await run.interrupt()).code).toBe(0);
});

test("without a hub it says where it looked", async () => {
  using dir = tempDir();
  await runHmapdev(dir.path, "init", "alone");
  const ran = await runHmapdev(join(dir.path, "alone"), "install", "--socket", "/nowhere/s.sock");
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("/nowhere/s.sock");
});
