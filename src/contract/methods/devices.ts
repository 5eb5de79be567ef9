/** Methods of devices: what a plugin brings into the house, and how it stands. */
import { Type } from "typebox";
import { DeviceDeclarationSchema, DeviceIdSchema, StateSchema } from "../device.ts";
import { method } from "./define.ts";

export const deviceMethods = {
  "device.register": method<{ readonly id: string }>()(
    "devices",
    "Puts a device into the house, or updates what it is.",
    Type.Object({ device: DeviceDeclarationSchema }),
  ),
  "device.state": method()(
    "devices",
    "Tells state values that changed; `commandId` ties them to the command that caused them.",
    Type.Object({
      id: DeviceIdSchema,
      state: Type.Optional(StateSchema),
      available: Type.Optional(Type.Boolean()),
      commandId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
  ),
  "device.remove": method()(
    "devices",
    "Takes a device of this plugin out of the house.",
    Type.Object({ id: DeviceIdSchema }),
  ),
} as const;
