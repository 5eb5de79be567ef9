/** Routes for getting in and out: first set-up, login, logout, people and their tokens. */
import { Type } from "typebox";
import { codeOf } from "#base";
import { adminMethods, type IssuedToken } from "#contract";
import { sessionCookieHeader } from "../access/identity.ts";
import { API_HEADERS } from "../http/problems.ts";
import { guardedRoute, type OpenCall, openRoute, type Route } from "../http/route.ts";
import { IssuedTokenSchema, TokenInfoSchema, UserSchema } from "../http/schemas.ts";
import type { Services } from "../services.ts";

type Login = { readonly name: string; readonly password: string };

const NeededSchema = Type.Object({ needed: Type.Boolean() });

/** Set-up, login, logout. */
export function accountRoutes(services: Services): readonly Route[] {
  const { deps, signal, tokens } = services;
  const { hub } = deps;
  return [
    openRoute({
      method: "GET",
      path: "/api/v1/setup",
      summary: "Whether the hub still waits for its first set-up.",
      reply: { status: 200, schema: NeededSchema },
      handle: () => hub.call("admin.setupState", {}, signal),
    }),
    openRoute({
      method: "POST",
      path: "/api/v1/setup",
      summary: "First set-up with the code from the terminal; answers the owner's session.",
      body: adminMethods["admin.setup"].params,
      reply: { status: 201, schema: IssuedTokenSchema },
      handle: async (call) => {
        const { code, name, password } = call.body;
        const issued = await hub.call("admin.setup", { code, name, password }, signal);
        return withSession(call, issued, 201);
      },
    }),
    openRoute({
      method: "POST",
      path: "/api/v1/login",
      summary: "Signs in with name and password; answers a session.",
      body: adminMethods["admin.login"].params,
      reply: { status: 200, schema: IssuedTokenSchema },
      handle: async (call) => withSession(call, await login(services, call), 200),
    }),
    guardedRoute({
      method: "POST",
      path: "/api/v1/logout",
      summary: "Ends the session, or the token, that is used.",
      reply: { status: 204 },
      handle: async ({ caller, external }) => {
        await hub.call("admin.logout", { caller }, signal);
        tokens.forget(caller);
        const headers = new Headers(API_HEADERS);
        headers.set("set-cookie", sessionCookieHeader(null, external.scheme === "https"));
        return new Response(null, { status: 204, headers });
      },
    }),
  ];
}

/** Who the caller is, people with an account, and their tokens. */
export function tokenRoutes({ deps: { hub }, signal }: Services): readonly Route[] {
  return [
    guardedRoute({
      method: "GET",
      path: "/api/v1/me",
      summary: "Who the caller is.",
      reply: { status: 200, schema: UserSchema },
      handle: ({ identity: { principal } }) => ({
        personId: principal.personId,
        name: principal.name,
        role: principal.role,
      }),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/users",
      summary: "All people with an account.",
      reply: { status: 200, schema: Type.Array(UserSchema) },
      handle: ({ caller }) => hub.call("admin.users", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/tokens",
      summary: "Tokens and sessions; the tokens themselves are shown only when they are made.",
      reply: { status: 200, schema: Type.Array(TokenInfoSchema) },
      handle: ({ caller }) => hub.call("admin.tokens", { caller }, signal),
    }),
    guardedRoute({
      method: "DELETE",
      path: "/api/v1/tokens/{id}",
      summary: "Ends a token or session at once, with its open streams.",
      reply: { status: 204 },
      handle: async ({ caller, param }) => {
        await hub.call("admin.tokenRevoke", { caller, id: param("id") }, signal);
        return new Response(null, { status: 204, headers: API_HEADERS });
      },
    }),
  ];
}

/** Asks the kernel, unless the source has failed too often (F57). */
async function login(services: Services, call: OpenCall<Login>): Promise<IssuedToken> {
  const { name, password } = call.body;
  const source = services.origins.source(call.env.peer, call.request.headers);
  const attempt = services.logins.begin(source);
  try {
    const params = { name, password };
    const issued = await services.deps.hub.call("admin.login", params, services.signal);
    attempt.succeeded();
    return issued;
  } catch (error) {
    if (codeOf(error) === "UNAUTHENTICATED") {
      attempt.failed();
      services.deps.log.warn("http.login_failed", { source });
    } else attempt.dropped();
    throw error;
  }
}

/** The session as the body and as a cookie: the page needs no script that can read the token. */
function withSession(call: OpenCall, issued: IssuedToken, status: 200 | 201): Response {
  const headers = new Headers(API_HEADERS);
  headers.set("set-cookie", sessionCookieHeader(issued.token, call.external.scheme === "https"));
  return Response.json({ token: issued.token, role: issued.role }, { status, headers });
}
