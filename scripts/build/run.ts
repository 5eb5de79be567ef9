/** `bun run build`: one self-contained binary for each architecture, in `dist/`. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildAssets } from "./assets.ts";
import { type Architecture, nativePackages } from "./native.ts";

const root = join(import.meta.dirname, "..", "..");
const architectures: readonly Architecture[] = ["x64", "arm64"];

/** Builds the binary for one architecture and answers its path. */
async function build(architecture: Architecture): Promise<string> {
  const outfile = join(root, "dist", `homed-linux-${architecture}`);
  const built = await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    conditions: ["homeagent-compiled"],
    define: { "process.arch": JSON.stringify(architecture), "process.platform": '"linux"' },
    format: "esm",
    minify: true,
    splitting: true,
    bytecode: true,
    plugins: [nativePackages(root, architecture)],
    compile: {
      target: `bun-linux-${architecture}`,
      outfile,
      // Without these a compiled binary would run what a bunfig.toml or .env beside it says.
      autoloadBunfig: false,
      autoloadDotenv: false,
    },
    throw: false,
  });
  if (!built.success) throw new Error(built.logs.map(String).join("\n"));
  return outfile;
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
mkdirSync(join(root, "dist"), { recursive: true });
await buildAssets(root);
for (const architecture of architectures) {
  if (wanted.length > 0 && !wanted.includes(architecture)) continue;
  const path = await build(architecture);
  console.log(`${path.slice(root.length + 1)}  ${(statSync(path).size / 1e6).toFixed(1)} MB`);
}
