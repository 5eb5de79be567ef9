/** The SDK's types as one file for authors' editors: every declaration as an ambient module. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Modules of ours get names under it, which nobody imports by hand. */
const PREFIX = "homeagent-types:";
const ENTRIES = { "@homeagent/sdk": "sdk/index", "@homeagent/sdk/testing": "sdk/testing/index" };

/** Makes the text; `scratch` is a folder of ours to work in. Throws what the compiler says. */
export function sdkTypes(root: string, scratch: string): string {
  emit(root, scratch);
  const modules = [
    ...modulesIn(join(scratch, "types"), ".d.ts", (name) => `${PREFIX}${name}`),
    ...modulesIn(join(root, "node_modules/typebox/build"), ".d.mts", typeboxName),
  ];
  const entries = Object.entries(ENTRIES).map(
    ([name, path]) => `declare module "${name}" {\n  export * from "${PREFIX}${path}";\n}\n`,
  );
  // Without types of their own, Node's and Bun's modules are anything; @types/bun goes before these.
  const others = ["bun:*", "node:*"].map((name) => `declare module "${name}";\n`);
  return [...entries, ...others, ...modules].join("");
}

const typeboxName = (name: string) => `${PREFIX}typebox/${name}`;

function emit(root: string, scratch: string): void {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  const source = join(root, "src");
  const compilerOptions = {
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: null,
    // Types are checked elsewhere; here they are only written down.
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    outDir: join(scratch, "types"),
    rootDir: source,
    typeRoots: [join(root, "node_modules")],
    paths: {},
  };
  const project = join(scratch, "tsconfig.json");
  const files = Object.values(ENTRIES).map((path) => join(source, `${path}.ts`));
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: [], files };
  writeFileSync(project, JSON.stringify(config));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const done = spawnSync(process.execPath, [tsc, "-p", project], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`the SDK's types: ${done.stdout}${done.stderr}`);
}

/** Each file of the folder as an ambient module under the name that `nameOf` gives it. */
function modulesIn(
  folder: string,
  ending: string,
  nameOf: (path: string) => string,
): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .sort()
    .map((path) => {
      const name = path.slice(0, -ending.length);
      const text = readFileSync(join(folder, path), "utf8");
      return `declare module "${nameOf(name)}" {\n${ambient(text, name, nameOf)}\n}\n`;
    });
}

/** A declaration file as it may stand within an ambient module: absolute names, no second "declare". */
function ambient(text: string, name: string, nameOf: (path: string) => string): string {
  const target = (specifier: string): string => {
    if (specifier === "typebox") return typeboxName("index");
    if (specifier.startsWith("#")) return `${PREFIX}${specifier.slice(1)}/index`;
    if (!specifier.startsWith(".")) return specifier;
    const path = relative(".", join(dirname(name), specifier));
    return nameOf(path.replace(/(\.d)?\.m?[jt]s$/, ""));
  };
  return text
    .replace(
      /(from |import\()(["'])([^"']+)\2/g,
      (_all, before: string, _quote, specifier: string) => {
        return `${before}"${target(specifier)}"`;
      },
    )
    .replace(/^(export )?declare /gm, "$1")
    .replace(/^export \{\};$/gm, "")
    .trim();
}
