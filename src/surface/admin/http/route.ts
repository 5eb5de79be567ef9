/** One route as data: the table of routes makes both the server and its OpenAPI description. */
import type { Static, TSchema } from "typebox";
import type { Checker } from "#contract";
import type { Identity } from "../access/identity.ts";
import type { External } from "../access/origin.ts";
import type { RequestEnv } from "../ports.ts";

/** A type whose every level is read-only, as the contract's answers are. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A request as the handler of an open route sees it. */
export interface OpenCall<Body = unknown> {
  readonly request: Request;
  readonly env: RequestEnv;
  readonly external: External;
  readonly body: Body;
  /** A `{name}` part of the path; the route has it, or this is our bug. */
  param(name: string): string;
  query(name: string): string | undefined;
}

/** A request of somebody who is known. */
export interface Call<Body = unknown> extends OpenCall<Body> {
  readonly identity: Identity;
  /** Hash that the kernel knows the caller by. */
  readonly caller: string;
}

type Answer<Reply extends TSchema> =
  | DeepReadonly<Static<Reply>>
  | Response
  | Promise<DeepReadonly<Static<Reply>> | Response>;

interface RouteBase<Body extends TSchema, Reply extends TSchema> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** OpenAPI's spelling: `/api/v1/devices/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** Query parameters: name → what it means. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Checker<Body>;
  /** The media type of a body that is no JSON; the handler reads it from the request. */
  readonly rawBody?: string;
  /** The answer of a success; without a schema it has no body. */
  readonly reply: { readonly status: 200 | 201 | 204; readonly schema?: Reply };
  /** Says what the events are where it can answer `text/event-stream`. */
  readonly events?: string;
  /** Adds members to this route's problems, for clients of another API. */
  readonly problemExtension?: (problem: {
    code: string;
    detail: string;
  }) => Record<string, unknown>;
}

/** A route that anybody may call. */
export interface OpenRoute<Body extends TSchema = TSchema, Reply extends TSchema = TSchema>
  extends RouteBase<Body, Reply> {
  readonly access: "open";
  handle(call: OpenCall<Static<Body>>): Answer<Reply>;
}

/** A route that needs a token or session; the kernel checks the role. */
export interface GuardedRoute<Body extends TSchema = TSchema, Reply extends TSchema = TSchema>
  extends RouteBase<Body, Reply> {
  readonly access: "signed-in";
  handle(call: Call<Static<Body>>): Answer<Reply>;
}

export type Route = OpenRoute | GuardedRoute;

/** Writes down an open route; the schemas give the handler its types. */
export function openRoute<Body extends TSchema, Reply extends TSchema>(
  route: Omit<OpenRoute<Body, Reply>, "access">,
): Route {
  return { ...route, access: "open" } as OpenRoute as Route;
}

/** Writes down a route that needs a token or session. */
export function guardedRoute<Body extends TSchema, Reply extends TSchema>(
  route: Omit<GuardedRoute<Body, Reply>, "access">,
): Route {
  return { ...route, access: "signed-in" } as GuardedRoute as Route;
}
