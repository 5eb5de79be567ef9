/** The hostile plugin, in its sandbox: what it tries is refused by Linux, and honest work goes on. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Capabilities } from "../../../src/contract/index.ts";
import { sandboxSupport } from "../../../src/plugin-host/sandbox/index.ts";
import type { Report } from "../../fixtures/hostile/attempts.ts";
import type { HostileReport } from "../../fixtures/hostile/everything.ts";
import { MUFFLED_WITHOUT_NET, notRefused } from "../../support/refusals.ts";
import { createStage, NOBODY, type Outcome, type Stage } from "./stage.ts";

/** From Landlock's fourth version on all of it is enforced; `launch.test.ts` tries the older ones. */
const held = sandboxSupport().kind === "landlock" && sandboxSupport().landlockAbi >= 4;
const isRoot = process.getuid?.() === 0;

function reportOf(outcome: Outcome): HostileReport {
  if (outcome.exitCode !== 0) throw new Error(`exit ${outcome.exitCode}: ${outcome.stderr}`);
  return JSON.parse(outcome.stdout) as HostileReport;
}

const notOk = (reports: readonly Report[]) => reports.filter(({ code }) => code !== "ok");

/** The names of what was tried, so that no list is empty by accident. */
function expectTried(report: HostileReport): void {
  for (const reports of [report.main, report.worker]) {
    expect(reports.length).toBeGreaterThan(150);
    const names = reports.map(({ name }) => name);
    expect(names).toContain("read shadow: promises");
    expect(names).toContain("fork");
    expect(names).toContain("call io_uring_setup");
  }
}

describe.skipIf(!held)("a hostile plugin", () => {
  let stage: Stage;
  let declared: Capabilities;

  beforeAll(async () => {
    stage = await createStage();
    declared = {
      net: { connect: [stage.targets.declaredPort] },
      fs: [{ path: join(stage.root, "declared"), mode: "r" }],
    };
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  it("is refused everything by Linux, on its main thread, in a worker and in async I/O, and honest work goes on", async () => {
    const report = reportOf(await stage.start({ capabilities: declared }));
    expectTried(report);
    expect(notRefused(report.main)).toEqual([]);
    expect(notRefused(report.worker)).toEqual([]);
    expect(notOk(report.permitted)).toEqual([]);
  });

  it("is held just so when the hub runs from source", async () => {
    const report = reportOf(await stage.start({ capabilities: declared, fromSource: true }));
    expectTried(report);
    expect(notRefused([...report.main, ...report.worker])).toEqual([]);
    expect(notOk(report.permitted)).toEqual([]);
  });

  it("reaches neither ports nor folders when its manifest declares nothing", async () => {
    const report = reportOf(await stage.start());
    expect(notRefused([...report.main, ...report.worker], MUFFLED_WITHOUT_NET)).toEqual([]);
    expect(notOk(report.permitted).map(({ name }) => name)).toEqual([
      "reads a declared file",
      "lists a declared folder",
      "connects to a declared port: node:net",
      "connects to a declared port: Bun.connect",
    ]);
  });

  it("gets through to all of it with no sandbox: each attempt can succeed", async () => {
    const report = reportOf(await stage.startUnheld());
    expect(notOk(report.permitted)).toEqual([]);
    // These hang on the machine's own settings, on privileges, or find nobody at the other end.
    const machine =
      /^call |shadow|machine's memory|kernel's log|(raw|ping|netlink|packet|crypto|host|control) socket|abstract|shared|x32|TIOCSTI/;
    const expected = report.main.filter(({ name }) => !machine.test(name));
    expect(expected.length).toBeGreaterThan(100);
    expect(notOk(expected)).toEqual([]);
  });

  it.skipIf(!isRoot || !existsSync("/usr/bin/setpriv"))(
    "is held just so when the hub runs as an ordinary user",
    async () => {
      await using theirs = await createStage({ uid: NOBODY });
      const capabilities: Capabilities = {
        net: { connect: [theirs.targets.declaredPort] },
        fs: [{ path: join(theirs.root, "declared"), mode: "r" }],
      };
      const report = reportOf(await theirs.start({ capabilities, uid: NOBODY }));
      expectTried(report);
      expect(notRefused([...report.main, ...report.worker])).toEqual([]);
      expect(notOk(report.permitted)).toEqual([]);
    },
  );

  it("gets what it declares: a listening port, datagrams, a folder to write", async () => {
    const source = `
      import { connect, listen, sendDatagram } from "./network-attempts.ts";
      import { appendFileSync } from "node:fs";
      const [port, other, file] = process.argv.slice(2);
      const tried = async (run) => { try { await run(); return "ok"; } catch (e) { return e.code; } };
      console.log(JSON.stringify([
        await tried(() => listen({ port: Number(port), host: "127.0.0.1" })),
        await tried(() => listen({ port: Number(other), host: "127.0.0.1" })),
        await tried(() => connect({ port: Number(other), host: "127.0.0.1" })),
        await tried(() => sendDatagram()),
        await tried(() => appendFileSync(file, "x")),
      ]));
      process.exit(0);`;
    stage.program("grants.ts", source);
    const free = await freePort();
    const { undeclaredPort } = stage.targets;
    const outcome = await stage.start({
      entry: "grants.ts",
      args: [String(free), String(undeclaredPort), join(stage.targets.outsideDir, "log.txt")],
      capabilities: {
        net: { listen: [free], udp: true },
        fs: [{ path: stage.targets.outsideDir, mode: "rw" }],
      },
    });
    expect(outcome.stderr).toBe("");
    expect(JSON.parse(outcome.stdout)).toEqual(["ok", "EACCES", "EACCES", "ok", "ok"]);
  });
});

/** A port that nobody listens on just now. */
async function freePort(): Promise<number> {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return port;
}
