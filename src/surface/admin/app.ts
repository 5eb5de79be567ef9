/** The HTTP interface as a Hono app: guards, the table of routes, the page, and problems for the rest. */
import { Hono } from "hono";
import { problem } from "#contract";
import { createHostGuard } from "./access/guards.ts";
import { logUnexpected, problemResponse } from "./http/problems.ts";
import type { Route } from "./http/route.ts";
import { type HttpContext, serveRoute } from "./http/serve-route.ts";
import { createPage } from "./page.ts";
import type { AdminDeps, RequestEnv } from "./ports.ts";
import { routeTable } from "./routes/table.ts";
import { type Services, startServices } from "./services.ts";

/** A running app. Disposing ends its streams and its subscriptions. */
export interface AdminApp extends AsyncDisposable {
  /** Takes requests through `fetch`; a test through `request(path, init, env)`. */
  readonly http: Hono<{ Bindings: RequestEnv }>;
  /** The routes that it serves, as the OpenAPI description tells them. */
  readonly routes: readonly Route[];
}

/** Builds the app and subscribes to the kernel's events. */
export async function createAdminApp(deps: AdminDeps): Promise<AdminApp> {
  await using resources = new AsyncDisposableStack();
  const services = await startServices(deps, resources);
  const routes = routeTable(services);
  const http = new Hono<{ Bindings: RequestEnv }>();
  addGuards(http, services);
  for (const route of routes) addRoute(http, route, services);
  addRest(http, deps);
  const started = resources.move();
  return { http, routes, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

type Http = AdminApp["http"];

/** What every request passes: the check of its host name, and a line in the debug log. */
function addGuards(http: Http, { deps, origins }: Services): void {
  const guardHost = createHostGuard(deps.settings.hostNames);
  http.use("*", async (context, next) => {
    const begun = deps.clock.monotonic();
    guardHost(origins.external(context.env.peer, context.req.raw).host);
    await next();
    if (!deps.settings.accessLog) return;
    deps.log.debug("http.request", {
      method: context.req.method,
      path: context.req.path.slice(0, 200),
      status: context.res.status,
      ms: Math.round(deps.clock.monotonic() - begun),
    });
  });
  http.onError((error, context) => {
    logUnexpected(deps.log, context.req.path.slice(0, 200), error);
    return problemResponse(error);
  });
}

function addRoute(http: Http, route: Route, services: Services): void {
  const path = route.path.replace(/\{(\w+)\}/g, ":$1");
  const extension = route.problemExtension;
  http.on(route.method, path, async (context: HttpContext) => {
    if (extension === undefined) return serveRoute(route, context, services);
    try {
      return await serveRoute(route, context, services);
    } catch (error) {
      logUnexpected(services.deps.log, route.path, error);
      return problemResponse(error, extension);
    }
  });
}

/** Unknown routes of the interface are problems; everything else is the page's. */
function addRest(http: Http, deps: AdminDeps): void {
  const unknown = (context: HttpContext) =>
    problemResponse(
      problem("NOT_FOUND", `there is no ${context.req.method} ${context.req.path.slice(0, 200)}`, {
        hint: "GET /api/v1/openapi.json lists what there is",
      }),
    );
  http.all("/api/*", unknown);
  http.all("/v1/*", unknown);
  const page = createPage(deps);
  http.get("*", (context) => page(context.req.raw));
  http.notFound(unknown);
}
