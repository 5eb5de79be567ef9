/** The page's files, from the binary that they are compiled into or built from source at start. */
import { join } from "node:path";
import { OperationalError } from "#base";
import { GZIP_BYTES_MIN } from "./limits.ts";
import type { Asset } from "./ports.ts";

/** Where a compiled binary keeps its files. */
const COMPILED_ROOT = "/$bunfs/";

/** Files that keep their names, since browsers ask for them by these. */
const FIXED_NAMES = ["manifest.webmanifest", "icon.svg"] as const;

/** A file before it is dressed for sending. */
interface RawFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Loads the page. `folder` holds its source; it matters only when we do not run compiled. */
export async function loadAssets(folder = join(import.meta.dirname, "web")): Promise<Asset[]> {
  const isCompiled = import.meta.dirname.startsWith(COMPILED_ROOT);
  const { built, fixed, worker } = isCompiled ? await fromBinary() : await fromSource(folder);
  const files = [...built, ...fixed];
  if (worker !== undefined) files.push(serviceWorker(worker, files));
  return files.map(dress);
}

/** The page in its parts: what the bundler made, files with fixed names, the service worker's source. */
interface Page {
  readonly built: readonly RawFile[];
  readonly fixed: readonly RawFile[];
  readonly worker: string | undefined;
}

async function fromBinary(): Promise<Page> {
  const { index, serviceWorkerSource, fixedFiles } = await import("./embedded-page.ts");
  const built = (index.files ?? []).map(({ path, loader, headers }) =>
    readFile(
      path,
      loader === "html" ? "/index.html" : path.slice(path.lastIndexOf("/")),
      headers["content-type"],
    ),
  );
  const fixed = FIXED_NAMES.map((name) => readFile(fixedFiles[name], `/${name}`));
  return {
    built: await Promise.all(built),
    fixed: await Promise.all(fixed),
    worker: serviceWorkerSource,
  };
}

async function fromSource(folder: string): Promise<Page> {
  const built = await Bun.build({
    entrypoints: [join(folder, "index.html")],
    minify: true,
    splitting: true,
    publicPath: "/",
    throw: false,
  });
  if (!built.success) {
    const [first] = built.logs;
    throw new OperationalError("PAGE_BUILD_FAILED", `the page does not build: ${String(first)}`);
  }
  const fixed = FIXED_NAMES.map(async (name) =>
    (await Bun.file(join(folder, name)).exists()) ? readFile(join(folder, name), `/${name}`) : [],
  );
  const worker = Bun.file(join(folder, "sw.ts"));
  return {
    built: await Promise.all(
      built.outputs.map(async (output) => ({
        path: output.path.replace(/^\.?\/?/, "/"),
        contentType: output.type,
        bytes: new Uint8Array(await output.arrayBuffer()),
      })),
    ),
    fixed: (await Promise.all(fixed)).flat(),
    worker: (await worker.exists()) ? await worker.text() : undefined,
  };
}

async function readFile(file: string, path: string, contentType?: string): Promise<RawFile> {
  const source = Bun.file(file);
  return { path, contentType: contentType ?? source.type, bytes: await source.bytes() };
}

/**
 * The service worker as a script, told which files the page consists of. It stands alone: the
 * bundler embeds its source as text, so an import in it could not be resolved.
 */
function serviceWorker(source: string, files: readonly RawFile[]): RawFile {
  const transpiler = new Bun.Transpiler({ loader: "ts", target: "browser" });
  const [imported] = transpiler.scanImports(source);
  if (imported !== undefined) {
    throw new OperationalError("PAGE_BUILD_FAILED", `sw.ts must not import "${imported.path}"`);
  }
  const list = JSON.stringify(["/", ...files.map(({ path }) => path)]);
  // Not every name holds a hash, and a browser takes a new page only when this script has changed.
  const version = digest(files.map(({ bytes }) => digest(bytes)).join());
  // A worker script is no module: an `export {}` that makes the source one is left out.
  const script = transpiler.transformSync(source).replace(/^export \{\s*\};?$/m, "");
  return {
    path: "/sw.js",
    contentType: "text/javascript;charset=utf-8",
    bytes: new TextEncoder().encode(`// ${version}\nself.PAGE_FILES=${list};\n${script}`),
  };
}

/** Adds what is computed once for all who ask. */
function dress({ path, contentType, bytes }: RawFile): Asset {
  const isText = /^text\/|json|javascript|svg|xml|wasm/.test(contentType);
  const zipped =
    isText && bytes.length >= GZIP_BYTES_MIN ? Bun.gzipSync(bytes, { level: 9 }) : null;
  return {
    path,
    contentType,
    bytes,
    gzip: zipped !== null && zipped.length < bytes.length ? zipped : null,
    etag: `W/"${digest(bytes)}"`,
    immutable: /-[0-9a-z]{8}\.[a-z0-9]+$/.test(path),
  };
}

function digest(content: string | Uint8Array<ArrayBuffer>): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, 16);
}
