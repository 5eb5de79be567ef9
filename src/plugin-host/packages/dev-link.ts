/** Folders that a plugin author works in, linked into the plugin folder instead of copied. */
import { lstat, realpath, rename, rm, symlink } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { secretHex } from "#base";
import { problem } from "#contract";
import { readBlueprint } from "../blueprint.ts";

/** A folder that may be linked: where it really lies, and the name of the plugin in it. */
export interface LinkTarget {
  readonly name: string;
  readonly folder: string;
}

/** Looks at a folder. Throws what is wrong with the plugin in it. */
export async function readLinkTarget(path: string): Promise<LinkTarget> {
  if (!isAbsolute(path)) throw problem("INVALID_PARAMS", "the path of a link must be absolute");
  let folder: string;
  try {
    folder = await realpath(path);
  } catch (cause) {
    throw problem("NOT_FOUND", `the hub cannot see ${path}`, {
      cause,
      hint: "its user must be able to read the folder and those above it",
    });
  }
  return { folder, name: (await readBlueprint(folder)).manifest.name };
}

/** Puts the link in its place, also over an older one. Throws `CONFLICT` over anything else. */
export async function placeLink(pluginsDir: string, { name, folder }: LinkTarget): Promise<void> {
  const place = join(pluginsDir, name);
  if ((await kindOf(place)) === "other") {
    throw problem("CONFLICT", `the plugin "${name}" is installed as a package`, {
      hint: `waiter plugin remove ${name} (its data and settings stay), then link again`,
    });
  }
  // Made beside its place and renamed, so that there is the old link or the new one.
  const beside = join(pluginsDir, ".incoming", `link-${secretHex(8)}`);
  await symlink(folder, beside);
  await rename(beside, place).catch(async (error: unknown) => {
    await rm(beside, { force: true });
    throw error;
  });
}

/** Throws `CONFLICT` for what is no link: files that would be lost. */
export async function requireLink(pluginsDir: string, name: string): Promise<void> {
  if ((await kindOf(join(pluginsDir, name))) !== "other") return;
  throw problem("CONFLICT", `the plugin "${name}" is no link`, {
    hint: `waiter plugin remove ${name} removes an installed one`,
  });
}

/** Takes the link away; the folder that it leads to stays as it is. */
export async function removeLink(pluginsDir: string, name: string): Promise<void> {
  await rm(join(pluginsDir, name), { force: true });
}

async function kindOf(path: string): Promise<"nothing" | "link" | "other"> {
  try {
    return (await lstat(path)).isSymbolicLink() ? "link" : "other";
  } catch {
    return "nothing";
  }
}
