/** Capabilities as sets: what lies within what, what two have in common, and a hash over all of it. */
import { createHash } from "node:crypto";
import { type Capabilities, sameVector } from "#contract";

type Path = NonNullable<Capabilities["fs"]>[number];

/**
 * What of `asked` lies within `limit`, without its reasons. A path that may only be read stays
 * readable where writing was asked. Paths are compared as they are written: whoever writes the same
 * place in another way asks for something else.
 */
export function within(asked: Capabilities, limit: Capabilities): Capabilities {
  const { net, fs, device, exec, ...plain } = asked;
  const kept: Record<string, unknown> = {};
  // A name that a later hub knows is plain as well, and passes only where both have it.
  for (const name of Object.keys(plain)) if (Object.hasOwn(limit, name)) kept[name] = {};
  if (net && limit.net) kept["net"] = netWithin(net, limit.net);
  keep(kept, "fs", unique((fs ?? []).flatMap((path) => pathWithin(path, limit.fs ?? []))));
  const devices = (device ?? []).filter(({ path }) =>
    limit.device?.some((one) => one.path === path),
  );
  keep(kept, "device", unique(devices.map(({ path }) => ({ path }))));
  const vectors = (exec ?? []).filter(({ argv }) =>
    limit.exec?.some((one) => sameVector(one.argv, argv)),
  );
  keep(kept, "exec", unique(vectors.map(({ argv }) => ({ argv }))));
  return kept as Capabilities;
}

function netWithin(
  asked: NonNullable<Capabilities["net"]>,
  limit: NonNullable<Capabilities["net"]>,
): NonNullable<Capabilities["net"]> {
  const ports = (wanted: readonly number[] = [], allowed: readonly number[] = []) =>
    unique(wanted.filter((port) => allowed.includes(port)));
  const connect = ports(asked.connect, limit.connect);
  const listen = ports(asked.listen, limit.listen);
  return {
    ...(connect.length > 0 ? { connect } : {}),
    ...(listen.length > 0 ? { listen } : {}),
    ...(asked.udp === true && limit.udp === true ? { udp: true } : {}),
  };
}

function pathWithin({ path, mode }: Path, limit: readonly Path[]): Path[] {
  const modes = limit.filter((one) => one.path === path).map((one) => one.mode);
  if (modes.length === 0) return [];
  return [{ path, mode: mode === "rw" && modes.includes("rw") ? "rw" : "r" }];
}

/** An empty list is the same as none: neither gives anything. */
function keep(kept: Record<string, unknown>, name: string, list: readonly unknown[]): void {
  if (list.length > 0) kept[name] = list;
}

/** All of it, without reasons and repetitions. */
export function bare(capabilities: Capabilities): Capabilities {
  return within(capabilities, capabilities);
}

/** Whether `asked` asks for nothing beyond `limit`. */
export function isWithin(asked: Capabilities, limit: Capabilities): boolean {
  return hashOf(within(asked, limit)) === hashOf(asked);
}

/** Names of what is there, in the order of the alphabet. */
export function namesOf(capabilities: Capabilities): readonly string[] {
  return Object.keys(bare(capabilities)).sort();
}

/** Names of what `asked` asks for beyond `limit`. */
export function beyond(asked: Capabilities, limit: Capabilities): readonly string[] {
  const common = within(asked, limit);
  const part = (from: Capabilities, name: string) =>
    canonical((from as Readonly<Record<string, unknown>>)[name]);
  const whole = bare(asked);
  return namesOf(asked).filter((name) => part(whole, name) !== part(common, name));
}

/** The same for the same capabilities, in whatever order they stand and whatever the reasons. */
export function hashOf(capabilities: Capabilities): string {
  return createHash("sha256")
    .update(canonical(bare(capabilities)))
    .digest("hex");
}

/** Text that is the same for the same parts: lists here are sets. */
function canonical(value: unknown, isVector = false): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item));
    return JSON.stringify(isVector ? items : items.sort());
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(fields.map(([key, item]) => [key, canonical(item, key === "argv")]));
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
