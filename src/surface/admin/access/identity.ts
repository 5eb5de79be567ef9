/** Turns a request into the person who sent it: by bearer token or by session cookie. */
import { type Principal, problem } from "#contract";
import { COOKIE_MAX_AGE_S, TOKEN_LENGTH_MAX } from "../limits.ts";
import { bearerToken, hashToken, type Tokens } from "./tokens.ts";

/** Name of the session cookie. */
const SESSION_COOKIE = "homeagent_session";

/** The sender of a request. */
export interface Identity {
  readonly principal: Principal;
  /** SHA-256 of his token: what the kernel knows him by. */
  readonly caller: string;
  /** A cookie comes along by itself and so needs a proof of origin. */
  readonly via: "bearer" | "cookie";
}

/** Who sent the request. Throws `UNAUTHENTICATED`. A bearer token goes before a cookie. */
export async function identify(headers: Headers, tokens: Tokens): Promise<Identity> {
  const authorization = headers.get("authorization");
  const isBearer = authorization !== null && /^bearer\b/i.test(authorization);
  const token = isBearer ? bearerToken(authorization) : sessionCookie(headers.get("cookie"));
  if (token === undefined) {
    throw problem("UNAUTHENTICATED", "this needs a token or a session", {
      hint: "sign in, or send Authorization: Bearer",
    });
  }
  const caller = hashToken(token);
  const principal = await tokens.verify(caller);
  if (principal === undefined) {
    throw problem("UNAUTHENTICATED", "this token or session is not valid", {
      hint: "sign in again",
    });
  }
  return { principal, caller, via: isBearer ? "bearer" : "cookie" };
}

/** The session in a `Cookie` header. */
function sessionCookie(header: string | null): string | undefined {
  if (header === null) return undefined;
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== SESSION_COOKIE) continue;
    const value = pair.slice(at + 1).trim();
    return value !== "" && value.length <= TOKEN_LENGTH_MAX ? value : undefined;
  }
  return undefined;
}

/** The `Set-Cookie` header that begins a session, or ends it when the token is null. */
export function sessionCookieHeader(token: string | null, secure: boolean): string {
  const life = token === null ? "Max-Age=0" : `Max-Age=${COOKIE_MAX_AGE_S}`;
  const parts = [`${SESSION_COOKIE}=${token ?? ""}`, "Path=/", "HttpOnly", "SameSite=Strict", life];
  if (secure) parts.push("Secure");
  return parts.join("; ");
}
