/** `hmapdev build`: one bundle for every architecture, packed; the same files give the same bytes. */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { OperationalError } from "#base";
import { type Manifest, SDK_VERSION } from "#contract";
import type { HmapdevOptions } from "./options.ts";
import { isPacked, type PluginFolder, readPluginFolder, sourceFiles } from "./plugin-folder.ts";

/** A package in memory. */
export interface BuiltPackage {
  readonly manifest: Manifest;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Bundled code has one name, whatever the author's files are called. */
const BUNDLE = "main.js";

/** Builds the package of a folder. Throws what the bundler or a hub would say. */
export async function buildPlugin(
  { tools }: Pick<HmapdevOptions, "tools">,
  folder: string,
  signal: AbortSignal,
): Promise<BuiltPackage> {
  const plugin = await readPluginFolder(folder);
  const staged = await mkdtemp(join(tmpdir(), "hmapdev-"));
  try {
    const manifest: Manifest = {
      ...plugin.manifest,
      sdk: plugin.manifest.sdk ?? SDK_VERSION,
      ...(plugin.isCode ? { entry: BUNDLE } : {}),
    };
    await writeFile(join(staged, "plugin.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    if (plugin.isCode) await writeFile(join(staged, BUNDLE), await bundle(plugin));
    for (const path of await sourceFiles(folder)) {
      signal.throwIfAborted();
      if (!isPacked(plugin, path)) continue;
      await mkdir(dirname(join(staged, path)), { recursive: true });
      await cp(join(folder, path), join(staged, path), { dereference: true });
    }
    const bytes = await tools.buildPackage(staged, signal);
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    return { manifest, bytes, sha256 };
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** The entry with all that it imports but the SDK, which every hub has. Types are left out, unread. */
export async function bundle({ folder, manifest }: PluginFolder): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(folder, manifest.entry)],
    // Paths in the bundle's comments begin here, wherever the author keeps the folder.
    root: folder,
    target: "bun",
    format: "esm",
    external: ["@homeagent/sdk"],
    // Names stay, so that an error's stack says something.
    minify: { whitespace: false, syntax: true, identifiers: false },
    throw: false,
  });
  const [output] = built.outputs;
  if (built.success && output) return withoutPaths(await output.text());
  const faults = built.logs.map((log) => faultOf(folder, log));
  throw new OperationalError("BUILD_FAILED", faults.join("\n"), {
    hint: "hmapdev dev shows them as you save",
  });
}

/** `main.ts:2:25: what is wrong there`. */
function faultOf(folder: string, { message, position }: Bun.BuildOutput["logs"][number]): string {
  if (!position) return message;
  const { file, line, column } = position;
  return `${relative(folder, file)}:${line}:${column}: ${message}`;
}

/** The bundler names each file by its way from where it was called, which is not the plugin's matter. */
function withoutPaths(code: string): string {
  return code.replace(/^\/\/ (?!@).*\/([^/\n]+)$/gm, "// $1");
}
