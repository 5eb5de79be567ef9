/** What a plugin asks for, and the owner's answer. */
import type { GrantDecision, PluginGrants } from "#contract";
import { ApiError, request } from "./http.ts";

const path = (name: string) => `plugins/${encodeURIComponent(name)}/grants`;

/** What a plugin asks for and may use. */
export async function pluginGrants(name: string): Promise<PluginGrants> {
  return grantsOf(await request(path(name)));
}

/** Grants, narrows or refuses. */
export async function decideGrants(name: string, decision: GrantDecision): Promise<PluginGrants> {
  return grantsOf(await request(path(name), { method: "PUT", body: decision }));
}

function grantsOf(answer: unknown): PluginGrants {
  const { asks, grants, revision } = (answer ?? {}) as Partial<PluginGrants>;
  if (isRecord(asks) && isRecord(grants) && typeof revision === "string") {
    return answer as PluginGrants;
  }
  throw new ApiError("INTERNAL", 200, `the hub's answer to "grants" was not understood`);
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
