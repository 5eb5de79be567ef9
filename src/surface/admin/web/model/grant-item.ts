/** What a plugin asks for as single switches, and the capabilities that the chosen ones add up to. */
import type { Capabilities, LocalText } from "#contract";

/** What one switch is about; the words of the page are kept by these. */
export type GrantKind =
  | Exclude<keyof Capabilities, "net" | "fs" | "device" | "exec">
  | "net"
  | "connect"
  | "listen"
  | "udp"
  | "read"
  | "write"
  | "device"
  | "exec";

/** One switch. */
export interface GrantItem {
  readonly key: string;
  readonly kind: GrantKind;
  /** Port, path or program, as the plugin wrote it; empty for a capability as a whole. */
  readonly detail: string;
  /** Why, in the plugin's own words. */
  readonly reason: LocalText | undefined;
}

/** Kinds that reach beyond what a plugin in its fence can do by itself. */
export const RISKY: ReadonlySet<GrantKind> = new Set([
  "device",
  "exec",
  "listen",
  "plugin_mgr",
  "settings_cross",
  "write",
]);

/** The part of the capabilities that a switch stands for. */
type Part = readonly [GrantItem, Capabilities];

/** Every switch, in the order of the manifest. */
export function grantItems(asks: Capabilities): readonly GrantItem[] {
  return picksOf(asks).map(([item]) => item);
}

/** The capabilities of the chosen switches. */
export function chosenCapabilities(asks: Capabilities, keys: ReadonlySet<string>): Capabilities {
  const chosen = picksOf(asks).filter(([item]) => keys.has(item.key));
  return chosen.reduce<Capabilities>((all, [, part]) => merge(all, part), {});
}

/** The switches that are on where `grants` is what the plugin may use. */
export function grantedKeys(asks: Capabilities, grants: Capabilities): ReadonlySet<string> {
  const given = new Set(picksOf(grants).map(([item]) => item.key));
  return new Set(
    grantItems(asks)
      .filter(({ key }) => given.has(key))
      .map(({ key }) => key),
  );
}

function picksOf({ net, fs, device, exec, ...plain }: Capabilities): readonly Part[] {
  const pick = (
    kind: GrantKind,
    detail: string,
    reason: LocalText | undefined,
    part: Capabilities,
  ): Part => [{ key: `${kind} ${detail}`, kind, detail, reason }, part];
  return [
    ...Object.entries(plain).map(([name, asked]) =>
      pick(name as GrantKind, "", asked?.reason, { [name]: {} }),
    ),
    ...(net ? netPicks(net, pick) : []),
    ...(fs ?? []).map(({ path, mode, reason }) =>
      pick(mode === "rw" ? "write" : "read", path, reason, { fs: [{ path, mode }] }),
    ),
    ...(device ?? []).map(({ path, reason }) =>
      pick("device", path, reason, { device: [{ path }] }),
    ),
    ...(exec ?? []).map(({ argv, reason }) =>
      pick("exec", argv.map((word) => JSON.stringify(word)).join(" "), reason, {
        exec: [{ argv }],
      }),
    ),
  ];
}

function netPicks(
  { connect = [], listen = [], udp, reason }: NonNullable<Capabilities["net"]>,
  pick: (kind: GrantKind, detail: string, why: LocalText | undefined, part: Capabilities) => Part,
): readonly Part[] {
  const picks = [
    ...connect.map((port) => pick("connect", String(port), reason, { net: { connect: [port] } })),
    ...listen.map((port) => pick("listen", String(port), reason, { net: { listen: [port] } })),
    ...(udp === true ? [pick("udp", "", reason, { net: { udp: true } })] : []),
  ];
  return picks.length > 0 ? picks : [pick("net", "", reason, { net: {} })];
}

function merge(a: Capabilities, b: Capabilities): Capabilities {
  const lists = (["fs", "device", "exec"] as const).filter((name) => a[name] && b[name]);
  const joined = lists.map((name) => [name, [...(a[name] ?? []), ...(b[name] ?? [])]]);
  return { ...a, ...b, ...Object.fromEntries(joined), ...mergedNet(a.net, b.net) };
}

function mergedNet(a: Capabilities["net"], b: Capabilities["net"]): Pick<Capabilities, "net"> {
  if (!a || !b) return {};
  const connect = [...(a.connect ?? []), ...(b.connect ?? [])];
  const listen = [...(a.listen ?? []), ...(b.listen ?? [])];
  return {
    net: {
      ...(connect.length > 0 ? { connect } : {}),
      ...(listen.length > 0 ? { listen } : {}),
      ...(a.udp === true || b.udp === true ? { udp: true } : {}),
    },
  };
}
