/** What the management tab shows, each part loaded when it is looked at; a refusal is shown as one. */
import { computed, type Signal, signal } from "@preact/signals";
import type { ConfigEntry, HubStatus, PersonaView, PluginStatus, Role, TokenInfo } from "#contract";
import * as calls from "../api/calls.ts";
import { ApiError, asApiError } from "../api/http.ts";
import type { PeopleNames } from "../model/cause.ts";
import { worriesOf } from "../model/health.ts";
import { allDevices } from "./house.ts";
import { words } from "./preferences.ts";
import { me } from "./session.ts";

/** A part: on its way, here, or refused. */
export type Part<Value> =
  | { readonly kind: "loading" }
  | { readonly kind: "here"; readonly value: Value }
  | { readonly kind: "refused"; readonly problem: ApiError };

const LOADING = { kind: "loading" } as const;
const RANKS: readonly Role[] = ["guest", "member", "owner"];

export const status = signal<Part<HubStatus>>(LOADING);
export const plugins = signal<Part<readonly PluginStatus[]>>(LOADING);
export const providers = signal<Part<HubStatus["providers"]>>(LOADING);
export const settings = signal<Part<readonly ConfigEntry[]>>(LOADING);
export const persona = signal<Part<PersonaView>>(LOADING);
export const people = signal<Part<readonly calls.Person[]>>(LOADING);
export const tokens = signal<Part<readonly TokenInfo[]>>(LOADING);

/** Names of people, for causes; only an owner may know them all, everybody knows his own. */
export const peopleNames = computed<PeopleNames>(() => {
  const part = people.value;
  if (part.kind === "here")
    return new Map(part.value.map((person) => [person.personId, person.name]));
  const own = me.value;
  return new Map(own && own.personId !== "" ? [[own.personId, own.name]] : []);
});

/** What in the house needs a look. */
export const worries = computed(() => {
  const hub = status.value;
  const list = plugins.value;
  return worriesOf(
    allDevices(),
    list.kind === "here" ? list.value : hub.kind === "here" ? hub.value.plugins : [],
    hub.kind === "here" ? hub.value.degraded : [],
    hub.kind === "here" ? hub.value.providers : [],
    words.value,
  );
});

/** Loads the hub's health. */
export function loadStatus(): void {
  void load(status, "member", calls.status);
}

/** Loads all plugins; members read them from the status. */
export function loadPlugins(): void {
  const whole = mayAsk("owner");
  void load(plugins, "member", async () =>
    whole ? await calls.plugins() : (await calls.status()).plugins,
  );
}

/** Loads the model sources. */
export function loadProviders(): void {
  void load(providers, "member", calls.providers);
}

/** Loads the settings. */
export function loadSettings(): void {
  void load(settings, "owner", calls.settings);
}

/** Loads the persona; resolves when it is here, or refused. */
export function loadPersona(): Promise<void> {
  return load(persona, "owner", calls.persona);
}

/** Loads people, sessions and tokens. */
export function loadPeople(): void {
  void load(people, "owner", calls.people);
  void load(tokens, "owner", calls.tokens);
}

/** Loads the names for causes, once, where the role may know them. */
export function loadNames(): void {
  if (people.peek().kind === "loading") void load(people, "owner", calls.people);
}

/** Changes a setting; rejects with the hub's refusal. Answers whether the hub must restart. */
export async function changeSetting(
  key: string,
  value: string | number | boolean,
): Promise<boolean> {
  const answer = await calls.changeSetting(key, value);
  const part = settings.peek();
  if (part.kind === "here") {
    settings.value = {
      kind: "here",
      value: part.value.map((entry) =>
        entry.key === key ? { ...entry, value: answer.value } : entry,
      ),
    };
  }
  return answer.requiresRestart;
}

/** Ends a session or token; rejects with the hub's refusal. */
export async function revoke(id: string): Promise<void> {
  await calls.revokeToken(id);
  const part = tokens.peek();
  if (part.kind === "here") {
    tokens.value = { kind: "here", value: part.value.filter((token) => token.id !== id) };
  }
}

/** Takes the news of one plugin. */
export function onPluginState(news: PluginStatus): void {
  if (news.state === "removed") {
    forgetPlugin(news.name);
    return;
  }
  updatePlugins((list) =>
    list.some((plugin) => plugin.name === news.name)
      ? list.map((plugin) => (plugin.name === news.name ? news : plugin))
      : [...list, news],
  );
}

/** Takes a plugin off the list: it is gone. */
export function forgetPlugin(name: string): void {
  updatePlugins((list) => list.filter((plugin) => plugin.name !== name));
}

function updatePlugins(update: (list: readonly PluginStatus[]) => readonly PluginStatus[]): void {
  const list = plugins.peek();
  if (list.kind === "here") plugins.value = { kind: "here", value: update(list.value) };
  const hub = status.peek();
  if (hub.kind === "here") {
    status.value = { kind: "here", value: { ...hub.value, plugins: update(hub.value.plugins) } };
  }
}

/** Forgets everything: somebody signed out. */
export function forgetAdmin(): void {
  for (const part of [status, plugins, providers, settings, persona, people, tokens]) {
    part.value = LOADING;
  }
}

/** Asks for a part; what the role may not see is not even asked for. */
async function load<Value>(
  part: Signal<Part<Value>>,
  role: Role,
  ask: () => Promise<Value>,
): Promise<void> {
  if (!mayAsk(role)) {
    part.value = { kind: "refused", problem: new ApiError("FORBIDDEN", 403, "") };
    return;
  }
  try {
    part.value = { kind: "here", value: await ask() };
  } catch (error) {
    // What is on the screen stays there while the hub is away.
    if (part.peek().kind !== "here") part.value = { kind: "refused", problem: asApiError(error) };
  }
}

/** Whether the signed-in person has at least this role, as far as the page knows. */
export function mayAsk(role: Role): boolean {
  const own = me.value;
  return own !== null && RANKS.indexOf(own.role) >= RANKS.indexOf(role);
}
