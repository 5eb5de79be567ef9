/** Installing and removing plugins: the one place where the page sends a file. */
import type { InstalledPackage } from "#contract";
import { ApiError, asApiError, request, send } from "./http.ts";

/** What the hub takes; it says so itself, but only after such a file has begun to travel. */
export const PACKAGE_BYTES_MAX = 100 * 1024 * 1024;
/** A large package over a weak network, and a slow card at its end. */
const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Sends a package to be installed; with `overwrite` in the place of the version that is there. */
export async function installPackage(file: Blob, overwrite: boolean): Promise<InstalledPackage> {
  try {
    const path = `plugins?overwrite=${overwrite}`;
    const signal = AbortSignal.timeout(INSTALL_TIMEOUT_MS);
    const response = await send(path, { method: "POST", file }, signal);
    const answer = (await response.json()) as Partial<InstalledPackage> | null;
    if (typeof answer?.name === "string" && typeof answer.version === "string") {
      return answer as InstalledPackage;
    }
  } catch (error) {
    throw asApiError(error);
  }
  throw new ApiError("INTERNAL", 200, `the hub's answer to "plugins" was not understood`);
}

/** Removes a plugin, with or without what it leaves behind. */
export async function removePlugin(name: string, keepData: boolean): Promise<void> {
  const path = `plugins/${encodeURIComponent(name)}?keepData=${keepData}`;
  await request(path, { method: "DELETE" });
}
