/** Packages as tests make them, and the way that they take into a hub. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PACKAGE_PART_BYTES_MAX } from "#contract";
import type { PluginPackages } from "#kernel/state";
import { buildPackage } from "../../../src/plugin-host/packages/index.ts";
import { tempDir } from "../../support/temp-dir.ts";

const never = new AbortController().signal;

/** A plugin that offers a device and a tool that tells its version; `more` runs at its start. */
export const program = (version: string, more = "") => `
import { definePlugin, Type } from "@homeagent/sdk";
import { writeFileSync } from "node:fs";
definePlugin({
  async start(hub) {
    ${more}
    const tell = { name: "hello_tell", description: "tells", parameters: Type.Object({}) };
    await hub.tools.register(tell, () => ${JSON.stringify(version)});
    writeFileSync(hub.dataDir + "/kept.txt", "by ${version}", { flag: "a" });
    await hub.devices.register({
      id: "hello.lamp", name: "Lamp", kind: "switch",
      capabilities: [{ name: "on", kind: "binary", access: ["read"], valueOn: true, valueOff: false }],
      state: { on: true },
    });
  },
});
`;

/** The files of a plugin by that name. */
export function helloFiles(version: string, more = "", change: object = {}) {
  const manifest = {
    name: "hello",
    version,
    entry: "main.ts",
    sdk: "1.0.0",
    capabilities: { devices: {} },
    settings: { greeting: { type: "string", default: "hi", description: "Greeting" } },
    ...change,
  };
  return {
    "plugin.json": JSON.stringify(manifest),
    "main.ts": program(version, more),
    "assets/说明.txt": "an asset",
  };
}

/** Packs files by their paths. */
export async function pack(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  using dir = tempDir();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir.path, path)), { recursive: true });
    writeFileSync(join(dir.path, path), text);
  }
  return await buildPackage(dir.path, never);
}

/** Uploads bytes as the page and waiter do; answers the upload's id. */
export async function upload(packages: PluginPackages, bytes: Uint8Array): Promise<string> {
  let uploadId: string | undefined;
  for (let offset = 0; offset < bytes.length; offset += PACKAGE_PART_BYTES_MAX) {
    const part = Buffer.from(bytes.subarray(offset, offset + PACKAGE_PART_BYTES_MAX));
    const sent = await packages.addPart({
      offset,
      part: part.toString("base64"),
      ...(uploadId === undefined ? {} : { uploadId }),
    });
    uploadId = sent.uploadId;
  }
  if (uploadId === undefined) throw new Error("nothing to upload");
  return uploadId;
}

/** Uploads and installs. */
export async function install(packages: PluginPackages, bytes: Uint8Array, overwrite = false) {
  return await packages.install(await upload(packages, bytes), { overwrite }, never);
}
