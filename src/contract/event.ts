/** Kernel events: what the event bus carries and what subscribers outside are sent. */
import type { TokenUsage } from "./completion.ts";
import type { Cause, DeviceState } from "./device.ts";
import type { PluginStatus } from "./status.ts";
import type { ToolCall, ToolCallRecord } from "./tool.ts";

/** Event name → payload. Names are those that SSE uses (contract §3). */
export interface KernelEvents {
  readonly device_state: {
    readonly deviceId: string;
    readonly state: DeviceState;
    readonly available: boolean;
    readonly at: string;
    readonly cause: readonly Cause[];
  };
  /** A device came, went, or got another name or area. */
  readonly house_changed: { readonly revision: number };
  readonly plugin_state: PluginStatus;
  readonly log: {
    readonly at: string;
    readonly level: string;
    readonly area: string;
    readonly event: string;
    readonly fields: Readonly<Record<string, unknown>>;
  };
  readonly content_delta: { readonly turnId: string; readonly text: string };
  readonly reasoning_delta: { readonly turnId: string; readonly text: string };
  /**
   * What a model answered in one round, whole. Thoughts and calls of one person's turn are for
   * plugins that were granted `events` alone: the page's feed carries them to nobody.
   */
  readonly agent_llm_chain: {
    readonly turnId: string;
    /** 0 for the first round of a turn. */
    readonly round: number;
    readonly provider: string;
    readonly text: string;
    readonly reasoning: string;
    readonly toolCalls: readonly ToolCall[];
    /** Null is unknown. */
    readonly usage: TokenUsage | null;
  };
  /** A model read the instructions of a skill: from here on it follows them. */
  readonly skill_detected: { readonly turnId: string; readonly skill: string };
  readonly tool_call: ToolCallRecord & { readonly turnId: string };
  readonly raw_input: {
    readonly turnId: string;
    readonly channel: string;
    readonly personId: string;
  };
  readonly agent_output: {
    readonly turnId: string;
    readonly channel: string;
    readonly text: string;
  };
  /** A session or token is no longer valid; holders of cached checks drop it. */
  readonly token_revoked: { readonly tokenHash: string };
  readonly config_changed: { readonly key: string };
  /** A message to a person that no input asked for, such as a timer that ran out. */
  readonly notice: { readonly channel: string; readonly personId: string; readonly text: string };
}
export type KernelEventName = keyof KernelEvents;

/** The events that can be subscribed to from outside the kernel. */
export const EVENT_NAMES = [
  "device_state",
  "house_changed",
  "plugin_state",
  "log",
  "content_delta",
  "reasoning_delta",
  "agent_llm_chain",
  "skill_detected",
  "tool_call",
  "raw_input",
  "agent_output",
  "token_revoked",
  "config_changed",
  "notice",
] as const satisfies readonly KernelEventName[];
