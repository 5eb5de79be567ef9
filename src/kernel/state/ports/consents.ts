/** The owner's consent to what plugins ask for. */
import type { GrantDecision, PluginGrants } from "#contract";

/** Shows and keeps what the owner grants. */
export interface PluginConsents {
  /** What a plugin asks for and may use. Throws `PLUGIN_UNKNOWN`, `NOT_AVAILABLE` where its manifest is unreadable. */
  view(name: string): PluginGrants;
  /**
   * Keeps the owner's decision, which is durable before anything changes, and starts the plugin anew
   * with just that. Throws `INVALID_PARAMS` for more than it asks for, `CONFLICT` where it asks for
   * something else by now or is a part of the hub.
   */
  decide(name: string, decision: GrantDecision): Promise<PluginGrants>;
}
