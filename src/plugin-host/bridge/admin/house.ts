/** The house as the caller may see and command it: a guest only in the areas that he was given. */
import { type Device, type HouseSnapshot, type Principal, problem } from "#contract";
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

type Names =
  | "admin.house"
  | "admin.device"
  | "admin.forgetDevice"
  | "admin.history"
  | "admin.command";

/** Handlers of the group. */
export function houseHandlers({ state }: AdminDeps): HandlerGroup<Names> {
  const reachable = (principal: Principal, id: string): Device => {
    const device = state.house.device(id);
    if (mayUse(principal, device)) return device;
    throw problem("FORBIDDEN", `${principal.name} may not use devices of that area`, {
      hint: "ask the owner of the house",
    });
  };
  return {
    "admin.house": ({ caller }) =>
      visibleTo(requireCaller(state.access, caller, "guest"), state.house.snapshot()),
    "admin.device": ({ caller, id }) => reachable(requireCaller(state.access, caller, "guest"), id),
    "admin.forgetDevice": ({ caller, id }) => {
      requireCaller(state.access, caller, "owner");
      state.house.forget(id);
      return null;
    },
    "admin.history": ({ caller, id, from, to }) => {
      reachable(requireCaller(state.access, caller, "guest"), id);
      return state.house.history(id, from ?? 0, to ?? state.clock.now());
    },
    "admin.command": ({ caller, id, capability, value }, { signal }) => {
      const principal = requireCaller(state.access, caller, "guest");
      reachable(principal, id);
      const cause = [{ kind: "person" as const, id: principal.personId }];
      return state.house.command({ id, capability, value, cause }, signal);
    },
  };
}

/** A device without an area belongs to no guest. */
function mayUse({ areas }: Principal, device: Device): boolean {
  return areas === null || (device.area !== null && areas.includes(device.area.id));
}

function visibleTo(principal: Principal, house: HouseSnapshot): HouseSnapshot {
  const { areas: granted } = principal;
  if (granted === null) return house;
  const areas = house.areas.filter((area) => granted.includes(area.id));
  const floorIds = new Set(areas.map((area) => area.floorId));
  return {
    revision: house.revision,
    areas,
    floors: house.floors.filter((floor) => floorIds.has(floor.id)),
    devices: house.devices.filter((device) => mayUse(principal, device)),
  };
}
