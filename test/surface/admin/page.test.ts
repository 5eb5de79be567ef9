/** The page's files: built from source, sent compressed, cached by hash, and nothing foreign runs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Asset, loadAssets } from "#surface/admin";
import { tempDir } from "../../support/temp-dir.ts";
import { type Harness, refusal, startAdmin } from "./harness.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** A small page with everything that ours has. */
const SOURCE: Readonly<Record<string, string>> = {
  "index.html": `<html><head><link rel="manifest" href="./manifest.webmanifest">
<link rel="icon" href="./icon.svg"><link rel="stylesheet" href="./main.css">
<script type="module" src="./main.tsx"></script></head><body><p>${"家".repeat(400)}</p></body></html>`,
  "main.tsx": `import { late } from "./late.ts"; document.title = late; export const x: number = 1;`,
  "late.ts": `export const late = "家";`,
  "main.css": "body { color: black }",
  "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "manifest.webmanifest": '{"name":"家"}',
  "sw.ts":
    "const version: string = '1';\nself.addEventListener('install', () => version);\nexport {};\n",
};

function writeSource(folder: string, source = SOURCE): string {
  const web = join(folder, "web");
  mkdirSync(web);
  for (const [name, text] of Object.entries(source)) writeFileSync(join(web, name), text);
  return web;
}

const textOf = (asset: Asset | undefined) => new TextDecoder().decode(asset?.bytes);

let folder: ReturnType<typeof tempDir>;
let admin: Harness;
let assets: Asset[];
beforeEach(async () => {
  folder = tempDir();
  assets = await loadAssets(writeSource(folder.path));
  admin = await startAdmin({ assets: async () => assets });
});
afterEach(async () => {
  await admin[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  admin.ask(path, { token: null, headers });
const bundle = () => assets.find(({ path }) => path.endsWith(".js") && path !== "/sw.js");

describe("the page", () => {
  test("is served to anybody, with a policy that lets nothing foreign in", async () => {
    const response = await get("/");
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html;charset=utf-8",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-cache",
    });
    expect(await response.text()).toContain("家家家");
  });

  test("consists of files that it names by absolute paths, so that it works at any address", async () => {
    const html = await (await get("/devices/sim.living_light/history")).text();
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(named.length).toBe(4);
    for (const path of named) {
      expect(path).toMatch(/^\/[^/]+$/);
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("content-security-policy")).toBe(POLICY);
    }
  });

  test("answers for its own addresses, but a file that is not there is a problem", async () => {
    expect(await (await get("/chat")).text()).toContain("<html>");
    for (const path of ["/nothing.js", "/a/b.css", "/../package.json", "/.env", "/%2e%2e/x.ts"]) {
      expect([path, ...(await refusal(await get(path)))]).toEqual([path, 404, "NOT_FOUND"]);
    }
  });

  test("takes no other method than GET and HEAD", async () => {
    const response = await admin.ask("/", { method: "POST", body: {} });
    expect(await refusal(response)).toEqual([404, "NOT_FOUND"]);
    const head = await admin.ask("/", { method: "HEAD", token: null });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("goes compressed to those who take it", async () => {
    const zipped = await get("/", { "accept-encoding": "br, gzip" });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(zipped.headers.get("vary")).toBe("accept-encoding");
    const plain = await (await get("/")).bytes();
    const sent = await zipped.bytes();
    expect(sent.length).toBeLessThan(plain.length);
    expect(Bun.gunzipSync(sent)).toEqual(plain);
    for (const refused of ["br", "gzip;q=0", "identity, gzip; q=0.0"]) {
      const response = await get("/", { "accept-encoding": refused });
      expect([refused, response.headers.get("content-encoding")]).toEqual([refused, null]);
    }
  });

  test("is not sent again to one who has it", async () => {
    const etag = (await get("/")).headers.get("etag") ?? "";
    const again = await get("/", { "if-none-match": `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("content-security-policy")).toBe(POLICY);
    expect((await get("/", { "if-none-match": 'W/"other"' })).status).toBe(200);
  });

  test("that cannot be loaded is a problem, and the interface still works", async () => {
    const broken = await startAdmin({
      assets: async () => {
        throw new Error("/secret/path is not there");
      },
    });
    await using _broken = broken;
    const response = await broken.ask("/");
    expect(await response.clone().text()).not.toContain("secret");
    expect(await refusal(response)).toEqual([503, "NOT_AVAILABLE"]);
    expect((await broken.ask("/api/v1/health")).status).toBe(200);
    await broken.ask("/");
    expect(broken.logged.map(({ event }) => event)).toEqual(["page.unavailable"]);
  });
});

describe("its files", () => {
  test("are built once, small, with hashes in their names", () => {
    expect(bundle()).toMatchObject({ immutable: true });
    expect(bundle()?.path).toMatch(/-[0-9a-z]{8}\.js$/);
    expect(textOf(bundle())).not.toContain(": number");
  });

  test("include those that browsers ask for by fixed names", async () => {
    const manifest = await get("/manifest.webmanifest");
    expect(manifest.headers.get("content-type")).toContain("application/manifest+json");
    expect(manifest.headers.get("cache-control")).toBe("no-cache");
    expect(await manifest.json()).toEqual({ name: "家" });
    expect((await get("/icon.svg")).headers.get("content-type")).toBe("image/svg+xml");
  });

  test("include a service worker that knows all the others", async () => {
    const worker = await get("/sw.js");
    expect(worker.headers.get("content-type")).toBe("text/javascript;charset=utf-8");
    expect(worker.headers.get("cache-control")).toBe("no-cache");
    const script = await worker.text();
    const self: { PAGE_FILES?: string[]; installed?: () => unknown } & Record<string, unknown> = {
      addEventListener(_name: string, listener: () => unknown) {
        self.installed = listener;
      },
    };
    new Function("self", script)(self);
    expect(self.installed?.()).toBe("1");
    const others = assets.map(({ path }) => path).filter((path) => path !== "/sw.js");
    expect(self.PAGE_FILES?.toSorted()).toEqual(["/", ...others].toSorted());
  });

  test("make another service worker when any of them changes, so that browsers notice", async () => {
    using other = tempDir();
    const web = writeSource(other.path);
    const version = async () => (await loadAssets(web)).find(({ path }) => path === "/sw.js")?.etag;
    const versions = [await version(), await version()];
    for (const name of ["icon.svg", "index.html"]) {
      writeFileSync(join(web, name), SOURCE[name]?.replace(">", " id='x'>") ?? "");
      versions.push(await version());
    }
    expect(versions[0]).toBe(versions[1]);
    expect(new Set(versions).size).toBe(3);
  });

  test("without a service worker or an icon are served as they are", async () => {
    using other = tempDir();
    const {
      "sw.ts": _worker,
      "manifest.webmanifest": _manifest,
      "icon.svg": _icon,
      ...rest
    } = SOURCE;
    const html = '<script type="module" src="./main.tsx"></script>';
    const bare = await loadAssets(writeSource(other.path, { ...rest, "index.html": html }));
    expect(bare.map(({ path }) => path.replace(/-[0-9a-z]{8}/, "")).toSorted()).toEqual([
      "/chunk.js",
      "/index.html",
    ]);
  });

  test("say what is wrong when they do not build", async () => {
    using other = tempDir();
    const broken = { ...SOURCE, "main.tsx": 'import "./missing.ts";' };
    await expect(loadAssets(writeSource(other.path, broken))).rejects.toMatchObject({
      code: "PAGE_BUILD_FAILED",
      message: expect.stringContaining("missing.ts"),
    });
    using third = tempDir();
    const importing = { ...SOURCE, "sw.ts": 'import "./late.ts";' };
    await expect(loadAssets(writeSource(third.path, importing))).rejects.toMatchObject({
      code: "PAGE_BUILD_FAILED",
      message: expect.stringContaining("./late.ts"),
    });
  });
});
