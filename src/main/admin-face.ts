/** The admin child: the same binary, listening where its arguments say. It alone opens a port. */

import { definePlugin } from "#sdk";
import { createAdminPlugin } from "#surface/admin";

/** Serves until the kernel ends it. */
export async function runAdmin(argv: readonly string[]): Promise<undefined> {
  const [host = "127.0.0.1", port = "8080"] = argv;
  definePlugin(createAdminPlugin({ host, port: Number(port) }));
  return undefined;
}
