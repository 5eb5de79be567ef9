/** What a device is: typed capabilities, one JSON state, and who changed it last and why. */
import { type Static, Type } from "typebox";
import { checker } from "./schema.ts";

/** ASCII, stable, `<plugin>.<local part>`; names are Unicode and may change. */
export const DeviceIdSchema = Type.String({ pattern: "^[a-z0-9][a-z0-9_.-]{0,95}$" });

/** Home Assistant's domain words, so that people who come from there feel at home. */
export const DEVICE_KINDS = [
  "light",
  "switch",
  "outlet",
  "climate",
  "cover",
  "valve",
  "fan",
  "lock",
  "sensor",
  "binary_sensor",
  "vacuum",
  "lawn_mower",
  "media_player",
  "humidifier",
  "water_heater",
  "button",
  "scene",
  "script",
  "camera",
  "person",
  "weather",
  "todo",
] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Capability names (contract §2) plus what the kinds above need: action, playback, muted, state. */
const Access = Type.Array(Type.Union([Type.Literal("read"), Type.Literal("write")]), {
  minItems: 1,
  maxItems: 2,
});

const common = {
  name: Type.String({ pattern: "^[a-z][a-z0-9_]{0,47}$" }),
  access: Access,
  label: Type.Optional(Type.String({ maxLength: 80 })),
  deviceClass: Type.Optional(Type.String({ maxLength: 40 })),
  stateClass: Type.Optional(Type.String({ maxLength: 40 })),
  category: Type.Optional(Type.String({ maxLength: 40 })),
};

const Scalar = Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 200 })]);

/** A capability as Zigbee2MQTT's `exposes` tells it. `unit`, `min`, `max` are the device's own. */
export const CapabilitySchema = Type.Union([
  Type.Object(
    { ...common, kind: Type.Literal("binary"), valueOn: Scalar, valueOff: Scalar },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      ...common,
      kind: Type.Literal("numeric"),
      unit: Type.Optional(Type.String({ maxLength: 20 })),
      min: Type.Optional(Type.Number()),
      max: Type.Optional(Type.Number()),
      step: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      ...common,
      kind: Type.Literal("enum"),
      values: Type.Array(Type.String({ maxLength: 80 }), { minItems: 1, maxItems: 100 }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      ...common,
      kind: Type.Literal("text"),
      maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
  // A color travels as "#rrggbb": one form for the page, the tools and every plugin.
  Type.Object({ ...common, kind: Type.Literal("color") }, { additionalProperties: false }),
]);
export type Capability = Static<typeof CapabilitySchema>;

/** A JSON value of a capability, in the capability's own range and unit. */
export type StateValue = boolean | number | string | null;
/** The state of a device: capability name → raw value. */
export type DeviceState = Readonly<Record<string, StateValue>>;

export const StateSchema = Type.Record(
  Type.String({ maxLength: 48 }),
  Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 4096 }), Type.Null()]),
);

const NameSchema = Type.String({ minLength: 1, maxLength: 200 });

/** What a plugin says of a device when it registers it; `area` is a wish that the owner can change. */
export const DeviceDeclarationSchema = Type.Object(
  {
    id: DeviceIdSchema,
    name: NameSchema,
    aliases: Type.Optional(Type.Array(NameSchema, { maxItems: 20 })),
    area: Type.Optional(
      Type.Object(
        { id: Type.String({ pattern: "^[a-z0-9][a-z0-9_-]{0,63}$" }), name: NameSchema },
        { additionalProperties: false },
      ),
    ),
    kind: Type.Enum([...DEVICE_KINDS]),
    deviceClass: Type.Optional(Type.String({ maxLength: 40 })),
    capabilities: Type.Array(CapabilitySchema, { maxItems: 64 }),
    state: Type.Optional(StateSchema),
    available: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type DeviceDeclaration = Static<typeof DeviceDeclarationSchema>;
export const deviceDeclaration = checker(DeviceDeclarationSchema);

/** One link of the chain that answers "why did the light go on?". */
export interface Cause {
  readonly kind:
    | "person"
    | "plugin"
    | "timer"
    | "automation"
    | "turn"
    | "tool"
    | "command"
    | "device"
    | "channel";
  readonly id: string;
}

/** When a device last changed, and through whom. `cause` runs from the origin to the command. */
export interface LastChange {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly cause: readonly Cause[];
}

/** A room, or an outdoor place. */
export interface Area {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly floorId: string | null;
}

/** A storey. */
export interface Floor {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly level: number | null;
}

/** A device as everyone outside sees it (contract §2). */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly area: { readonly id: string; readonly name: string } | null;
  readonly plugin: string;
  readonly kind: DeviceKind;
  readonly deviceClass?: string;
  readonly available: boolean;
  readonly capabilities: readonly Capability[];
  readonly state: DeviceState;
  readonly lastChange: LastChange | null;
}

/** The whole house at one moment. `revision` grows with every change of names or members. */
export interface HouseSnapshot {
  readonly revision: number;
  readonly floors: readonly Floor[];
  readonly areas: readonly Area[];
  readonly devices: readonly Device[];
}

/** How a device command ended. `unconfirmed`: taken by the plugin, no matching state within 5 s. */
export type CommandOutcome = "ok" | "unconfirmed" | "failed";

/** What a device command answers. */
export interface CommandResult {
  readonly commandId: string;
  readonly outcome: CommandOutcome;
  /** The state values that the command was about, as they are now. */
  readonly state: DeviceState;
  readonly message?: string;
}
