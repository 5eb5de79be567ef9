/** Runs one route for one request: who, from where, with what; then the handler, then the answer. */
import type { Context } from "hono";
import { assert } from "#base";
import { problem } from "#contract";
import { isUnsafe, requireSameOrigin } from "../access/guards.ts";
import { identify } from "../access/identity.ts";
import type { RequestEnv } from "../ports.ts";
import type { Services } from "../services.ts";
import { readJsonBody } from "./body.ts";
import { API_HEADERS } from "./problems.ts";
import type { OpenCall, Route } from "./route.ts";

/** What Hono knows of our requests. */
export type HttpContext = Context<{ Bindings: RequestEnv }>;

/** Answers a request, or throws what becomes a problem. */
export async function serveRoute(
  route: Route,
  context: HttpContext,
  services: Services,
): Promise<Response> {
  const request = context.req.raw;
  const external = services.origins.external(context.env.peer, request);
  const unsafe = isUnsafe(request.method);
  if (route.access === "open") {
    if (unsafe) requireSameOrigin(request.headers, external, false);
    const call = await readCall(route, context, external);
    return reply(route, await route.handle(call));
  }
  const identity = await identify(request.headers, services.tokens);
  if (unsafe && identity.via === "cookie") requireSameOrigin(request.headers, external, true);
  const call = await readCall(route, context, external);
  return reply(route, await route.handle({ ...call, identity, caller: identity.caller }));
}

async function readCall(
  route: Route,
  context: HttpContext,
  external: OpenCall["external"],
): Promise<OpenCall> {
  const request = context.req.raw;
  return {
    request,
    env: context.env,
    external,
    body: route.body?.require(await readJsonBody(request), "body"),
    param(name) {
      const value = context.req.param(name);
      assert(value !== undefined, `${route.path} has no part ${name}`);
      if (value.length <= 128) return value;
      throw problem("NOT_FOUND", `the ${name} in the path is too long`);
    },
    query: (name) => context.req.query(name),
  };
}

function reply(route: Route, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  return Response.json(answer, { status: route.reply.status, headers: API_HEADERS });
}
