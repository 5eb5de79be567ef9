/** The names of one house, ready to be found in a sentence. Holds no states, so it lives for a revision. */
import type { Device, HouseSnapshot } from "#contract";
import { ROOMS, type RoomSort } from "../content/rooms.ts";
import { expand } from "../language/expand.ts";
import { nameTokens } from "../language/tokens.ts";
import { Trie } from "../language/trie.ts";
import type { Reading } from "../reading/types.ts";
import { spokenFloors, spokenForms, withoutArea } from "./spoken.ts";

/** A thing of the house that can be named. */
export interface Named {
  readonly tokens: readonly string[];
  readonly reading: Reading & { readonly role: "name" | "area" | "floor" };
}

/** Names of devices, areas, floors and zones, and room words of both languages. */
export interface HouseIndex {
  readonly trie: Trie<Reading>;
  /** Names and areas, for slips of the tongue. */
  readonly named: readonly Named[];
}

/** Tells words that already mean something, so that no name takes their place. */
export interface KnownWords {
  isWord(tokens: readonly string[]): boolean;
  meansAll(tokens: readonly string[]): boolean;
}

/** Indexes a house. */
export function indexHouse(house: HouseSnapshot, words: KnownWords): HouseIndex {
  const named = [...deviceNames(house, words), ...placeNames(house)];
  const trie = new Trie<Reading>();
  for (const { tokens, reading } of named) trie.add(tokens, reading);
  for (const floor of house.floors) {
    for (const name of [floor.name, ...floor.aliases]) {
      for (const form of spokenFloors(name)) trie.add(form, { role: "floor", ids: [floor.id] });
    }
  }
  for (const zone of zonesOf(house.devices)) trie.add(nameTokens(zone), { role: "zone", zone });
  addRooms(house, trie);
  return { trie, named };
}

/** One entry for each spoken form; devices that share it are candidates together. */
function deviceNames(house: HouseSnapshot, { isWord, meansAll }: KnownWords): Named[] {
  const byForm = new Map<string, { tokens: string[]; devices: Device[] }>();
  const add = (tokens: string[], device: Device) => {
    const key = tokens.join(" ");
    const entry = byForm.get(key) ?? { tokens, devices: [] };
    if (!entry.devices.includes(device)) entry.devices.push(device);
    byForm.set(key, entry);
  };
  for (const device of house.devices) {
    for (const name of [device.name, ...device.aliases]) {
      // A lamp called 全部 or "all lights" would take what is said to the whole house.
      for (const form of spokenForms(name)) if (!meansAll(form)) add(form, device);
    }
  }
  // "主灯" for 客厅主灯: only where nothing in the house has that name, and it is no common word.
  const exact = new Set(byForm.keys());
  for (const device of house.devices) {
    const rest = device.area ? withoutArea(device.name, device.area.name) : undefined;
    if (rest && !exact.has(rest.join(" ")) && !isWord(rest)) add(rest, device);
  }
  return [...byForm.values()].map(({ tokens, devices }) => ({
    tokens,
    reading: {
      role: "name",
      name: devices[0]?.name ?? "",
      ids: devices.map((device) => device.id),
      domains: [...new Set(devices.map((device) => device.kind))],
    },
  }));
}

function placeNames(house: HouseSnapshot): Named[] {
  const byForm = new Map<string, { tokens: string[]; ids: string[] }>();
  for (const area of house.areas) {
    for (const name of [area.name, ...area.aliases]) {
      for (const tokens of spokenForms(name)) {
        const key = tokens.join(" ");
        const entry = byForm.get(key) ?? { tokens, ids: [] };
        if (!entry.ids.includes(area.id)) entry.ids.push(area.id);
        byForm.set(key, entry);
      }
    }
  }
  return [...byForm.values()].map(({ tokens, ids }) => ({
    tokens,
    reading: { role: "area", ids },
  }));
}

/** Zones where people may be: what their state says and can say. */
function zonesOf(devices: readonly Device[]): Set<string> {
  const zones = new Set<string>();
  for (const device of devices) {
    if (device.kind !== "person") continue;
    for (const capability of device.capabilities) {
      const state = device.state[capability.name];
      if (typeof state === "string" && capability.kind !== "numeric") zones.add(state);
      if (capability.kind === "enum") for (const value of capability.values) zones.add(value);
    }
  }
  zones.delete("home");
  zones.delete("not_home");
  return zones;
}

let roomForms: readonly (RoomSort & { readonly forms: readonly string[][] })[] | undefined;

/** Sorts of rooms with their words cut into tokens, once. */
function sortsOfRooms() {
  roomForms ??= ROOMS.map((sort) => ({ ...sort, forms: expand(sort.words).map(nameTokens) }));
  return roomForms;
}

/** Room words that the house does not use: the only room of that sort, or a room that it lacks. */
function addRooms(house: HouseSnapshot, trie: Trie<Reading>): void {
  const words = sortsOfRooms();
  const spoken = house.areas.map((area) => ({
    id: area.id,
    names: [area.name, ...area.aliases].map((name) => nameTokens(name).join(" ")),
  }));
  const own = new Map<string, string[]>();
  for (const sort of words) {
    const forms = new Set(sort.forms.map((form) => form.join(" ")));
    const ids = spoken
      .filter(({ names }) => names.some((name) => forms.has(name)))
      .map(({ id }) => id);
    for (const id of [sort.id, sort.general]) {
      if (id) own.set(id, [...new Set([...(own.get(id) ?? []), ...ids])]);
    }
  }
  for (const sort of words) {
    const general = sort.alike && sort.general ? (own.get(sort.general) ?? []) : [];
    const same = own.get(sort.id) ?? [];
    const ids = same.length > 0 ? same : general;
    for (const form of sort.forms) {
      if (trie.get(form).some((reading) => reading.role === "area")) continue;
      trie.add(
        form,
        ids.length > 0 ? { role: "area", ids } : { role: "room", word: form.join("") },
      );
    }
  }
}
