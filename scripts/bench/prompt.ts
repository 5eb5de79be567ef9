/**
 * `bun run bench:prompt [--json]`: what the prompt and the tools of an empty house cost in each
 * request, and of one with 100 devices and 40 tools of plugins beside the hub's own (F18). Tokens are
 * those of `src/agent/tokens.ts`, which needs no tokenizer and gives 0.95 to 1.45 of what o200k and
 * Qwen count; the hub itself budgets by them.
 */
import {
  crowdedHousePrompt,
  emptyHousePrompt,
  type PromptCosts,
} from "../../test/support/prompt-houses.ts";
import { tell } from "./figures.ts";

const UNIT = "tokens (estimate of src/agent/tokens.ts)";

function report(house: string, { sections, tools, devices, total }: PromptCosts): void {
  const figure = (name: string, value: number, unit: string) =>
    tell("prompt", `${house} ${name}`, value, unit);
  figure("total", total, UNIT);
  for (const { section, tokens } of sections) figure(section, tokens, UNIT);
  figure(
    "tools",
    tools.reduce((sum, { tokens }) => sum + tokens, 0),
    UNIT,
  );
  figure("tools in full", tools.length, "tools");
  figure("devices", devices.length, "devices");
}

report("empty", await emptyHousePrompt());
report("crowded", await crowdedHousePrompt());
