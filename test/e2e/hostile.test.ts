/** The hostile plugin inside the compiled hub: what it tries is refused by Linux, and the page says sandboxed. */
import { spawn } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HubStatus } from "#contract";
import type { HostileReport } from "../fixtures/hostile/everything.ts";
import { compiledBinary, type HubProcess, startHub } from "../support/hub-process.ts";
import { MUFFLED_WITHOUT_NET, notRefused } from "../support/refusals.ts";
import { startScriptedOpenAi, textReply, toolCallReply } from "../support/scripted-openai.ts";

const fixture = join(import.meta.dirname, "..", "fixtures", "hostile");

let home: string;
let hub: HubProcess;
let report: HostileReport;
const cleanup = new AsyncDisposableStack();

beforeAll(async () => {
  // The data folder lies beside the binary, as on a stick that somebody just copied to.
  home = mkdtempSync(join(tmpdir(), "homeagent-beside-"));
  cleanup.defer(() => rmSync(home, { recursive: true, force: true }));
  copyFileSync(compiledBinary, join(home, "homed"));
  const data = join(home, "data");
  const plugin = join(data, "plugins", "hostile");
  cpSync(fixture, plugin, { recursive: true });
  mkdirSync(join(data, "plugin_data", "other"), { recursive: true });
  writeFileSync(join(data, "plugin_data", "other", "secret.txt"), "other");
  mkdirSync(join(home, "outside"));
  writeFileSync(join(home, "outside", "kept.txt"), "kept");
  const victim = spawn("sleep", ["600"]);
  cleanup.defer(() => void victim.kill());
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  cleanup.defer(() => void listener.close());
  const address = listener.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  hub = cleanup.use(await startHub({ dataDir: data, binary: join(home, "homed") }));
  const targets = {
    dataDir: join(data, "plugin_data", "hostile"),
    codeDir: plugin,
    otherPluginFile: join(data, "plugin_data", "other", "secret.txt"),
    kernelDatabase: join(data, "hub.db"),
    outsideDir: join(home, "outside"),
    declaredReadFile: join(plugin, "plugin.json"),
    controlSocket: hub.socket,
    declaredPort: port,
    undeclaredPort: port,
    victimPid: victim.pid,
  };
  report = await invoke(targets);
});
afterAll(() => cleanup.disposeAsync());

/** Has a (scripted) model call the plugin's tool, as a deceived one would. */
async function invoke(targets: object): Promise<HostileReport> {
  const call = { id: "call_1", name: "try_everything", arguments: JSON.stringify({ targets }) };
  await using model = await startScriptedOpenAi(toolCallReply(call, 4000), textReply("done"));
  hub.waiter("config", "set", "core.llm.sources.main.base_url", model.url);
  hub.waiter("config", "set", "core.llm.sources.main.model", "scripted");
  // The owner was deceived as well: he gave it all that it asks for.
  const granted = hub.waiter("plugin", "grant", "hostile");
  if (granted.code !== 0) throw new Error(granted.stderr);
  const started = hub.waiter("plugin", "reload", "hostile");
  if (started.code !== 0) throw new Error(started.stderr);
  const said = await hub.ask("try everything");
  expect(said.toolCalls).toMatchObject([{ name: "try_everything", outcome: "ok" }]);
  return JSON.parse(
    readFileSync(join(hub.dataDir, "plugin_data/hostile/report.json"), "utf8"),
  ) as HostileReport;
}

describe("the hostile plugin", () => {
  it.each(["main", "worker"] as const)(
    "is refused everything by the operating system, from its %s thread",
    (thread) => {
      expect(report[thread].length).toBeGreaterThan(150);
      expect(notRefused(report[thread], MUFFLED_WITHOUT_NET)).toEqual([]);
    },
  );

  it("is shown as sandboxed, and the hub and its house live on", () => {
    const { plugins } = JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
    expect(plugins.find(({ name }) => name === "hostile")).toMatchObject({
      sandbox: "landlock",
      state: "running",
    });
    expect(hub.waiter("device", "set", "sim.kitchen_light", "on", "true").code).toBe(0);
  });
});
