/** Bundles what the binary carries: the SDK, the shipped plugins, and the module that names them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { sdkTypes } from "./sdk-types.ts";

/** Makes `.build/embedded.ts` and what it imports. */
export async function buildAssets(root: string): Promise<void> {
  const out = join(root, ".build");
  rmSync(join(out, "assets"), { recursive: true, force: true });
  await bundle(join(root, "src/sdk/index.ts"), join(out, "assets/sdk"), []);
  await bundle(join(root, "src/sdk/testing/index.ts"), join(out, "assets/sdk-testing"), []);
  const types = join(out, "assets/sdk-types.txt");
  writeFileSync(types, sdkTypes(root, join(out, "types")));
  const plugins: { readonly manifest: unknown; readonly path: string }[] = [];
  for (const name of readdirSync(join(root, "plugins")).sort()) {
    const manifest = JSON.parse(readFileSync(join(root, "plugins", name, "plugin.json"), "utf8"));
    const folder = join(out, "assets/plugins", name);
    await bundle(join(root, "plugins", name, manifest.entry), folder, ["@homeagent/sdk"]);
    // Minified JavaScript is not always valid TypeScript, so the entry gets JavaScript's name.
    plugins.push({ manifest: { ...manifest, entry: "main.js" }, path: join(folder, "main.js") });
  }
  writeFileSync(join(out, "embedded.ts"), embeddedModule(out, plugins));
}

async function bundle(entry: string, outdir: string, external: string[]): Promise<void> {
  mkdirSync(outdir, { recursive: true });
  const built = await Bun.build({
    entrypoints: [entry],
    outdir,
    target: "bun",
    format: "esm",
    minify: true,
    external,
    naming: "[name].js",
    throw: false,
  });
  if (!built.success) throw new Error(`${entry}: ${built.logs.map(String).join("\n")}`);
}

/** The module that stands in for `src/main/embedded.ts` in a compiled binary. */
function embeddedModule(
  out: string,
  plugins: readonly { readonly manifest: unknown; readonly path: string }[],
): string {
  const file = (name: string, path: string) =>
    `import ${name} from "./${relative(out, path)}" with { type: "file" };`;
  return [
    "/** Made by scripts/build: what this binary carries. */",
    file("sdk", join(out, "assets/sdk/index.js")),
    file("sdkTesting", join(out, "assets/sdk-testing/index.js")),
    file("sdkTypes", join(out, "assets/sdk-types.txt")),
    ...plugins.map(({ path }, index) => file(`plugin${index}`, path)),
    "export const embedded = {",
    "  sdk,",
    "  sdkTesting,",
    "  sdkTypes,",
    "  plugins: [",
    ...plugins.map(
      ({ manifest }, index) =>
        `    { manifest: ${JSON.stringify(manifest)}, files: { "main.js": plugin${index} } },`,
    ),
    "  ],",
    "};",
    "",
  ].join("\n");
}
