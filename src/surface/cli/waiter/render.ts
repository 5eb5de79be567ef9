/** How waiter shows answers to a person. With `--json` none of this is used. */
import type {
  ConfigEntry,
  Device,
  HubStatus,
  PersonaView,
  PluginStatus,
  ProviderStatus,
  SayReply,
} from "#contract";
import { columns, plain } from "../terminal.ts";
import { renderTrace } from "./trace.ts";

/** A reply; with `trace` also what was done for it. */
export function renderReply(reply: SayReply, trace: boolean): string {
  if (!trace) return plain(reply.reply);
  if (reply.trace) return `${plain(reply.reply)}\n\n${renderTrace(reply.trace)}`;
  // The text was told to a turn that was under way: that one is not traced.
  const calls = reply.toolCalls.map(
    (call) => `  ${call.outcome.padEnd(11)} ${call.name} ${plain(JSON.stringify(call.arguments))}`,
  );
  return [
    plain(reply.reply),
    `turn ${reply.turnId}, provider ${reply.provider}, ${reply.durationMs} ms`,
    ...calls,
  ].join("\n");
}

/** Devices, one a line. */
export function renderDevices(devices: readonly Device[]): string {
  return columns([
    ["id", "name", "area", "kind", "state"],
    ...devices.map((device) => [
      device.id,
      plain(device.name),
      plain(device.area?.name ?? "–"),
      device.kind,
      device.available ? plain(stateText(device)) : "unavailable",
    ]),
  ]);
}

const stateText = (device: Device) =>
  Object.entries(device.state)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

/** Enough of a package's hash to tell two apart; `--json` has all of it. */
const SHORT_HASH = 12;

const SANDBOXES = { landlock: "landlock", none: "unsandboxed", no_process: "-" } as const;

/** Plugins, one a line. */
export function renderPlugins(plugins: readonly PluginStatus[]): string {
  return columns([
    ["plugin", "version", "source", "package", "state", "sandbox", "restarts", "reason"],
    ...plugins.map((plugin) => [
      plugin.name,
      plugin.version,
      plugin.source,
      plugin.sha256?.slice(0, SHORT_HASH) ?? "–",
      plugin.state,
      SANDBOXES[plugin.sandbox],
      String(plugin.restarts),
      plain(plugin.reason ?? ""),
    ]),
  ]);
}

/** Providers, in their order. */
export function renderProviders(providers: readonly ProviderStatus[]): string {
  return columns([
    ["provider", "state", "last error"],
    ...providers.map((provider) => [
      plain(provider.name),
      provider.state,
      plain(provider.lastError ?? ""),
    ]),
  ]);
}

/** The hub's state of health. */
export function renderStatus(status: HubStatus): string {
  const boot = status.boot.map(({ module, ms }) => `${module} ${ms} ms`).join(", ");
  const degraded = status.degraded.map(({ part, reason }) => `  ${part}: ${plain(reason)}`);
  return [
    `homed ${status.version}, up ${Math.round(status.uptimeMs / 1000)} s`,
    `boot: ${boot}`,
    ...(degraded.length === 0 ? ["nothing degraded"] : ["degraded:", ...degraded]),
    renderPlugins(status.plugins),
    renderProviders(status.providers),
  ].join("\n");
}

/** Settings, one a line. */
export function renderConfig(entries: readonly ConfigEntry[]): string {
  return columns(
    entries.map((entry) => [
      entry.key,
      plain(JSON.stringify(entry.value)),
      plain(entry.description),
      entry.requiresRestart ? "(needs a restart)" : "",
    ]),
  );
}

const PERSONA_STATES = {
  unasked: "built-in (not chosen yet; waiter persona set TEXT gives it your own)",
  later: "built-in (to be chosen later; waiter persona set TEXT gives it your own)",
  default: "built-in",
  custom: "your own (waiter persona default goes back to the built-in one)",
} as const;

/** The persona: whose it is, then its text as it is. */
export function renderPersona({ state, text, problem }: PersonaView): string {
  const lines = text.split("\n").map(plain);
  return [
    PERSONA_STATES[state],
    ...(problem === undefined ? [] : [plain(problem)]),
    "",
    ...lines,
  ].join("\n");
}
