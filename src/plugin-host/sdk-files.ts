/** Puts the SDK where plugins find it: one file under the data folder that always matches this hub. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf, OperationalError, secretHex } from "#base";
import { SDK_VERSION } from "#contract";

/** Where the SDK's code comes from. */
export type SdkSource =
  /** Embedded in the binary: the bundle's own text. */
  | { readonly kind: "bundle"; readonly code: Uint8Array }
  /** From source: the SDK's front door, bundled at start. */
  | { readonly kind: "entry"; readonly path: string };

const FOLDER_PATTERN = /^sdk-[0-9a-f]{16}$/;

/**
 * Writes `<dir>/sdk-<hash>/node_modules/@homeagent/sdk` once and answers its `node_modules`. Older
 * ones are removed; whoever still runs has read his already. With `testing` an author's tests find
 * `@homeagent/sdk/testing` as well.
 */
export async function installSdk(
  dir: string,
  source: SdkSource,
  testing?: SdkSource,
): Promise<string> {
  const code = await codeOf(source);
  const testCode = testing && (await codeOf(testing));
  const hash = createHash("sha256")
    .update(code)
    .update(testCode ?? "");
  const name = `sdk-${hash.digest("hex").slice(0, 16)}`;
  const modules = join(dir, name, "node_modules");
  if (!existsSync(join(modules, "@homeagent", "sdk", "package.json"))) {
    await writeWhole(dir, name, code, testCode);
  }
  for (const other of await readdir(dir)) {
    if (other !== name && FOLDER_PATTERN.test(other)) {
      await rm(join(dir, other), { recursive: true, force: true });
    }
  }
  return modules;
}

/** The whole folder appears at once, or not at all. */
async function writeWhole(
  dir: string,
  name: string,
  code: Uint8Array,
  testCode: Uint8Array | undefined,
): Promise<void> {
  const temporary = join(dir, `${name}.${secretHex(4)}.tmp`);
  const folder = join(temporary, "node_modules", "@homeagent", "sdk");
  const about = {
    name: "@homeagent/sdk",
    version: SDK_VERSION,
    type: "module",
    exports: { ".": "./index.js", ...(testCode ? { "./testing": "./testing.js" } : {}) },
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, "index.js"), code);
    if (testCode) await writeFile(join(folder, "testing.js"), testCode);
    await writeFile(join(folder, "package.json"), JSON.stringify(about));
    // What a crash left half-written under the final name gives way.
    await rm(join(dir, name), { recursive: true, force: true });
    await rename(temporary, join(dir, name));
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    throw new OperationalError("ASSET_UNWRITABLE", `cannot write ${dir}: ${messageOf(cause)}`, {
      cause,
      hint: "the data folder must be writable",
    });
  }
}

async function codeOf(source: SdkSource): Promise<Uint8Array> {
  return source.kind === "bundle" ? source.code : await bundleSdk(source.path);
}

/** Bundles the SDK into one file, as the build does for the binary. */
async function bundleSdk(entry: string): Promise<Uint8Array> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: "bun",
    format: "esm",
    minify: { whitespace: true, syntax: true, identifiers: false },
  });
  const [output] = built.outputs;
  if (!built.success || !output) {
    throw new OperationalError(
      "NOT_AVAILABLE",
      `the SDK cannot be bundled: ${built.logs.join("; ")}`,
    );
  }
  return new Uint8Array(await output.arrayBuffer());
}
