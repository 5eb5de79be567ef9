/** `hmapdev`, the plugin author's tool: its name is taken, its work comes with the plugin platform. */
import { problem } from "#contract";
import { processTerminal, report } from "#surface/cli";

/** Says that the tool is not in this version. */
export async function runHmapdev(): Promise<number> {
  const error = problem("NOT_AVAILABLE", "hmapdev is not in this version", {
    hint: "a plugin is a folder with plugin.json and main.ts in <data>/plugins; see the README",
  });
  return report(processTerminal, error, false);
}
