/** `waiter plugin grants`, `grant` and `deny`: the owner's consent to what a plugin asks for. */
import type { Capabilities, PluginGrants } from "#contract";
import { plain, UsageError } from "../terminal.ts";
import type { Command } from "./command.ts";

export const pluginGrants: Command = {
  words: ["plugin", "grants"],
  usage: "plugin grants NAME",
  help: "what a plugin asks for, why, and what it may use",
  build: ([name]) => ({ method: "plugin.grants", params: { name }, render: renderGrants }),
};

export const pluginGrant: Command = {
  words: ["plugin", "grant"],
  usage: "plugin grant NAME [--only CAPABILITY,CAPABILITY]",
  help: "grant what a plugin asks for; --only grants these alone, and takes back the others",
  build: ([name], { only }) => ({
    method: "plugin.grant",
    params: { name },
    prepare: async (ask) => {
      const seen = (await ask("plugin.grants", { name })) as PluginGrants;
      return { capabilities: chosen(seen.asks, only), revision: seen.revision };
    },
    render: renderGrants,
  }),
};

export const pluginDeny: Command = {
  words: ["plugin", "deny"],
  usage: "plugin deny NAME",
  help: "refuse what a plugin asks for; it does not run until it is granted",
  build: ([name]) => ({
    method: "plugin.grant",
    params: { name, capabilities: null },
    render: renderGrants,
  }),
};

function chosen(asks: Capabilities, only: string | undefined): Capabilities {
  if (only === undefined) return asks;
  const names = only.split(",").map((name) => name.trim());
  const stranger = names.find((name) => !Object.hasOwn(asks, name));
  if (stranger !== undefined) {
    throw new UsageError(
      `it does not ask for "${stranger}"`,
      Object.keys(asks).join(", ") || "it asks for nothing",
    );
  }
  return Object.fromEntries(Object.entries(asks).filter(([name]) => names.includes(name)));
}

/** Every capability with the maker's own reason, and how much of it is granted. */
function renderGrants({ name, version, consent, asks, grants }: PluginGrants): string {
  const granted = grants as Readonly<Record<string, unknown>>;
  const lines = Object.entries(asks).map(([capability, wanted]) => {
    const given = granted[capability];
    const now = given === undefined ? "not granted" : `granted ${inWords(given)}`.trimEnd();
    return `  ${[capability, inWords(wanted)].join(" ").trimEnd()}\n    ${now}${whyOf(wanted)}`;
  });
  const head = `${name} ${version}: ${consent}`;
  return [head, ...(lines.length === 0 ? ["asks for nothing"] : ["asks for:", ...lines])].join(
    "\n",
  );
}

/** `connect 443, 8883`, or for a list its entries: what is opened, without the reason. */
function inWords(wanted: unknown): string {
  if (Array.isArray(wanted)) return wanted.map(inWords).join("; ");
  if (typeof wanted !== "object" || wanted === null) return plain(String(wanted));
  const parts = Object.entries(wanted).filter(([key]) => key !== "reason");
  return parts.map(([key, value]) => `${key} ${plain([value].flat().join(" "))}`).join(", ");
}

/** The maker's own words, in every language that he gave. */
function whyOf(wanted: unknown): string {
  const reasons = [wanted].flat().flatMap((one) => {
    const { reason } = one as { readonly reason?: Readonly<Record<string, string>> };
    return reason === undefined ? [] : [`${reason["zh"]} · ${reason["en"]}`];
  });
  return reasons.map((reason) => `\n    ${plain(reason)}`).join("");
}
