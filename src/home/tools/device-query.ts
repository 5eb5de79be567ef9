/** `device_query`: which devices there are and how they are, for those that the caller may see. */
import { type Static, Type } from "typebox";
import {
  type Area,
  checker,
  type Device,
  type HouseSnapshot,
  type Principal,
  type ToolDefinition,
  type ToolResult,
} from "#contract";
import type { House, ToolHandler } from "#kernel/state";
import { QUERY_TEXT_MAX } from "../limits.ts";
import { describeDevice, describeValues, fitLines } from "./describe.ts";
import { DEVICE_QUERY_TEXT as TEXT } from "./texts.ts";
import { mayUse } from "./visible.ts";

const ArgumentsSchema = Type.Object(
  {
    targets: Type.Optional(
      Type.Array(Type.String({ maxLength: 96 }), {
        minItems: 1,
        maxItems: 50,
        description: TEXT.targets,
      }),
    ),
    area: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: TEXT.area })),
    capability: Type.Optional(Type.String({ maxLength: 48, description: TEXT.capability })),
  },
  { additionalProperties: false },
);
type Arguments = Static<typeof ArgumentsSchema>;
const argumentsOf = checker(ArgumentsSchema);

export const deviceQueryTool: ToolDefinition = {
  name: "device_query",
  description: TEXT.tool,
  parameters: ArgumentsSchema,
  always: true,
  parallelSafe: true,
};

/** State values that one line of the answer shows. */
const VALUES_PER_LINE_MAX = 12;

/** The handler over `house`. */
export function deviceQuery(house: House): ToolHandler {
  return async (args, { principal }) =>
    query(house.snapshot(), argumentsOf.require(args, "device_query"), principal);
}

function query(house: HouseSnapshot, args: Arguments, principal: Principal): ToolResult {
  const { targets, area, capability } = args;
  const areas = area === undefined ? undefined : areasNamed(house.areas, area);
  if (areas?.size === 0) return { outcome: "invalid", content: `there is no area ${area}` };
  const known = new Map(house.devices.map((device) => [device.id, device]));
  const unknown = (targets ?? []).filter((id) => !known.has(id));
  if (targets && unknown.length === targets.length) {
    return { outcome: "invalid", content: `there is no device ${unknown.join(", ")}` };
  }
  const meant = house.devices.filter(
    (device) =>
      (targets?.includes(device.id) ?? true) &&
      (areas === undefined || (device.area !== null && areas.has(device.area.id))) &&
      (capability === undefined || device.capabilities.some(({ name }) => name === capability)),
  );
  const devices = meant.filter((device) => mayUse(principal, device));
  if (devices.length === 0 && meant.length > 0) {
    return { outcome: "denied", content: `no area of these is granted to ${principal.name}` };
  }
  return {
    outcome: "ok",
    content: textOf(devices, capability, unknown),
    data: { devices: devices.map(brief) },
  };
}

/** Areas by id, name or alias; letter case does not matter. */
function areasNamed(areas: readonly Area[], wanted: string): ReadonlySet<string> {
  const asked = wanted.trim().toLowerCase();
  const named = areas.filter(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === asked),
  );
  return new Set(named.map(({ id }) => id));
}

function brief({ id, name, area, kind, available, state, capabilities }: Device) {
  const names = capabilities.map((capability) => capability.name);
  return { id, name, area, kind, available, state, capabilities: names };
}

function textOf(
  devices: readonly Device[],
  capability: string | undefined,
  unknown: readonly string[],
): string {
  const lines = devices.map((device) => {
    const names = capability === undefined ? Object.keys(device.state) : [capability];
    const shown = names.filter((name) => device.state[name] !== undefined);
    const values = describeValues(device, shown.slice(0, VALUES_PER_LINE_MAX));
    return `${describeDevice(device)}${device.available ? "" : " unavailable"}${values}`;
  });
  const { text, left } = fitLines(lines, QUERY_TEXT_MAX);
  return [
    lines.length === 0 ? "no such devices" : text,
    ...(left > 0 ? [`… ${left} more; narrow the query by area, capability or targets`] : []),
    ...(unknown.length > 0 ? [`there is no device ${unknown.join(", ")}`] : []),
  ].join("\n");
}
