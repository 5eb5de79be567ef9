/**
 * Opens the page when the hub is away: keeps the page's own files and nothing else. No answer of the
 * interface is ever kept here; the last picture of the house lies with the page, which deletes it at
 * sign-out. Stands alone, without imports: the hub hands it out as one script, with `PAGE_FILES` in
 * front, so that it changes with every version of the page and the browser takes the new one.
 */
export {};

interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker extends EventTarget {
  readonly PAGE_FILES?: readonly string[];
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

const worker = self as unknown as Worker;
const files = worker.PAGE_FILES ?? ["/"];
const CACHE_PREFIX = "page-";
const cacheName = CACHE_PREFIX + fingerprint(files.join("\n"));
/** A hub that does not answer by then is away: the kept page opens. */
const PATIENCE_MS = 4_000;
/** Files with a hash in their name never change. */
const HASHED = /-[0-9a-z]{8}\.[a-z0-9]+$/;

worker.addEventListener("install", (event) => {
  (event as WorkerEvent).waitUntil(keepFiles().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  (event as WorkerEvent).waitUntil(dropOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (isInterface(url.pathname)) return;
    (event as FetchEvent).respondWith(freshOr(request, "/"));
  } else if (files.includes(url.pathname)) {
    (event as FetchEvent).respondWith(
      HASHED.test(url.pathname) ? keptOr(request) : freshOr(request, url.pathname),
    );
  }
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((path) => new Request(path, { cache: "no-cache" })));
}

async function dropOlder(): Promise<void> {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function keptOr(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName })) ?? (await fetch(request));
}

/** The hub's file; the kept one when the hub is away or answers for itself that it is. */
async function freshOr(request: Request, path: string): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status < 500) return response;
    return (await caches.match(path, { cacheName })) ?? response;
  } catch (error) {
    const kept = await caches.match(path, { cacheName });
    if (kept) return kept;
    throw error;
  }
}

function isInterface(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/v1/");
}

/** A short name for a list of files. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
