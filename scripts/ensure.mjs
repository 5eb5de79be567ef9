/** Installs what is missing with nothing but Node and npm: Bun and the packages come from the npm registry. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Folders in which the npm packages of Bun carry the binary for this machine, best first. */
const builds =
  process.arch === "arm64"
    ? ["bun-linux-aarch64", "bun-linux-aarch64-musl", "bun-darwin-aarch64"]
    : ["bun-linux-x64", "bun-linux-x64-baseline", "bun-linux-x64-musl", "bun-darwin-x64"];

/** The binary that the install put into node_modules, or undefined. */
export function bunPath() {
  // The `bun` package's own install step moves the binary of its build package to bun.exe.
  const candidates = [
    join("bun", "bin", "bun.exe"),
    ...builds.map((build) => join("@oven", build, "bin", "bun")),
  ];
  for (const candidate of candidates) {
    const path = join(root, "node_modules", candidate);
    // A build for another libc or an older processor is there but does not run.
    if (existsSync(path) && spawnSync(path, ["--version"], { encoding: "utf8" }).status === 0)
      return path;
  }
  return undefined;
}

/** Installs when the lock file changed since the last install, and answers Bun's path. */
export function ensure() {
  const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.bun;
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "bun.lock")))
    .digest("hex");
  const marker = join(root, "node_modules", ".homeagent-lock");
  const known = existsSync(marker) ? readFileSync(marker, "utf8") : "";
  const present = known === lock ? bunPath() : undefined;
  if (present) return present;
  console.error("installing packages (first start only) …");
  const done = spawnSync("npx", ["--yes", `bun@${version}`, "install", "--frozen-lockfile"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" },
  });
  const bun = bunPath();
  if (done.status !== 0 || !bun) {
    console.error("could not install the packages; is the npm registry reachable?  (npm ping)");
    process.exit(1);
  }
  if (statSync(join(root, "node_modules")).isDirectory()) writeFileSync(marker, lock);
  return bun;
}
