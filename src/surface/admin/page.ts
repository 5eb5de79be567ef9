/** Sends the page's files: nothing from elsewhere may run in it, and what has a hash in its name stays. */
import { type Logger, OperationalError } from "#base";
import { problem } from "#contract";
import { problemResponse } from "./http/problems.ts";
import type { AdminDeps, Asset } from "./ports.ts";

/** Only our own files, and no frame, form or base that could be slipped in. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  vary: "accept-encoding",
} as const;

type Files = ReadonlyMap<string, Asset>;

/** Answers requests for the page. Its files are loaded on the first one. */
export function createPage({ assets, log }: AdminDeps): (request: Request) => Promise<Response> {
  let files: Promise<Files> | undefined;
  return async (request) => {
    files ??= loadFiles(assets, log);
    const asset = find(await files, new URL(request.url).pathname);
    return asset === undefined ? notFound() : send(asset, request.headers);
  };
}

async function loadFiles(assets: AdminDeps["assets"], log: Logger): Promise<Files> {
  try {
    return new Map((await assets()).map((asset) => [asset.path, asset]));
  } catch (cause) {
    // Without its page the interface still serves scripts and the voice of the house.
    log.error("page.unavailable", { error: cause });
    throw new OperationalError("NOT_AVAILABLE", "the page could not be loaded", { cause });
  }
}

/** The file, or the page itself for one of its own addresses, which have no dot at the end. */
function find(files: Files, path: string): Asset | undefined {
  const isFile = path.slice(path.lastIndexOf("/")).includes(".");
  return files.get(path) ?? (isFile ? undefined : files.get("/index.html"));
}

function notFound(): Response {
  return problemResponse(problem("NOT_FOUND", "there is no such file"));
}

function send(asset: Asset, headers: Headers): Response {
  const cache = asset.immutable ? "public, max-age=31536000, immutable" : "no-cache";
  const shared = { ...PAGE_HEADERS, etag: asset.etag, "cache-control": cache };
  if (headers.get("if-none-match")?.includes(asset.etag)) {
    return new Response(null, { status: 304, headers: shared });
  }
  const zipped = acceptsGzip(headers.get("accept-encoding")) ? asset.gzip : null;
  return new Response(zipped ?? asset.bytes, {
    headers: {
      ...shared,
      "content-type": asset.contentType,
      ...(zipped === null ? {} : { "content-encoding": "gzip" }),
    },
  });
}

function acceptsGzip(header: string | null): boolean {
  return header !== null && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header);
}
