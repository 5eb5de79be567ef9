/** Proves the layers: every import of the tree against the rules of `depcruise.cjs`. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { cruise, type IForbiddenRuleType } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

/** One import that a rule forbids. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** What a look at a tree found. */
export interface LayersReport {
  readonly modules: number;
  readonly violations: readonly Violation[];
}

const config = createRequire(import.meta.url)("./depcruise.cjs") as {
  readonly forbidden: readonly IForbiddenRuleType[];
  readonly options: Readonly<Record<string, unknown>>;
};

/** Names of all rules. */
export const ruleNames: readonly string[] = config.forbidden.map((rule) => rule.name ?? "");

/** Looks at the tree under `root`, which has a tsconfig.json and a package.json of its own. */
export async function checkLayers(root: string): Promise<LayersReport> {
  const before = process.cwd();
  // dependency-cruiser resolves tsconfig, package.json and paths from the working directory.
  process.chdir(root);
  try {
    const folders = ["src", "plugins", "scripts", "test"].filter((name) =>
      existsSync(join(root, name)),
    );
    const result = await cruise(
      folders,
      {
        ...config.options,
        ruleSet: { forbidden: [...config.forbidden] },
        validate: true,
        baseDir: root,
      },
      {
        conditionNames: ["import", "require", "node", "default", "types"],
        exportsFields: ["exports"],
      },
      { tsConfig: extractTSConfig(join(root, "tsconfig.json")) },
    );
    if (typeof result.output === "string") throw new Error("dependency-cruiser gave no structure");
    const { summary } = result.output;
    return {
      modules: summary.totalCruised,
      violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    };
  } finally {
    process.chdir(before);
  }
}
