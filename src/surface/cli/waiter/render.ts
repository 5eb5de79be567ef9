/** How waiter shows answers to a person. With `--json` none of this is used. */
import type {
  ConfigEntry,
  Device,
  HubStatus,
  PluginStatus,
  ProviderStatus,
  RenderedSection,
  SayReply,
} from "#contract";
import { columns, plain } from "../terminal.ts";

/** A reply; with `trace` also what was done for it. */
export function renderReply(reply: SayReply, trace: boolean): string {
  if (!trace) return plain(reply.reply);
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

/** Plugins, one a line. */
export function renderPlugins(plugins: readonly PluginStatus[]): string {
  return columns([
    ["plugin", "version", "state", "sandbox", "restarts", "reason"],
    ...plugins.map((plugin) => [
      plugin.name,
      plugin.version,
      plugin.state,
      plugin.sandbox === "none" ? "unsandboxed" : plugin.sandbox,
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

/** The prompt as a model gets it, each section under its name. */
export function renderPrompt(sections: readonly RenderedSection[]): string {
  return sections
    .map(({ section, owner, order, content }) => {
      // Lines stay lines; what a plugin put between them must not reach the terminal as it is.
      const lines = content.split("\n").map(plain).join("\n");
      return `── ${order} ${section} (${owner})\n${lines}`;
    })
    .join("\n\n");
}
