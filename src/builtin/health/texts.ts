/** Descriptions of the self-check's tools, for models: short, since every prompt carries them. */
import type { HealthPart } from "./probe.ts";

export const TOOL_TEXTS: Readonly<Record<HealthPart | "report", string>> = {
  report: "中枢自检。",
  plugins: "自检：插件。",
  tools: "自检：工具。",
  memory: "自检：记忆。",
  kernel: "自检：内核。",
  perf: "自检：性能。",
};
