/** `hub.devices`: registering devices, telling their states, carrying out commands. */
import { isCanceled, messageOf, OperationalError } from "#base";
import type { DeviceCommand, DeviceDeclaration, DeviceState, StateValue } from "#contract";
import type { HubLink } from "../hub-link.ts";

/** A registered device. */
export interface DeviceHandle {
  readonly id: string;
  /** Tells changed state values; `commandId` ties them to the command that caused them. */
  report(state: DeviceState, commandId?: string): void;
  setAvailable(available: boolean): void;
  remove(): Promise<void>;
}

/** One command to one device. */
export interface DeviceCommandContext {
  readonly commandId: string;
  readonly capability: string;
  readonly value: Exclude<StateValue, null>;
}

/**
 * Carries out a command. Answering a state reports it under the command's id at once; answering
 * nothing means that the state will be reported later. Throwing tells the caller why it failed.
 */
export type DeviceCommandHandler = (
  command: DeviceCommandContext,
  signal: AbortSignal,
) => Promise<DeviceState | undefined> | DeviceState | undefined;

export interface HubDevices {
  register(declaration: DeviceDeclaration, onCommand?: DeviceCommandHandler): Promise<DeviceHandle>;
}

/** The group and the way in for commands. */
export function createDevices(link: HubLink): {
  readonly api: HubDevices;
  command(command: DeviceCommand, signal: AbortSignal): Promise<null>;
} {
  const handlers = new Map<string, DeviceCommandHandler | undefined>();
  const tell = (id: string, change: object) => link.notify("device.state", { id, ...change });
  return {
    api: {
      async register(device, onCommand) {
        const before = handlers.get(device.id);
        const known = handlers.has(device.id);
        // Set first: a command may overtake the reply.
        handlers.set(device.id, onCommand);
        try {
          await link.call("device.register", { device }, link.signal);
        } catch (error) {
          if (known) handlers.set(device.id, before);
          else handlers.delete(device.id);
          throw error;
        }
        return {
          id: device.id,
          report: (state, commandId) =>
            tell(device.id, { state, ...(commandId === undefined ? {} : { commandId }) }),
          setAvailable: (available) => tell(device.id, { available }),
          async remove() {
            await link.call("device.remove", { id: device.id }, link.signal);
            handlers.delete(device.id);
          },
        };
      },
    },
    async command({ commandId, id, capability, value }, signal) {
      const handler = handlers.get(id);
      if (!handler) {
        throw handlers.has(id)
          ? new OperationalError("NOT_WRITABLE", `${id} takes no commands`)
          : new OperationalError("DEVICE_UNKNOWN", `this plugin has no device ${id}`);
      }
      try {
        const state = await handler({ commandId, capability, value }, signal);
        if (state !== undefined) tell(id, { state, commandId });
        return null;
      } catch (error) {
        if (isCanceled(error) || error instanceof OperationalError) throw error;
        link.failed(`device ${id}`, error);
        throw new OperationalError("PLUGIN_FAILED", messageOf(error), { cause: error });
      }
    },
  };
}
