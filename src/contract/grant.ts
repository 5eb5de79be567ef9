/** Consent: what a plugin asks for, what of it the owner granted, and how he decides. */
import { type Static, Type } from "typebox";
import { type Capabilities, CapabilitiesSchema } from "./manifest.ts";

/**
 * How a plugin stands with the owner: all granted; less than it asks for; not asked yet about what it
 * asks for now; refused, so that it does not run; or granted by having come with the hub.
 */
export const PLUGIN_CONSENTS = ["granted", "narrowed", "waiting", "refused", "shipped"] as const;
export type PluginConsent = (typeof PLUGIN_CONSENTS)[number];

/** What is asked and granted, for the owner to decide on. */
export interface PluginGrants {
  readonly name: string;
  readonly version: string;
  readonly consent: PluginConsent;
  /** As the manifest says it, with its reasons: texts by whoever made the plugin. */
  readonly asks: Capabilities;
  /** What it may use now. Nothing while it waits. */
  readonly grants: Capabilities;
  /** A hash over what is asked; a decision that names it is about just this. */
  readonly revision: string;
}

/** The owner's decision. */
export const GrantDecisionSchema = Type.Object(
  {
    /** What of the asked he grants; null refuses, and the plugin does not run. */
    capabilities: Type.Union([CapabilitiesSchema, Type.Null()]),
    /** The revision that he saw; when the plugin asks for something else by now it is a `CONFLICT`. */
    revision: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
  },
  { additionalProperties: false },
);
export type GrantDecision = Static<typeof GrantDecisionSchema>;
