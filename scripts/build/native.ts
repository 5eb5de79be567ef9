/** Native packages of the other architecture, in a folder of their own: `node_modules` stays as it is. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BunPlugin } from "bun";

/** An architecture that a binary is built for. */
export type Architecture = "x64" | "arm64";

/** Package on the left needs the one on the right, in the same version, on an architecture. */
const natives: Readonly<Record<Architecture, Readonly<Record<string, string>>>> = {
  x64: { "sqlite-vec": "sqlite-vec-linux-x64", "@node-rs/jieba": "@node-rs/jieba-linux-x64-gnu" },
  arm64: {
    "sqlite-vec": "sqlite-vec-linux-arm64",
    "@node-rs/jieba": "@node-rs/jieba-linux-arm64-gnu",
  },
};

/**
 * Makes sure that the native packages of `architecture` are on the disk and answers a resolver for
 * them. Without it the build succeeds and the binary fails when it runs.
 */
export function nativePackages(root: string, architecture: Architecture): BunPlugin {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const wanted = Object.fromEntries(
    Object.entries(natives[architecture]).map(([base, native]) => [native, dependencies[base]]),
  );
  const folder = join(root, ".build", `native-${architecture}`);
  const missing = () =>
    Object.keys(wanted).filter(
      (name) => !existsSync(join(folder, "node_modules", name, "package.json")),
    );
  if (missing().length > 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, dependencies: wanted }),
    );
    const done = spawnSync(process.execPath, ["install", "--os=linux", `--cpu=${architecture}`], {
      cwd: folder,
      encoding: "utf8",
    });
    if (missing().length > 0)
      throw new Error(`${missing().join(", ")} not installed\n${done.stderr}`);
  }
  return {
    name: "native-packages",
    setup(build) {
      build.onResolve({ filter: /^(sqlite-vec-linux-|@node-rs\/jieba-linux-)/ }, ({ path }) => {
        const name = Object.keys(wanted).find(
          (known) => path === known || path.startsWith(`${known}/`),
        );
        if (name === undefined) return undefined;
        return { path: Bun.resolveSync(path, folder) };
      });
    },
  };
}
