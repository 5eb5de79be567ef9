/** Routes of the house: devices, their past, and commands to them. */
import { Type } from "typebox";
import { checker, problem } from "#contract";
import { API_HEADERS } from "../http/problems.ts";
import { guardedRoute, type Route } from "../http/route.ts";
import { CommandResultSchema, DeviceSchema, HistorySchema, HouseSchema } from "../http/schemas.ts";
import type { Services } from "../services.ts";

const commandBody = checker(
  Type.Object({
    capability: Type.String({ minLength: 1, maxLength: 96 }),
    value: Type.Unknown(),
  }),
);

/** Devices as the caller may see them. */
export function houseRoutes({ deps: { hub }, signal }: Services): readonly Route[] {
  return [
    guardedRoute({
      method: "GET",
      path: "/api/v1/house",
      summary: "Floors, areas and devices at this moment.",
      reply: { status: 200, schema: HouseSchema },
      handle: ({ caller }) => hub.call("admin.house", { caller }, signal),
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/devices",
      summary: "All devices.",
      reply: { status: 200, schema: Type.Array(DeviceSchema) },
      handle: async ({ caller }) => (await hub.call("admin.house", { caller }, signal)).devices,
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/devices/{id}",
      summary: "One device.",
      reply: { status: 200, schema: DeviceSchema },
      handle: ({ caller, param }) => hub.call("admin.device", { caller, id: param("id") }, signal),
    }),
    guardedRoute({
      method: "DELETE",
      path: "/api/v1/devices/{id}",
      summary: "Takes a device that is gone out of the house; CONFLICT while it can be reached.",
      reply: { status: 204 },
      handle: async ({ caller, param }) => {
        await hub.call("admin.forgetDevice", { caller, id: param("id") }, signal);
        return new Response(null, { status: 204, headers: API_HEADERS });
      },
    }),
    guardedRoute({
      method: "GET",
      path: "/api/v1/devices/{id}/history",
      summary: "Past values of a device with their causes, oldest first, at most 1 000.",
      query: {
        from: "First moment: ISO 8601 or milliseconds since the epoch.",
        to: "Last moment, in the same form.",
      },
      reply: { status: 200, schema: HistorySchema },
      handle: ({ caller, param, query }) => {
        const from = readMoment("from", query("from"));
        const to = readMoment("to", query("to"));
        const span = {
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        };
        return hub.call("admin.history", { caller, id: param("id"), ...span }, signal);
      },
    }),
    guardedRoute({
      method: "POST",
      path: "/api/v1/devices/{id}/command",
      summary: "Changes one capability; the value is in the capability's own range and unit.",
      body: commandBody,
      reply: { status: 200, schema: CommandResultSchema },
      handle: ({ caller, param, body: { capability, value } }) =>
        hub.call("admin.command", { caller, id: param("id"), capability, value }, signal),
    }),
  ];
}

/** A moment in a query as epoch milliseconds. Throws `INVALID_PARAMS`. */
function readMoment(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const moment = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(moment)) return moment;
  throw problem("INVALID_PARAMS", `"${name}" is not a moment`, {
    hint: "such as 2026-11-30T08:00:00Z, or milliseconds since 1970",
  });
}
