/** The settings of one model source, as read from `core.llm.*`. */

/** What a source needs. */
export interface SourceSettings {
  /** Empty: the adapter's own. */
  readonly baseUrl: string;
  readonly model: string;
  /** Empty: none is sent. */
  readonly apiKey: string;
  readonly adapter: string;
  readonly priority: number;
  /** Tokens; 0 is unknown. */
  readonly contextWindow: number;
  readonly maxConcurrent: number;
  readonly thinkingEnabled: boolean;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly firstTokenTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
}
