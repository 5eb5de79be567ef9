/** Where the hub runs from: a compiled binary, or its source under Bun; and how it starts itself. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Manifest, readManifest } from "#contract";
import { embedded as cargo } from "#embedded";
import type { Embedded } from "./embedded.ts";

const embedded: Embedded | undefined = cargo;

/** The folder of the source tree; meaningless in a compiled binary. */
const sourceRoot = join(import.meta.dirname, "..", "..");

/** Whether this is a compiled binary. */
export const isCompiled = embedded !== undefined;

/** The command that starts another face of this hub; the face's word follows. */
export const selfCommand: readonly string[] = isCompiled
  ? [process.execPath]
  : [process.execPath, join(sourceRoot, "src", "main.ts")];

/** What a child running from source reads beside its own code. */
export const sourceFiles: readonly string[] = isCompiled
  ? []
  : ["src", "node_modules", "package.json", "tsconfig.json"].map((name) => join(sourceRoot, name));

/** Bun looks through the folder of package.json before it reads that; names, not contents. */
export const sourceFolders: readonly string[] = isCompiled ? [] : [sourceRoot];

/** The SDK's source, or the bytes of its bundle. */
export function sdkSource():
  | { readonly kind: "source"; readonly entry: string }
  | { readonly kind: "bundle"; readonly path: string } {
  return embedded === undefined
    ? { kind: "source", entry: join(sourceRoot, "src", "sdk", "index.ts") }
    : { kind: "bundle", path: embedded.sdk };
}

/** The SDK's part for tests, which only `hmapdev test` needs. */
export function sdkTestingSource(): ReturnType<typeof sdkSource> {
  return embedded === undefined
    ? { kind: "source", entry: join(sourceRoot, "src", "sdk", "testing", "index.ts") }
    : { kind: "bundle", path: embedded.sdkTesting };
}

/** Where the SDK's types lie; from source they are there once something has been built. */
export function sdkTypesPath(): string | undefined {
  if (embedded !== undefined) return embedded.sdkTypes;
  const built = join(sourceRoot, ".build", "assets", "sdk-types.txt");
  return existsSync(built) ? built : undefined;
}

/** A plugin that comes with the hub. */
export interface Shipped {
  readonly dir: string;
  readonly manifest: Manifest;
}

/** The plugins that come with the hub; those inside a binary are written out first. */
export async function shippedPlugins(nativeDir: string): Promise<readonly Shipped[]> {
  if (embedded !== undefined) {
    return await Promise.all(embedded.plugins.map((plugin) => unpack(plugin, nativeDir)));
  }
  const folder = join(sourceRoot, "plugins");
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((dir) => existsSync(join(dir, "plugin.json")))
    .map((dir) => ({
      dir,
      manifest: readManifest(JSON.parse(readFileSync(join(dir, "plugin.json"), "utf8"))),
    }));
}

/**
 * Writes an embedded plugin to `<native>/<hash>/plugins/<name>`, once for each build of it. The
 * folder appears whole or not at all: it is made beside its place and renamed.
 */
async function unpack(plugin: Embedded["plugins"][number], nativeDir: string): Promise<Shipped> {
  const manifest = readManifest(plugin.manifest);
  const files = await Promise.all(
    Object.entries(plugin.files).map(async ([name, path]) => ({
      name,
      bytes: await Bun.file(path).bytes(),
    })),
  );
  const hash = createHash("sha256").update(JSON.stringify(manifest));
  for (const { name, bytes } of files) hash.update(name).update(bytes);
  const dir = join(nativeDir, hash.digest("hex").slice(0, 16), "plugins", manifest.name);
  if (existsSync(dir)) return { dir, manifest };
  const building = `${dir}.${process.pid}`;
  mkdirSync(building, { recursive: true, mode: 0o700 });
  writeFileSync(join(building, "plugin.json"), JSON.stringify(manifest));
  for (const { name, bytes } of files) writeFileSync(join(building, name), bytes);
  mkdirSync(dirname(dir), { recursive: true });
  renameSync(building, dir);
  return { dir, manifest };
}
