/** Two guards against browsers that are used by others: foreign host names and foreign pages. */
import { isIP } from "node:net";
import { problem } from "#contract";
import type { External } from "./origin.ts";

/** Methods that change nothing and so need no proof of where they come from. */
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a method may change something. */
export function isUnsafe(method: string): boolean {
  return !SAFE_METHODS.has(method);
}

/**
 * Makes the check of the `Host` header. A page whose name an attacker points at the hub's address
 * (DNS rebinding) would otherwise count as the same origin; he cannot do that with an IP address,
 * `localhost` or a `.local` name.
 */
export function createHostGuard(hostNames: readonly string[]): (host: string) => void {
  const known = new Set(hostNames.map((name) => name.toLowerCase()));
  return (host) => {
    const name = hostName(host);
    if (name !== undefined && (isOwnName(name) || known.has(name))) return;
    throw problem("FORBIDDEN", `the host name "${host.slice(0, 100)}" is not known to the hub`, {
      hint: "use its IP address, or add the name to core.http.host_names",
    });
  };
}

/** The name in a `Host` header, without port, brackets and final dot. */
function hostName(host: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(host);
  const name = match?.[1] ?? match?.[2];
  return name?.replace(/\.$/, "") || undefined;
}

/** Names that cannot be pointed at us by somebody else's name server. */
function isOwnName(name: string): boolean {
  return (
    isIP(name) !== 0 ||
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name.endsWith(".local")
  );
}

/**
 * Refuses a request that a page of another origin sent. `strict` demands the proof, since cookies
 * come along by themselves, even from another port of the same machine (which is the same *site*);
 * otherwise a request without any such header, as scripts send it, passes.
 */
export function requireSameOrigin(headers: Headers, external: External, strict: boolean): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if (site === "same-origin") return;
  // Browsers leave Sec-Fetch-Site away on plain http:// names; Origin is there then.
  if (site === null && origin !== null && originHost(origin) === external.host) return;
  if (site === null && origin === null && !strict) return;
  throw problem("FORBIDDEN", "this request does not come from the hub's own page", {
    hint: "scripts send their token as Authorization: Bearer",
  });
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
