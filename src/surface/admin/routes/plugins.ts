/** Routes by which plugins come and go. What they do and how they are is told by `hub.ts`. */
import { Type } from "typebox";
import { CapabilitiesSchema, type PackagePart, problem } from "#contract";
import { sendBody } from "../http/package-body.ts";
import { API_HEADERS } from "../http/problems.ts";
import { type Call, guardedRoute, type Route } from "../http/route.ts";
import { INSTALL_TIMEOUT_MS } from "../limits.ts";
import type { Services } from "../services.ts";

const InstalledSchema = Type.Object({
  name: Type.String(),
  version: Type.String(),
  sha256: Type.String(),
  capabilities: CapabilitiesSchema,
  changed: Type.Boolean(),
  state: Type.Enum(["running", "starting", "backoff", "disabled", "installing", "removed"]),
  reason: Type.Union([Type.String(), Type.Null()]),
});

/** Installing and removing; only the owner may, and the kernel checks that. */
export function pluginRoutes(services: Services): readonly Route[] {
  const { deps, signal } = services;
  return [
    guardedRoute({
      method: "POST",
      path: "/api/v1/plugins",
      summary:
        "Installs the package (.hmap, at most 100 MB) that is the body; plugin_state tells how far.",
      query: { overwrite: "true replaces the version that is there; its data and settings stay." },
      rawBody: "application/zip",
      reply: { status: 201, schema: InstalledSchema },
      handle: (call) => install(services, call),
    }),
    guardedRoute({
      method: "DELETE",
      path: "/api/v1/plugins/{name}",
      summary: "Removes an installed plugin.",
      query: {
        keepData: "false deletes its folder, settings and devices as well; true by default.",
      },
      reply: { status: 204 },
      handle: async ({ caller, param, query }) => {
        const keepData = readFlag("keepData", query("keepData")) ?? true;
        await deps.hub.call(
          "admin.pluginRemove",
          { caller, name: param("name"), keepData },
          signal,
          {
            timeoutMs: INSTALL_TIMEOUT_MS,
          },
        );
        return new Response(null, { status: 204, headers: API_HEADERS });
      },
    }),
  ];
}

async function install({ deps: { hub, clock }, signal, tasks }: Services, call: Call) {
  const { caller, request, query } = call;
  const overwrite = readFlag("overwrite", query("overwrite")) ?? false;
  let uploadId: string | undefined;
  try {
    const send = async (part: PackagePart) => {
      const sent = await hub.call("admin.pluginUpload", { caller, ...part }, signal);
      uploadId = sent.uploadId;
      return sent.uploadId;
    };
    uploadId = await sendBody(request, send, clock, signal);
    // Unpacking on a slow card may be silent for longer than a connection may be.
    call.env.keepOpen?.();
    return await hub.call("admin.pluginInstall", { caller, uploadId, overwrite }, signal, {
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
  } catch (error) {
    const left = uploadId;
    // Kept, it would only hold one of the few places until it is too old.
    if (left !== undefined) {
      tasks.run((stopping) =>
        hub.call("admin.pluginUploadDrop", { caller, uploadId: left }, stopping),
      );
    }
    throw error;
  }
}

/** A yes or no in a query. Throws `INVALID_PARAMS`: what is to be deleted must not be guessed. */
function readFlag(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw problem("INVALID_PARAMS", `"${name}" is true or false`);
}
