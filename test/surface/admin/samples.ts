/** Answers of a kernel as the contract shows them. */
import type { Device, HouseSnapshot, HubStatus, PluginGrants, SayReply } from "#contract";
import type { Script } from "./scripted-hub.ts";

/** A lamp in the living room or elsewhere. */
export function lamp(id: string, areaId = "living"): Device {
  return {
    id,
    name: "客厅主灯",
    aliases: ["客厅灯"],
    area: { id: areaId, name: "客厅" },
    plugin: "sim",
    kind: "light",
    available: true,
    capabilities: [
      { name: "on", kind: "binary", access: ["read", "write"], valueOn: true, valueOff: false },
      {
        name: "brightness",
        kind: "numeric",
        access: ["read", "write"],
        unit: "%",
        min: 0,
        max: 100,
        step: 1,
      },
    ],
    state: { on: true, brightness: 30 },
    lastChange: { at: "2026-11-30T08:00:00.000Z", cause: [{ kind: "person", id: "anna" }] },
  };
}

export const HOUSE: HouseSnapshot = {
  revision: 1,
  floors: [{ id: "ground", name: "一楼", aliases: [], level: 0 }],
  areas: [{ id: "living", name: "客厅", aliases: [], floorId: "ground" }],
  devices: [lamp("sim.living_light"), lamp("sim.bed_light", "bed")],
};

export const REPLY: SayReply = {
  reply: "好的，客厅主灯调到 30%。",
  turnId: "t_1",
  provider: "intents",
  toolCalls: [
    {
      name: "device_command",
      arguments: { targets: ["sim.living_light"], capability: "brightness", value: 30 },
      outcome: "ok",
    },
  ],
  durationMs: 3,
};

const GRANTS: PluginGrants = {
  name: "hello",
  version: "1.0.0",
  consent: "waiting",
  asks: { net: { connect: [443], reason: { zh: "天气", en: "weather" } } },
  grants: {},
  revision: "a".repeat(64),
};

const STATUS: HubStatus = {
  version: "0.1.0",
  uptimeMs: 1,
  boot: [{ module: "store", ms: 3 }],
  degraded: [{ part: "embedding", reason: "no model" }],
  plugins: [
    {
      name: "sim",
      version: "1.0.0",
      state: "running",
      sandbox: "landlock",
      restarts: 0,
      reason: null,
      source: "shipped",
      sha256: null,
    },
  ],
  providers: [{ name: "intents", state: "ready", lastError: null }],
};

const ENTRY = {
  key: "core.name",
  value: "Home",
  default: "HomeAgent",
  type: "string",
  description: "The hub's name",
  hidden: false,
  requiresRestart: false,
} as const;

/** A kernel that answers everything. */
export const FULL_SCRIPT: Script = {
  "admin.setupState": () => ({ needed: true }),
  "admin.setup": () => ({ token: "anna-token", role: "owner" }),
  "admin.login": () => ({ token: "anna-token", role: "owner" }),
  "admin.logout": () => null,
  "admin.say": () => REPLY,
  "admin.stop": () => ({ stopped: 1 }),
  "admin.house": () => HOUSE,
  "admin.device": ({ id }) => lamp(id),
  "admin.forgetDevice": () => null,
  "admin.history": () => [
    { at: "2026-11-30T08:00:00.000Z", state: { on: true }, cause: [{ kind: "turn", id: "t_1" }] },
  ],
  "admin.command": () => ({ commandId: "m_1", outcome: "ok", state: { brightness: 30 } }),
  "admin.configList": () => [ENTRY],
  "admin.configGet": () => ENTRY,
  "admin.configSet": ({ key, value }) => ({ key, value, requiresRestart: true }),
  "admin.persona": () => ({ state: "unasked", text: "温和" }),
  "admin.personaSet": ({ choice, text = "温和" }) => ({ state: choice, text }),
  "admin.pluginGrants": ({ name }) => ({ ...GRANTS, name }),
  "admin.pluginGrant": ({ name, capabilities }) => ({
    ...GRANTS,
    name,
    consent: capabilities === null ? "refused" : "granted",
    grants: capabilities ?? {},
  }),
  "admin.confirmations": () => [],
  "admin.confirm": ({ id, allow }) => ({
    id,
    state: allow ? "allowed" : "refused",
    outcome: allow ? "ok" : null,
    text: "",
  }),
  "admin.status": () => STATUS,
  "admin.providers": () => STATUS.providers,
  "admin.plugins": () => STATUS.plugins,
  "admin.users": () => [{ personId: "anna", name: "Anna", role: "owner" }],
  "admin.tokens": () => [
    {
      id: "k_1",
      name: "phone",
      personId: "anna",
      role: "owner",
      kind: "session",
      createdAt: "2026-11-30T08:00:00.000Z",
      lastUsedAt: null,
    },
  ],
  "admin.tokenRevoke": () => null,
  "admin.logs": () => [
    { at: "2026-11-30T08:00:00.000Z", level: "info", area: "hub", event: "hub.ready", fields: {} },
  ],
  "admin.listening": () => null,
};
