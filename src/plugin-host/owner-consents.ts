/** The owner's decisions about plugins: shown with what is asked, kept first, then put into force. */
import { type PluginGrants, problem } from "#contract";
import type { PluginConsents } from "#kernel/state";
import { allowed, grantOriginOf } from "./allowed.ts";
import { type Grants, hashOf } from "./grants/index.ts";
import type { Supervisor } from "./supervisor.ts";

/** The part of the host that is needed. */
export interface ConsentsHost {
  readonly grants: Grants;
  readonly pluginsDir: string;
  /** Aborts when the host stops. */
  readonly signal: AbortSignal;
  /** Throws `PLUGIN_UNKNOWN`. */
  find(name: string): Supervisor;
}

/** Makes the consents of a host. */
export function createOwnerConsents(host: ConsentsHost): PluginConsents {
  const view = (name: string) => viewOf(host.find(name), host);
  return {
    view,
    async decide(name, decision) {
      const supervisor = host.find(name);
      const before = view(name);
      const origin = grantOriginOf(supervisor.source, host.pluginsDir);
      if (origin === "built-in") {
        throw problem("CONFLICT", `"${name}" is a part of the hub`, {
          hint: "what it may do is settled when the hub is built",
        });
      }
      host.grants.decide(manifestOf(supervisor), origin, decision);
      const after = view(name);
      const isSame = hashOf(before.grants) === hashOf(after.grants);
      const isRunning = supervisor.status().state === "running";
      // A plugin that may do just what it did has nothing to be interrupted for.
      if (!isSame || !isRunning || after.consent === "refused")
        await supervisor.regrant(host.signal);
      return view(name);
    },
  };
}

function viewOf(supervisor: Supervisor, host: ConsentsHost): PluginGrants {
  const { name, version, capabilities: asks = {} } = manifestOf(supervisor);
  const { consent, grants } = allowed(
    requireBlueprint(supervisor),
    supervisor.source,
    host,
  ).standing;
  return { name, version, consent, asks, grants, revision: hashOf(asks) };
}

const manifestOf = (supervisor: Supervisor) => requireBlueprint(supervisor).manifest;

function requireBlueprint(supervisor: Supervisor) {
  const { blueprint, name } = supervisor;
  if (blueprint) return blueprint;
  throw problem("NOT_AVAILABLE", `what "${name}" asks for cannot be read`, {
    hint: supervisor.status().reason ?? "waiter plugins tells why",
  });
}
