/** Starts the HTTP server of the tests as a child, on a port of its own or on one from before. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A running server. */
export interface WebServer {
  readonly port: number;
  readonly url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** Starts it; it ends with the test. */
export async function startWebServer(
  style: "events" | "json" = "events",
  port = 0,
): Promise<WebServer> {
  const script = join(import.meta.dirname, "children", "http-server.ts");
  const child = spawn(process.execPath, ["run", script, String(port), style], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const bound = Number(String(said).trim());
  return { port: bound, url: `http://127.0.0.1:${bound}/mcp`, kill };
}
