/** Installing and removing plugins: the owner's alone. */
import type { HandlerGroup } from "../types.ts";
import { requireCaller } from "./caller.ts";
import type { AdminDeps } from "./deps.ts";

type Names =
  | "admin.pluginUpload"
  | "admin.pluginUploadDrop"
  | "admin.pluginInstall"
  | "admin.pluginRemove";

/** Handlers of the group. */
export function packageHandlers({ state }: AdminDeps): HandlerGroup<Names> {
  const requireOwner = (caller: string) => requireCaller(state.access, caller, "owner");
  return {
    "admin.pluginUpload": ({ caller, ...part }) => {
      requireOwner(caller);
      return state.plugins.packages.addPart(part);
    },
    "admin.pluginUploadDrop": async ({ caller, uploadId }) => {
      requireOwner(caller);
      await state.plugins.packages.dropUpload(uploadId);
      return null;
    },
    "admin.pluginInstall": ({ caller, uploadId, overwrite = false }, { signal }) => {
      requireOwner(caller);
      return state.plugins.packages.install(uploadId, { overwrite }, signal);
    },
    "admin.pluginRemove": async ({ caller, name, keepData }) => {
      requireOwner(caller);
      await state.plugins.packages.remove(name, { keepData });
      return null;
    },
  };
}
