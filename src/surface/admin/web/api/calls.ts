/** Every request that the page makes, by name. Answers are checked as far as the page leans on them. */
import type {
  CommandResult,
  ConfigEntry,
  HistoryEntry,
  HouseSnapshot,
  HubStatus,
  PersonaChoice,
  PersonaView,
  PluginStatus,
  Principal,
  ProviderStatus,
  Role,
  StateValue,
  TokenInfo,
} from "#contract";
import { ApiError, request } from "./http.ts";

/** A person with an account. */
export type Person = Omit<Principal, "areas">;

/** Whether the hub still waits for its first set-up. */
export async function setupNeeded(): Promise<boolean> {
  const answer = await request("setup", { anonymous: true });
  return record(answer)["needed"] === true;
}

/** First set-up; the session travels as a cookie, the token in the answer is not kept. */
export async function setUp(code: string, name: string, password: string): Promise<Role> {
  const body = { code, name, password };
  return roleOf(await request("setup", { method: "POST", body, anonymous: true }));
}

/** Signs in; the session travels as a cookie. */
export async function signIn(name: string, password: string): Promise<Role> {
  const body = { name, password };
  return roleOf(await request("login", { method: "POST", body, anonymous: true }));
}

/** Ends the session at the hub. */
export async function signOut(): Promise<void> {
  await request("logout", { method: "POST", anonymous: true });
}

/** Who is signed in. */
export async function me(): Promise<Person> {
  const answer = record(await request("me"));
  const { personId, name } = answer;
  if (typeof personId !== "string" || typeof name !== "string") throw unexpected("me");
  return { personId, name, role: roleOf(answer) };
}

/** The house as this person may see it. */
export async function house(): Promise<HouseSnapshot> {
  const answer = await request("house");
  if (!isHouse(answer)) throw unexpected("house");
  return answer;
}

/** Whether a value is a house; what lies in the browser's store is not trusted either. */
export function isHouse(value: unknown): value is HouseSnapshot {
  const { areas, devices } = record(value);
  return Array.isArray(areas) && Array.isArray(devices);
}

/** Changes one capability of a device; answers once the device did, or 5 s later. */
export async function command(
  deviceId: string,
  capability: string,
  value: StateValue,
): Promise<CommandResult> {
  const path = `devices/${encodeURIComponent(deviceId)}/command`;
  const answer = await request(path, { method: "POST", body: { capability, value } });
  if (typeof record(answer)["outcome"] !== "string") throw unexpected("command");
  return answer as CommandResult;
}

/** Takes a device that is gone out of the house. */
export async function forgetDevice(deviceId: string): Promise<void> {
  await request(`devices/${encodeURIComponent(deviceId)}`, { method: "DELETE" });
}

/** Past values of a device since a moment (epoch milliseconds), oldest first. */
export async function history(deviceId: string, fromMs: number): Promise<readonly HistoryEntry[]> {
  const path = `devices/${encodeURIComponent(deviceId)}/history?from=${Math.round(fromMs)}`;
  return list<HistoryEntry>(await request(path), "history");
}

/** The hub's health. */
export async function status(): Promise<HubStatus> {
  const answer = await request("status");
  if (typeof record(answer)["version"] !== "string") throw unexpected("status");
  return answer as HubStatus;
}

/** All plugins. */
export async function plugins(): Promise<readonly PluginStatus[]> {
  return list<PluginStatus>(await request("plugins"), "plugins");
}

/** Model sources in their order. */
export async function providers(): Promise<readonly ProviderStatus[]> {
  return list<ProviderStatus>(await request("providers"), "providers");
}

/** All settings that are not hidden. */
export async function settings(): Promise<readonly ConfigEntry[]> {
  return list<ConfigEntry>(await request("config"), "config");
}

/** Changes one setting; answers whether the hub must restart for it. */
export async function changeSetting(
  key: string,
  value: string | number | boolean,
): Promise<{ readonly value: unknown; readonly requiresRestart: boolean }> {
  const path = `config/${encodeURIComponent(key)}`;
  const answer = record(await request(path, { method: "PUT", body: { value } }));
  return { value: answer["value"], requiresRestart: answer["requiresRestart"] === true };
}

/** The persona of the house's agent. */
export async function persona(): Promise<PersonaView> {
  return personaOf(await request("persona"));
}

/** Answers the question for a persona; a text goes with `custom`. */
export async function choosePersona(choice: PersonaChoice, text?: string): Promise<PersonaView> {
  const body = text === undefined ? { choice } : { choice, text };
  return personaOf(await request("persona", { method: "PUT", body }));
}

/** All people with an account. */
export async function people(): Promise<readonly Person[]> {
  return list<Person>(await request("users"), "users");
}

/** Tokens and sessions. */
export async function tokens(): Promise<readonly TokenInfo[]> {
  return list<TokenInfo>(await request("tokens"), "tokens");
}

/** Ends a token or session at once. */
export async function revokeToken(id: string): Promise<void> {
  await request(`tokens/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** Ends what this person's conversations are doing now. */
export async function stopChat(): Promise<void> {
  await request("chat/stop", { method: "POST" });
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function list<Entry>(value: unknown, what: string): readonly Entry[] {
  if (!Array.isArray(value)) throw unexpected(what);
  return value as readonly Entry[];
}

function personaOf(value: unknown): PersonaView {
  const { state, text } = record(value);
  if (typeof state !== "string" || typeof text !== "string") throw unexpected("persona");
  return value as PersonaView;
}

function roleOf(value: unknown): Role {
  const role = record(value)["role"];
  return role === "owner" || role === "member" ? role : "guest";
}

function unexpected(what: string): ApiError {
  return new ApiError("INTERNAL", 200, `the hub's answer to "${what}" was not understood`);
}
