/** `bun run check`: format, lint, types, layers, planted violations, dead code, tidy. All are run. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkLayers } from "./layers.ts";
import { plants, sleepingRules } from "./plants.ts";
import { tidyTree } from "./tidy.ts";

const root = join(import.meta.dirname, "..", "..");

/** Runs a tool of node_modules; its output is shown when it fails. */
function tool(name: string, ...args: string[]): string[] {
  const path = join(root, "node_modules", ".bin", name);
  const done = spawnSync(process.execPath, ["--bun", path, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return done.status === 0 ? [] : [`${done.stdout}${done.stderr}`.trim()];
}

const steps: readonly [string, () => string[] | Promise<string[]>][] = [
  ["format and lint", () => tool("biome", "check", "--error-on-warnings", ".")],
  ["types", () => tool("tsc")],
  [
    "layers",
    async () => {
      const { modules, violations } = await checkLayers(root);
      if (modules === 0) return ["dependency-cruiser saw no module at all"];
      return violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
    },
  ],
  [
    `planted violations (${plants.length})`,
    async () =>
      (await sleepingRules(root)).map((rule) => `rule "${rule}" did not notice its plant`),
  ],
  ["dead code", () => tool("knip", "--no-progress")],
  ["tidy", () => tidyTree(root)],
];

let failed = 0;
for (const [name, run] of steps) {
  const found = await run();
  console.log(`${found.length === 0 ? "ok  " : "FAIL"} ${name}`);
  for (const line of found) console.log(`     ${line.replaceAll("\n", "\n     ")}`);
  if (found.length > 0) failed += 1;
}
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
