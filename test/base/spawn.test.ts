/** Child processes through the port. F43 has the grandchildren. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type SpawnRequest, systemClock, systemProcesses } from "#base";

const processes = systemProcesses(systemClock);

/** Runs a shell line to its end and answers what it wrote. */
async function run(line: string, more: Partial<SpawnRequest> = {}) {
  const out: Uint8Array[] = [];
  const child = processes.spawn({
    argv: ["/bin/sh", "-c", line],
    env: {},
    cwd: "/",
    stdin: "ignore",
    onStdout(bytes) {
      out.push(bytes);
      return undefined;
    },
    ...more,
  });
  const status = await child.exited;
  await child.outputEnded;
  return { status, text: Buffer.concat(out).toString() };
}

describe("a child process", () => {
  test("has the environment and folder that it is given, and nothing of ours", async () => {
    const { text } = await run("pwd; /usr/bin/env", { env: { ONLY: "这个" }, cwd: "/usr" });
    const [folder, ...variables] = text.trim().split("\n");
    expect(folder).toBe("/usr");
    // The shell adds what it knows by itself.
    const own = variables.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line));
    expect(own).toEqual(["ONLY=这个"]);
  });

  test("tells its exit code or signal, and its last words", async () => {
    expect((await run("exit 7")).status).toEqual({ code: 7, signal: null });
    expect((await run("kill -SEGV $$")).status).toEqual({ code: null, signal: "SIGSEGV" });
    const { text } = await run("head -c 3000000 /dev/zero; echo end");
    expect(text.length).toBe(3_000_004);
  });

  test("that cannot be started is an error at once", () => {
    const request = { argv: ["/no/such/program"] as const, env: {}, cwd: "/" };
    expect(() => processes.spawn({ ...request, stdin: "ignore" })).toThrow("/no/such/program");
  });

  test("lives in a session of its own, out of reach of a Ctrl-C for the hub", async () => {
    await using child = processes.spawn({
      argv: ["/bin/sleep", "300"],
      env: {},
      cwd: "/",
      stdin: "ignore",
    });
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ");
    expect(Number(fields?.[3])).toBe(child.pid);
  });

  test("that does not read makes the writer wait, and its death ends the waiting", async () => {
    const child = processes.spawn({
      argv: ["/bin/sleep", "300"],
      env: {},
      cwd: "/",
      stdin: "pipe",
    });
    const outcomes: Promise<unknown>[] = [];
    for (let index = 0; index < 20; index += 1) {
      const waiting = child.write("x".repeat(100_000));
      if (waiting) outcomes.push(waiting.catch((error: Error) => error.message));
    }
    expect(outcomes.length).toBeGreaterThan(10);
    await child[Symbol.asyncDispose]();
    expect(String(await outcomes[0])).toContain("EPIPE");
  });

  test("is not read from while its listener asks for a pause", async () => {
    const gate = Promise.withResolvers<void>();
    let bytesRead = 0;
    const child = processes.spawn({
      argv: ["/bin/sh", "-c", "head -c 30000000 /dev/zero"],
      env: {},
      cwd: "/",
      stdin: "ignore",
      onStdout(bytes) {
        bytesRead += bytes.length;
        return gate.promise;
      },
    });
    await expect.poll(() => bytesRead).toBeGreaterThan(0);
    const before = bytesRead;
    await new Promise((resolve) => setImmediate(resolve));
    expect(bytesRead).toBe(before);
    gate.resolve();
    await child.exited;
    await child.outputEnded;
    expect(bytesRead).toBe(30_000_000);
  });
});
