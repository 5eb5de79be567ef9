/** What a plugin is started with: the one place where what it asks for gives way to what was granted (F60). */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Blueprint, withGrants } from "./blueprint.ts";
import type { GrantOrigin, Grants, Standing } from "./grants/index.ts";
import type { PluginSource } from "./sources.ts";

/** How a plugin stands, and what of it may be started; nothing where it waits or was refused. */
export interface Allowed {
  readonly standing: Standing;
  readonly blueprint: Blueprint | undefined;
}

/** Asks the book about a plugin as it is now. */
export function allowed(
  blueprint: Blueprint,
  source: PluginSource,
  { grants, pluginsDir }: { readonly grants: Grants; readonly pluginsDir: string },
): Allowed {
  const origin = grantOriginOf(source, pluginsDir);
  if (origin === "built-in") {
    const parts = blueprint.manifest.capabilities ?? {};
    return { standing: { consent: "shipped", grants: parts, waitsFor: [] }, blueprint };
  }
  const standing = grants.standing(blueprint.manifest, origin);
  const runs = standing.consent !== "waiting" && standing.consent !== "refused";
  return { standing, blueprint: runs ? withGrants(blueprint, standing.grants) : undefined };
}

/** A link in the plugin folder is its author's doing: no package can hold one, no plugin make one. */
export function grantOriginOf(
  { name, origin }: PluginSource,
  pluginsDir: string,
): GrantOrigin | "built-in" {
  if (origin !== "installed") return origin;
  const stats = lstatSync(join(pluginsDir, name), { throwIfNoEntry: false });
  return stats?.isSymbolicLink() === true ? "linked" : "installed";
}

/** Why a plugin that asks for something does not run, for a person. */
export function waitsBecause(name: string, { consent, waitsFor }: Standing): string {
  if (consent === "refused") return "the owner refused what it asks for";
  const list = waitsFor.join(", ");
  return `waits for the owner's consent: ${list} (waiter plugin grants ${name})`;
}
