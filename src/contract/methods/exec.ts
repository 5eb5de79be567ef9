/** Methods of programs that the hub runs for a plugin, which cannot start any itself. */
import { Type } from "typebox";
import { method } from "./define.ts";

/** How a program ended. */
export interface ExecResult {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** More was written than is told here. */
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
}

export const execMethods = {
  "exec.run": method<ExecResult>()(
    "exec",
    "Runs a program of the manifest's list, the whole argument vector alike, with no shell, a fresh environment and an end.",
    Type.Object({
      argv: Type.Array(Type.String({ maxLength: 1024 }), { minItems: 1, maxItems: 32 }),
      timeoutMs: Type.Optional(Type.Integer({ minimum: 100, maximum: 600_000 })),
    }),
  ),
} as const;
