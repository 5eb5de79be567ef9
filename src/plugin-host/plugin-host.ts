/** The plugin host: every plugin under supervision, one gate for their calls, one catalog for others. */
import { join } from "node:path";
import { type ProcessPort, TaskGroup } from "#base";
import { type PluginStatus, problem, type SandboxKind } from "#contract";
import type { PluginCatalog, PluginConsents } from "#kernel/state";
import { allowed } from "./allowed.ts";
import { type Blueprint, ENABLED_KEY } from "./blueprint.ts";
import type { AdminDeps } from "./bridge/admin/deps.ts";
import { createBridge } from "./bridge/index.ts";
import { createEventFeed, type EventFeed, type OpenEventRing } from "./event-feed.ts";
import { createFloods, type Floods } from "./floods.ts";
import { createGate, type Gate } from "./gate.ts";
import { type Grants, noGrants } from "./grants/index.ts";
import { handDown } from "./handed-down.ts";
import { createInlineStages } from "./inline-stages.ts";
import { createInstalledSlots } from "./installed-slots.ts";
import {
  FIRST_INHERITED,
  type PluginRuntime,
  prepareLaunch,
  type SandboxOptions,
} from "./isolation.ts";
import { createOwnerConsents } from "./owner-consents.ts";
import { Packages, systemDisk } from "./packages/index.ts";
import { PluginRun } from "./plugin-run.ts";
import {
  defineEnabled,
  defineSettings,
  isEnabled,
  readSettings,
  settingKey,
} from "./plugin-settings.ts";
import { offerPluginStart } from "./plugin-start-tool.ts";
import { createRegistrations, type Registrations } from "./registrations.ts";
import { createSkillRun, type SupervisedRun } from "./skill-run.ts";
import {
  createSkillStore,
  offerSkills,
  requireSkill,
  SKILLS_OWNER,
  type SkillStore,
  skillDefinitions,
} from "./skills/index.ts";
import {
  type BuiltInChild,
  builtInSource,
  findSources,
  installedSource,
  type PluginSource,
  type ShippedPlugin,
  shippedSource,
} from "./sources.ts";
import { StageLocks } from "./stage-locks.ts";
import type { StageTransport } from "./stage-transport.ts";
import { Supervisor } from "./supervisor.ts";

export interface PluginHostOptions extends AdminDeps {
  readonly processes: ProcessPort;
  readonly runtime: PluginRuntime;
  readonly sandbox: SandboxOptions;
  /** Plugins that come with the hub. */
  readonly shipped: readonly ShippedPlugin[];
  /** Children that are part of the hub, such as the one that serves the page. */
  readonly children: readonly BuiltInChild[];
  /** Carries the stages' contexts to plugins; by default inside the calls. */
  readonly stageTransport?: StageTransport;
  /** Makes the memory that events go through; by default what the system gives. */
  readonly openEventRing?: OpenEventRing;
  /** IANA time zone of the house. */
  readonly timeZone: () => string;
  /** The book of grants. Without it, what comes with the hub is granted and nothing else is. */
  readonly grants?: Grants;
}

/** The host. Disposing stops every plugin. */
export interface PluginHost extends PluginCatalog, AsyncDisposable {
  /**
   * Finds all plugins and sets those going that start by themselves. Resolves when all are found;
   * they go on starting side by side.
   */
  boot(signal: AbortSignal): Promise<void>;
  /** Resolves when every plugin that starts by itself runs, waits for another try, or is off. */
  settled(): Promise<void>;
}

/** Makes a host; nothing is read or started yet. */
export function createPluginHost(options: PluginHostOptions): PluginHost {
  return new Host(options);
}

class Host implements PluginHost {
  readonly #options: PluginHostOptions;
  readonly #registrations: Registrations;
  readonly #gate: Gate;
  readonly #floods: Floods;
  readonly #stageTransport: StageTransport;
  readonly #events: EventFeed;
  readonly #supervisors = new Map<string, Supervisor>();
  readonly #resources = new DisposableStack();
  readonly packages: Packages;
  readonly consents: PluginConsents;
  readonly #grants: Grants;
  readonly #skills: SkillStore;
  readonly #tasks: TaskGroup;
  #settled: Promise<unknown> = Promise.resolve();
  #switching = false;

  constructor(options: PluginHostOptions) {
    const { state } = options;
    this.#options = options;
    this.#grants = options.grants ?? noGrants;
    this.#floods = createFloods(state.clock, state.health);
    this.#registrations = createRegistrations(state, this.#floods);
    this.#stageTransport =
      options.stageTransport ?? createInlineStages(new StageLocks(options.state.clock));
    this.#events = createEventFeed(state, options.openEventRing);
    this.#gate = createGate(
      createBridge({
        ...options,
        registrations: this.#registrations,
        floods: this.#floods,
        stageTransport: this.#stageTransport,
        eventFeed: this.#events,
      }),
    );
    this.#tasks = new TaskGroup((error) => state.log.warn("plugin.switch_failed", { error }));
    this.#skills = createSkillStore({
      dir: join(state.paths.root, "skills"),
      config: state.config,
      log: state.log.scope("skills"),
    });
    this.packages = new Packages({
      pluginsDir: state.paths.plugins,
      disk: systemDisk,
      clock: state.clock,
      log: state.log.scope("packages"),
      slots: createInstalledSlots({
        state,
        supervisors: this.#supervisors,
        grants: this.#grants,
        signal: this.#tasks.signal,
        takeUp: (name) => this.#takeUp(name),
        quietly: (work) => this.#quietly(work),
      }),
    });
    this.consents = createOwnerConsents({
      grants: this.#grants,
      pluginsDir: state.paths.plugins,
      signal: this.#tasks.signal,
      find: (name) => this.#find(name),
    });
  }

  async boot(signal: AbortSignal): Promise<void> {
    const { state, shipped, children } = this.#options;
    await this.packages.sweep();
    this.#offerSkills();
    const own = [...children.map(builtInSource), ...shipped.map(shippedSource)];
    for (const source of await findSources(own, state.paths.plugins, state.log)) this.#add(source);
    this.#resources.use(offerPluginStart(state.tools, this));
    this.#resources.use(state.config.onChange("plugin.", (key) => this.#takeChange(key)));
    this.#settled = Promise.all([...this.#supervisors.values()].map((one) => one.boot(signal)));
  }

  async settled(): Promise<void> {
    await this.#settled;
  }

  list(): readonly PluginStatus[] {
    return [...this.#supervisors.values()]
      .map((supervisor) => supervisor.status())
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async start(name: string): Promise<void> {
    await this.#find(name).start(this.#tasks.signal);
  }

  async enable(name: string): Promise<void> {
    const supervisor = this.#find(name);
    this.#setEnabled(name, true);
    await supervisor.start(this.#tasks.signal);
  }

  async disable(name: string): Promise<void> {
    const supervisor = this.#find(name);
    this.#setEnabled(name, false);
    await supervisor.stop();
  }

  async reload(name: string): Promise<{ readonly changed: boolean }> {
    return await this.#find(name).reload(this.#tasks.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#resources.dispose();
    this.#tasks.cancel("shutdown");
    await this.packages[Symbol.asyncDispose]();
    await Promise.all([...this.#supervisors.values()].map((supervisor) => supervisor.close()));
    await this.#tasks[Symbol.asyncDispose]();
    // Behind the plugins: each gives its seat back.
    this.#events[Symbol.dispose]();
  }

  /** A plugin by name; one that was put into the folder meanwhile is taken up. */
  #takeUp(name: string): Supervisor | undefined {
    const known = this.#supervisors.get(name);
    if (known) return known;
    const source = installedSource(this.#options.state.paths.plugins, name);
    return source && this.#add(source);
  }

  #find(name: string): Supervisor {
    const found = this.#takeUp(name);
    if (found) return found;
    throw problem("PLUGIN_UNKNOWN", `there is no plugin "${name}"`, {
      hint: "waiter plugins lists all",
    });
  }

  #add(source: PluginSource): Supervisor {
    const { state } = this.#options;
    const { name } = source;
    // A part of the hub has no switch: without the page nobody could switch the page on again.
    const isPart = source.origin === "built-in";
    if (!isPart) defineEnabled(state.config, name);
    const supervisor = new Supervisor({
      source,
      clock: state.clock,
      log: state.log.scope(`plugin.${name}`),
      prepare: (blueprint) => defineSettings(state.config, blueprint.manifest),
      launch: (blueprint) => this.#launch(blueprint),
      detach: () => this.#detach(name),
      isEnabled: () => isPart || isEnabled(state.config, name),
      allow: (blueprint) =>
        allowed(blueprint, source, { grants: this.#grants, pluginsDir: state.paths.plugins }),
      onState: (status) => state.events.emit("plugin_state", status),
      degrade: (reason) => state.health.degrade(`plugin.${name}`, reason),
    });
    this.#supervisors.set(name, supervisor);
    return supervisor;
  }

  /** Takes everything of a plugin that has ended out of the hub (F42). */
  #detach(name: string): void {
    this.#registrations.detach(name);
    this.#stageTransport.release(name);
    this.#floods.end(name);
  }

  #offerSkills(): void {
    const { state } = this.#options;
    state.config.define(SKILLS_OWNER, skillDefinitions);
    state.fill("skills", this.#skills);
    this.#resources.use(offerSkills(state, this.#skills));
  }

  /** Puts a plugin that is a skill among the skills. It runs nothing, so that nothing is held. */
  #launchSkill(name: string, folder: string) {
    const run = createSkillRun(() => {
      requireSkill(name, folder);
      this.#registrations.replace(name, "skill:", () => this.#skills.attach(name, folder), 1);
    });
    return { run, sandbox: "no_process" as const };
  }

  /** Spawns a plugin. A throw says why its process cannot be prepared. */
  async #launch(blueprint: Blueprint): Promise<{ run: SupervisedRun; sandbox: SandboxKind }> {
    const { state, timeZone } = this.#options;
    const { name } = blueprint.manifest;
    const { program } = blueprint;
    if (program.kind === "skill") return this.#launchSkill(name, program.folder);
    const log = state.log.scope(`plugin.${name}`);
    const dataDir = join(state.paths.pluginData, name);
    const hubDataDir = state.paths.root;
    using undo = new DisposableStack();
    // What it entered with counts until it ends, or until now.
    undo.defer(() => this.#stageTransport.release(name));
    const sources = { stages: this.#stageTransport, events: this.#events, log };
    const handed = undo.use(handDown(blueprint, { ...sources, first: FIRST_INHERITED }));
    const host = { ...this.#options, hubDataDir };
    const launch = prepareLaunch(host, blueprint, dataDir, log, handed.descriptors);
    const settings = { ...readSettings(state.config, blueprint.manifest), ...blueprint.settings };
    const run = new PluginRun({
      blueprint,
      init: { dataDir, settings, timeZone: timeZone(), ...handed.init },
      clock: state.clock,
      log,
      gate: this.#gate,
      handed,
      onFlood: (kind) => this.#floods.note(name, kind),
      spawn: launch.spawn,
    });
    undo.move();
    log.info("plugin.spawned", { pid: run.pid, sandbox: launch.sandbox });
    return { run, sandbox: launch.sandbox };
  }

  /** Keeps the owner's wish. Our own change needs no answer of ours. */
  #setEnabled(name: string, enabled: boolean): void {
    if (this.#options.children.some((child) => child.name === name)) {
      if (enabled) return;
      throw problem("CONFLICT", `"${name}" is a part of the hub and cannot be switched off`, {
        hint: "start the hub with --no-admin to run without the page",
      });
    }
    this.#quietly(() => this.#options.state.config.set(settingKey(name, ENABLED_KEY), enabled));
  }

  #quietly(work: () => void): void {
    this.#switching = true;
    try {
      work();
    } finally {
      this.#switching = false;
    }
  }

  /** The owner switched a plugin on or off by its setting. */
  #takeChange(key: string): void {
    const [, name = "", setting] = key.split(".");
    const supervisor = this.#supervisors.get(name);
    if (!supervisor || setting !== ENABLED_KEY || this.#switching) return;
    this.#tasks.run((signal) =>
      isEnabled(this.#options.state.config, name) ? supervisor.start(signal) : supervisor.stop(),
    );
  }
}
