/** The machine tools over a real registry, real settings, real confirmations and a real folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTools, LLM_OWNER, llmDefinitions } from "#agent";
import { countingIds, createLogger, EventBus, type LogRecord, systemProcesses } from "#base";
import {
  CMD_OWNER,
  Commands,
  cmdDefinitions,
  cmdSettings,
  FILES_OWNER,
  Files,
  filesDefinitions,
  openFolder,
  placeOf,
  registerCommandTools,
  registerFileTools,
  registerPluginTools,
  registerSettingTools,
  registerSkillTools,
  rootsSetting,
} from "#builtin";
import type { KernelEvents, PluginStatus, ToolContext, ToolResult } from "#contract";
import type { Confirmations, PluginCatalog, Skills, Tools } from "#kernel/state";
import { CORE_OWNER, coreDefinitions, createConfig, type HubConfig } from "#platform/config";
import { createConfirmations, type HubConfirmations } from "#platform/security";
import { openStore, type Store } from "#platform/store";
import {
  createSkillStore,
  SKILLS_OWNER,
  skillDefinitions,
} from "../../../src/plugin-host/skills/index.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { contextOf, never, owner } from "../support.ts";

export interface Rig extends AsyncDisposable {
  readonly dataDir: string;
  readonly filesDir: string;
  readonly clock: ManualClock;
  readonly store: Store;
  readonly tools: Tools;
  readonly config: HubConfig;
  readonly confirmations: HubConfirmations;
  readonly notices: KernelEvents["notice"][];
  readonly said: string[];
  readonly logged: LogRecord[];
  readonly skills: Skills;
  /** What was asked of the plugin catalog. */
  readonly asked: unknown[];
  call(name: string, args: unknown, context?: Partial<ToolContext>): Promise<ToolResult>;
  /** The owner's yes or no to the only thing that waits. */
  decide(allow: boolean): ReturnType<Confirmations["decide"]>;
}

const SIM: PluginStatus = {
  name: "sim",
  version: "1.0.0",
  state: "running",
  sandbox: "landlock",
  restarts: 0,
  reason: null,
  source: "shipped",
  sha256: null,
};

export function openRig(): Rig {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "machine-")));
  const filesDir = join(dataDir, "files");
  mkdirSync(filesDir);
  const clock = createManualClock();
  const logged: LogRecord[] = [];
  const log = createLogger(clock, "debug", (record) => void logged.push(record));
  const events = new EventBus<KernelEvents>((error) => {
    throw error;
  });
  const notices: KernelEvents["notice"][] = [];
  events.on("notice", (notice) => void notices.push(notice));
  const said: string[] = [];
  const asked: unknown[] = [];
  const store = openStore(join(dataDir, "hub.db"), { clock, log });
  const config = createConfig({ store, log, events });
  config.define(CORE_OWNER, coreDefinitions);
  config.define(LLM_OWNER, llmDefinitions);
  config.define(FILES_OWNER, filesDefinitions(dataDir));
  config.define(CMD_OWNER, cmdDefinitions);
  const tools = createTools({ clock, log });
  const confirmations = createConfirmations({
    store,
    clock,
    log,
    events,
    texts: () => ({
      asked: (area, action, id) => `asked ${area} ${action} ${id}`,
      done: (action, outcome, text) => `done ${action} ${outcome} ${text}`,
    }),
    owner: () => owner,
    say: async (channel, personId, text) => void said.push(`${channel} ${personId} ${text}`),
  });
  const roots = {
    named: rootsSetting(config, dataDir),
    fallback: filesDir,
    dataDir,
  };
  const files = new Files(roots);
  registerFileTools(tools, files);
  registerCommandTools(
    tools,
    new Commands({
      processes: systemProcesses(clock),
      clock,
      log,
      settings: cmdSettings(config),
      confirmations,
      openFolder: (path) => openFolder(roots, placeOf(roots, path), { make: false }),
    }),
  );
  registerSettingTools({ tools, config, confirmations });
  const note =
    (name: string) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args.filter((arg) => !(arg instanceof AbortSignal))]);
    };
  const plugins = {
    list: () => [SIM, { ...SIM, name: "admin", source: "built-in" as const }],
    start: note("start"),
    enable: note("enable"),
    disable: note("disable"),
    reload: async (name: string) => {
      asked.push(["reload", name]);
      return { changed: true };
    },
    packages: {
      addPart: async (part: { part: string }) => {
        asked.push(["part", Buffer.from(part.part, "base64").toString()]);
        return { uploadId: "0".repeat(32), bytes: 1 };
      },
      dropUpload: note("drop"),
      install: async (id: string, options: unknown) => {
        asked.push(["install", id, options]);
        return { name: "x", version: "1", state: "running", reason: null };
      },
      remove: note("remove"),
    },
  } as unknown as PluginCatalog;
  registerPluginTools({ tools, plugins, confirmations, read: (path, n) => files.parts(path, n) });
  config.define(SKILLS_OWNER, skillDefinitions);
  const skills = createSkillStore({ dir: join(dataDir, "skills"), config, log });
  registerSkillTools({
    tools,
    skills,
    confirmations,
    read: (path, n) => files.parts(path, n),
    write: (path, bytes) => files.createBytes(path, bytes),
  });
  const ids = countingIds();
  return {
    dataDir,
    filesDir,
    clock,
    store,
    tools,
    config,
    confirmations,
    notices,
    said,
    logged,
    asked,
    skills,
    call: (name, args, context) =>
      tools.invoke(name, args, contextOf({ callId: ids.next("c"), ...context }), never),
    decide(allow) {
      const [first, ...more] = confirmations.list();
      if (!first || more.length > 0) throw new Error(`${confirmations.list().length} wait`);
      return confirmations.decide(first.id, { allow, surface: "terminal" }, owner, never);
    },
    async [Symbol.asyncDispose]() {
      await confirmations[Symbol.asyncDispose]();
      store[Symbol.dispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
