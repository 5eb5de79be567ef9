/** Who a plugin is where it asks for something, and for whom: never more than it may be itself. */
import { hasRole, type MemoryAuthor, type Principal } from "#contract";
import type { CallName, OpenCall } from "../open-calls.ts";
import type { PluginLink } from "../plugin-link.ts";

/**
 * Who speaks when a plugin injects what somebody said: nobody that the hub knows, with the rights of
 * a member. An owner's rights need an owner's token. On behalf of a guest it has a guest's rights,
 * or he would have more through a plugin than by himself, and his own conversation.
 */
export function principalOf({ name }: PluginLink, call?: OpenCall): Principal {
  const asker = call?.context.principal;
  if (asker === undefined || hasRole(asker, "member")) {
    return { personId: `plugin:${name}`, name, role: "member", areas: null };
  }
  return {
    personId: `plugin:${name}:${asker.personId}`,
    name,
    role: asker.role,
    areas: asker.areas,
  };
}

/** The call that a plugin names, if it names one. Throws `NOT_FOUND` for one that is not its own. */
export function callOf(plugin: PluginLink, within: CallName | undefined): OpenCall | undefined {
  return within && plugin.calls.require(within);
}

/** What a plugin writes is a plugin's, whatever it says: it never becomes a fact by itself (F37). */
export function authorOf(plugin: PluginLink): MemoryAuthor {
  return { principal: principalOf(plugin), origin: "plugin", channel: plugin.name };
}
