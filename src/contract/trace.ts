/** A turn as a tree: what it did, in order, and how long each part took (`waiter say --trace`). */

/** What a node of the tree is about. */
export type TraceKind =
  | "turn"
  | "stage"
  /** A stage's handler; its name is the owner. */
  | "handler"
  | "history"
  | "recall"
  /** One question to the models with what came of it. */
  | "round"
  /** One try at one model source. */
  | "provider"
  | "tool"
  /** The tool itself, without the stages around it; its name is the tool's owner. */
  | "run"
  | "output";

/** Details of a node. Null is unknown, never zero (F51); names that end in `Ms` are durations. */
export type TraceFields = Readonly<Record<string, string | number | boolean | null>>;

/** A part of a turn with the parts that it is made of. */
export interface TraceNode {
  readonly kind: TraceKind;
  readonly name: string;
  /** Since the turn began. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly fields?: TraceFields;
  /** In the order in which they began. */
  readonly children: readonly TraceNode[];
}
