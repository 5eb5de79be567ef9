/** The OpenAPI description, made from the same table of routes that serves them. */
import type { TSchema } from "typebox";
import { HUB_VERSION } from "#contract";
import type { Route } from "./route.ts";
import { ProblemSchema } from "./schemas.ts";

const PROBLEM_REF = { $ref: "#/components/responses/Problem" };

/** Describes the routes as an OpenAPI 3.1 document. */
export function describeRoutes(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    paths[route.path] = path;
    path[route.method.toLowerCase()] = describeRoute(route);
  }
  return {
    openapi: "3.1.0",
    info: { title: "HomeAgent", version: HUB_VERSION },
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "homeagent_session" },
      },
      responses: {
        Problem: {
          description: "What went wrong, with a stable code (RFC 9457).",
          content: { "application/problem+json": { schema: ProblemSchema } },
        },
      },
    },
  };
}

function describeRoute(route: Route): Record<string, unknown> {
  const parameters = [
    ...pathParameters(route.path).map((name) => parameter(name, "path", undefined)),
    ...Object.entries(route.query ?? {}).map(([name, doc]) => parameter(name, "query", doc)),
  ];
  return {
    summary: route.summary,
    security: route.access === "open" ? [] : [{ token: [] }, { session: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(route.body.schema) } }),
    ...(route.rawBody === undefined
      ? {}
      : { requestBody: { required: true, content: { [route.rawBody]: {} } } }),
    responses: { [String(route.reply.status)]: describeReply(route), default: PROBLEM_REF },
  };
}

function describeReply(route: Route): Record<string, unknown> {
  const stream = route.events === undefined ? {} : { "text/event-stream": { schema: {} } };
  const content = { ...(route.reply.schema ? json(route.reply.schema) : {}), ...stream };
  return {
    description: route.events ?? "Done.",
    ...(Object.keys(content).length === 0 ? {} : { content }),
  };
}

const json = (schema: TSchema) => ({ "application/json": { schema } });

const parameter = (name: string, where: "path" | "query", description: string | undefined) => ({
  name,
  in: where,
  required: where === "path",
  ...(description === undefined ? {} : { description }),
  schema: { type: "string" },
});

/** The `{names}` of a path. */
function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
