/** What in the house needs a look, in the order in which a family would want to hear it. */
import type { Degradation, Device, PluginStatus, ProviderStatus } from "#contract";
import type { Words } from "../i18n/index.ts";
import { isOn, numberAt } from "./capability.ts";
import { providerErrorText } from "./provider-error.ts";
import { binaryWords, valueText } from "./value.ts";

/** One thing that is not well. */
export interface Worry {
  readonly id: string;
  readonly level: "alarm" | "warn";
  readonly title: string;
  readonly lead: string;
  /** The device that a tap opens; null where there is none. */
  readonly deviceId: string | null;
}

const ALARMS = new Set([
  "smoke",
  "gas",
  "carbon_monoxide",
  "moisture",
  "water_leak",
  "safety",
  "problem",
]);
/** How the hub names a model source among its parts. */
const MODEL_PART = "model:";
/** How the hub names what its self-check found. */
const CHECK_PART = "check:";
/** Says again what plugins that are down say of themselves. */
const PLUGIN_CHECK = "check:plugins.running";
const BATTERY_LOW_PERCENT = 15;

/** All worries: alarms, devices out of reach, plugins down, parts degraded, empty batteries. */
export function worriesOf(
  devices: readonly Device[],
  plugins: readonly PluginStatus[],
  degraded: readonly Degradation[],
  sources: readonly ProviderStatus[],
  words: Words,
): readonly Worry[] {
  const alarms = devices.flatMap((device) => alarmOf(device, words));
  const away = devices
    .filter((device) => !device.available)
    .map((device) => warn(`away:${device.id}`, device.name, words.health.deviceAway, device.id));
  const down = plugins
    .filter((plugin) => plugin.state === "backoff")
    .map((plugin) =>
      warn(
        `plugin:${plugin.name}`,
        words.health.plugin(plugin.name),
        plugin.reason ?? words.health.pluginLead,
        null,
      ),
    );
  const parts = degraded
    .filter(({ part }) => part !== PLUGIN_CHECK)
    .map((entry) => partOf(entry, sources, words));
  const batteries = devices.flatMap((device) => batteryOf(device, words));
  return [...alarms, ...away, ...down, ...parts, ...batteries];
}

/** A part of the hub that does not work whole, in the page's own words where it has some. */
function partOf(
  { part, reason }: Degradation,
  sources: readonly ProviderStatus[],
  words: Words,
): Worry {
  const id = `part:${part}`;
  if (part.startsWith(MODEL_PART)) {
    const source = part.slice(MODEL_PART.length);
    // The hub names the part by its first failure; the source's own status knows the latest.
    const { lastError, errorCode } = sources.find(({ name }) => name === source) ?? {};
    const lead = providerErrorText(lastError ?? reason, words, errorCode);
    return warn(id, words.health.source(source), lead, null);
  }
  const known = words.parts.of[part];
  const [title, lead] =
    known ?? (part.startsWith(CHECK_PART) ? words.parts.check : [words.health.part(part), reason]);
  return warn(id, title, lead, null);
}

function alarmOf(device: Device, words: Words): Worry[] {
  if (!device.available) return [];
  const ringing = device.capabilities.find(
    (capability) =>
      capability.kind === "binary" &&
      !capability.access.includes("write") &&
      ALARMS.has(capability.deviceClass ?? capability.name) &&
      isOn(capability, device.state),
  );
  if (!ringing) return [];
  const [what] = binaryWords(ringing, words, device.deviceClass);
  return [
    {
      id: `alarm:${device.id}`,
      level: "alarm",
      title: device.name,
      lead: words.health.alarm(what),
      deviceId: device.id,
    },
  ];
}

function batteryOf(device: Device, words: Words): Worry[] {
  const battery = device.capabilities.find((capability) => capability.name === "battery");
  const level = numberAt(device.state, "battery");
  if (battery?.kind !== "numeric" || !device.available || level === undefined) return [];
  if (device.kind === "vacuum" || device.kind === "lawn_mower" || level > BATTERY_LOW_PERCENT) {
    return [];
  }
  const lead = words.health.battery(valueText(battery, level, words));
  return [warn(`battery:${device.id}`, device.name, lead, device.id)];
}

function warn(id: string, title: string, lead: string, deviceId: string | null): Worry {
  return { id, level: "warn", title, lead, deviceId };
}
