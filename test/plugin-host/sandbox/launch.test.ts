/** The launcher: what a plugin starts with, what it is limited to, and when nothing is started at all. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  LAUNCH_FAILED_EXIT_CODE,
  probeSandbox,
  sandboxCommand,
  sandboxSupport,
} from "../../../src/plugin-host/sandbox/index.ts";
import { createStage, type Stage } from "./stage.ts";

const held = sandboxSupport().kind === "landlock";
const isRoot = process.getuid?.() === 0;

/** Tells what the process has become. */
const WHO = `
import { readFileSync, readlinkSync } from "node:fs";
const status = readFileSync("/proc/self/status", "utf8");
const of = (name) => status.match(new RegExp("^" + name + ":\\\\s+(.*)$", "m"))?.[1];
const open = [];
for (let fd = 3; fd < 64; fd++) {
  try { open.push([fd, readlinkSync("/proc/self/fd/" + fd)]); } catch {}
}
console.log(JSON.stringify({
  noNewPrivs: of("NoNewPrivs"), seccomp: of("Seccomp"),
  effective: of("CapEff"), permitted: of("CapPrm"), bounding: of("CapBnd"), ambient: of("CapAmb"),
  blocked: of("SigBlk"), env: process.env, cwd: process.cwd(), argv: process.argv.slice(2), open,
}));
process.exit(0);`;

const NOTHING = "0000000000000000";

describe.skipIf(!held)("a launched plugin", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await createStage();
    stage.program("who.ts", WHO);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const who = async (options: Parameters<Stage["start"]>[0] = {}) => {
    const { stdout, stderr } = await stage.start({
      entry: "who.ts",
      args: ["a", "b c"],
      ...options,
    });
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };

  it("has no privilege, can gain none, and carries the filter", async () => {
    expect(await who()).toMatchObject({
      ...{ noNewPrivs: "1", seccomp: "2", effective: NOTHING, permitted: NOTHING },
      ...{ ambient: NOTHING, blocked: NOTHING, ...(isRoot ? { bounding: NOTHING } : {}) },
    });
  });

  it.skipIf(!isRoot)(
    "keeps the right to a low port where one was granted, and nothing else",
    async () => {
      const CAP_NET_BIND_SERVICE = "0000000000000400";
      const { effective, permitted } = await who({ capabilities: { net: { listen: [80] } } });
      expect([effective, permitted]).toEqual([CAP_NET_BIND_SERVICE, CAP_NET_BIND_SERVICE]);
    },
  );

  it("has the environment, folder and arguments that it was given, and nothing of the hub's", async () => {
    const { env, cwd, argv } = await who();
    const { dataDir } = stage.targets;
    expect(env).toMatchObject({ HOME: dataDir, TMPDIR: dataDir, TZ: "Asia/Shanghai" });
    expect(Object.keys(env).sort()).toEqual([
      ...["BUN_BE_BUN", "BUN_JSC_jitMemoryReservationSize", "BUN_JSC_structureHeapSizeInKB"],
      ...["BUN_RUNTIME_TRANSPILER_CACHE_PATH", "HOME", "LANG", "MIMALLOC_ARENA_EAGER_COMMIT"],
      ...["NODE_PATH", "TMPDIR", "TZ"],
    ]);
    expect([cwd, argv]).toEqual([dataDir, ["a", "b c"]]);
  });

  it("inherits the descriptors that it was promised, and no other", async () => {
    const kept = openSync(join(stage.root, "declared/readme.txt"), "r");
    const leaked = openSync(stage.targets.kernelDatabase, "r");
    try {
      const { open } = await who({ keepDescriptors: [4], inherit: [leaked, kept, leaked] });
      const files = (open as [number, string][]).map(([, path]) => path);
      expect(open).toContainEqual([4, join(stage.root, "declared/readme.txt")]);
      expect(files).not.toContain(stage.targets.kernelDatabase);
    } finally {
      closeSync(kept);
      closeSync(leaked);
    }
  });

  it("holds the names in procfs that its rules hang on, or memory pressure would end the rules", async () => {
    const { open } = await who();
    const names = (open as [number, string][]).map(([, path]) => path.replace(/\d+/, "N"));
    expect(names).toEqual(expect.arrayContaining(["/proc/N/maps", "/proc/N/statm"]));
  });

  it("ends, or gets an ordinary error, when it takes more memory than its share", async () => {
    stage.program(
      "greedy.ts",
      `const kept = [];
       try { for (let i = 0; i < 600; i++) kept.push(new Uint8Array(1 << 20).fill(1)); }
       catch (error) { kept.length = 0; console.log(error.name); process.exit(0); }
       console.log("all of it");
       process.exit(0);`,
    );
    const greedy = async (memoryMb: number) => {
      const { stdout, exitCode } = await stage.start({ entry: "greedy.ts", limits: { memoryMb } });
      return exitCode === 0 ? stdout : "ended\n";
    };
    // Where the engine cannot do without the memory that it asks for, it ends the process.
    expect(["RangeError\n", "ended\n"]).toContain(await greedy(400));
    expect(await greedy(900)).toBe("all of it\n");
  });

  it("opens no more files and writes no larger ones than its limits say", async () => {
    stage.program(
      "wide.ts",
      `import { openSync, ftruncateSync, closeSync } from "node:fs";
       const code = (run) => { try { run(); return "ok"; } catch (e) { return e.code; } };
       const file = openSync("large.bin", "w");
       const sizes = [code(() => ftruncateSync(file, 1 << 20)), code(() => ftruncateSync(file, (1 << 20) + 1))];
       closeSync(file);
       const opened = code(() => { for (let i = 0; i < 200; i++) openSync("/dev/null"); });
       console.log(JSON.stringify([...sizes, opened]));
       process.exit(0);`,
    );
    const outcome = await stage.start({
      entry: "wide.ts",
      limits: { fileSizeMb: 1, openFiles: 100 },
    });
    expect(JSON.parse(outcome.stdout)).toEqual(["ok", "EFBIG", "EMFILE"]);
  });

  it("goes before the hub when memory runs out", async () => {
    await using child = await running(stage);
    expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, "utf8")).toBe("500\n");
  });

  it("dies with the hub, also when the hub is killed", async () => {
    const { argv, env } = stage.command({ entry: waits(stage) });
    const hub = join(stage.root, "hub.ts");
    writeFileSync(
      hub,
      `const [argv, env] = JSON.parse(process.argv[2]);
       const spec = { ...JSON.parse(argv.at(-1)), parentPid: process.pid };
       const child = Bun.spawn([...argv.slice(0, -1), JSON.stringify(spec)], { env, cwd: "/", stdout: "pipe" });
       await child.stdout.getReader().read();
       console.log(child.pid);
       await child.exited;`,
    );
    const parent = Bun.spawn([process.execPath, hub, JSON.stringify([argv, env])], {
      stdout: "pipe",
    });
    const { value } = await parent.stdout.getReader().read();
    const pid = Number(new TextDecoder().decode(value));
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    parent.kill("SIGKILL");
    await parent.exited;
    while (isAlive(pid)) await Bun.sleep(5);
    expect(isAlive(pid)).toBe(false);
  });

  it("is not started at all by anybody but its hub, or after the hub has gone", async () => {
    const outcome = await stage.start({ entry: "who.ts", parentPid: 1 });
    expect(outcome).toMatchObject({ exitCode: LAUNCH_FAILED_EXIT_CODE, stdout: "" });
    expect(outcome.stderr).toMatch(/^launcher: finding the hub failed/);
  });

  it("is not started when less is enforced than was promised", async () => {
    const support = { ...sandboxSupport(), landlockAbi: 99 };
    const outcome = await stage.start({ entry: "who.ts", support });
    expect(outcome).toMatchObject({ exitCode: LAUNCH_FAILED_EXIT_CODE, stdout: "" });
    expect(outcome.stderr).toMatch(/^launcher: landlock failed/);
  });

  it.each(["", "{}", "[]", '{"parentPid":1}'])(
    "is not started from the malformed description %j",
    async (description) => {
      await using child = Bun.spawn([stage.homed, description], { stdout: "pipe", stderr: "pipe" });
      expect(await new Response(child.stderr).text()).toBe(
        "launcher: the launch description is malformed\n",
      );
      expect(await child.exited).toBe(LAUNCH_FAILED_EXIT_CODE);
    },
  );

  it("cannot run code in the launcher by leaving settings of the runtime about", async () => {
    const { dataDir, codeDir, outsideDir } = stage.targets;
    const loot = join(outsideDir, "escaped.txt");
    for (const folder of [dataDir, codeDir]) {
      writeFileSync(
        join(folder, "preload.ts"),
        `import { writeFileSync } from "node:fs";
         try { writeFileSync(${JSON.stringify(loot)}, "out"); } catch {}`,
      );
      writeFileSync(join(folder, "bunfig.toml"), `preload = ["${join(folder, "preload.ts")}"]\n`);
      writeFileSync(join(folder, ".env"), "BUN_OPTIONS=--preload=./preload.ts\n");
    }
    for (const fromSource of [false, true]) {
      expect((await stage.start({ entry: "who.ts", fromSource })).exitCode).toBe(0);
    }
    expect(existsSync(loot)).toBe(false);
  });

  it("is kept from ports and foreign processes by Landlock alone too, where it is new enough", async () => {
    const { undeclaredPort, declaredPort, victimPid } = stage.targets;
    stage.program(
      "alone.ts",
      `import { connect } from "./network-attempts.ts";
       const code = async (run) => { try { await run(); return "ok"; } catch (e) { return e.code; } };
       console.log(JSON.stringify([
         await code(() => connect({ port: ${declaredPort}, host: "127.0.0.1" })),
         await code(() => connect({ port: ${undeclaredPort}, host: "127.0.0.1" })),
         await code(() => process.kill(${victimPid}, 0)),
       ]));
       process.exit(0);`,
    );
    const support = { ...sandboxSupport(), seccomp: false };
    const outcome = await stage.start({
      entry: "alone.ts",
      support,
      capabilities: { net: { connect: [declaredPort] } },
    });
    const { landlockAbi } = support;
    expect(JSON.parse(outcome.stdout)).toEqual([
      "ok",
      landlockAbi >= 4 ? "EACCES" : "ok",
      landlockAbi >= 6 ? "EPERM" : "ok",
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6])("is held under version %i of Landlock's interface", async (abi) => {
    const { kernelDatabase, declaredReadFile, dataDir } = stage.targets;
    const support = sandboxSupport({ landlockAbiMax: abi });
    mkdirSync(join(dataDir, "again"), { recursive: true });
    stage.program(
      "peek.ts",
      `import { openSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
       const code = (run) => { try { run(); return "ok"; } catch (e) { return e.code; } };
       const [database, declared] = process.argv.slice(2);
       const O_TRUNC = 0o1000;
       console.log(JSON.stringify([
         code(() => readFileSync(database)),
         code(() => writeFileSync("again/x.txt", "x")),
         code(() => readFileSync(declared)),
         /EACCES|EPERM/.test(code(() => truncateSync(declared, 0))),
         /EACCES|EPERM/.test(code(() => openSync(declared, O_TRUNC))),
       ]));
       process.exit(0);`,
    );
    const outcome = await stage.start({
      entry: "peek.ts",
      args: [kernelDatabase, declaredReadFile],
      support,
      capabilities: { fs: [{ path: join(stage.root, "declared"), mode: "r" }] },
    });
    expect(outcome.stderr).toBe("");
    expect(JSON.parse(outcome.stdout)).toEqual(["EACCES", "ok", "ok", true, true]);
    expect(readFileSync(declaredReadFile, "utf8")).toBe("for all");
  });
});

describe("without Landlock", () => {
  it("a plugin is shown as unsandboxed, says what is open, and is still filtered", async () => {
    await using stage = await createStage();
    stage.program(
      "open.ts",
      `import { readFileSync } from "node:fs";
       readFileSync(${JSON.stringify(stage.targets.kernelDatabase)});
       let spawned = "ok";
       try { await Bun.spawn(["/bin/true"]).exited; } catch (error) { spawned = error.code; }
       console.log(spawned);
       process.exit(0);`,
    );
    const support = sandboxSupport({ landlockAbiMax: 0 });
    expect(support).toMatchObject({ kind: "none", landlockAbi: 0 });
    const command = stage.command({ support });
    expect(command.sandbox).toBe("none");
    expect(command.notEnforced).toContain("files");
    const outcome = await stage.start({ entry: "open.ts", support });
    expect(outcome).toEqual({
      exitCode: 0,
      stdout: support.seccomp ? "EPERM\n" : "ok\n",
      stderr: "",
    });
  });

  it("no command is built where the owner requires a sandbox", async () => {
    await using stage = await createStage();
    const { policy, target } = JSON.parse(stage.command().argv.at(-1) ?? "");
    expect(() =>
      sandboxCommand({
        launcherCommand: [stage.homed],
        target,
        policy,
        support: { kind: "none", landlockAbi: 0, seccomp: true },
        parentPid: process.pid,
        requireSandbox: true,
      }),
    ).toThrow(expect.objectContaining({ code: "NOT_AVAILABLE" }));
  });
});

it("the doctor names each part with what was found", () => {
  const probes = probeSandbox();
  expect(probes.map(({ name }) => name)).toEqual(
    process.platform === "linux"
      ? ["landlock", "seccomp", "memfd", "sealing", "eventfd"]
      : ["landlock"],
  );
  expect(probes.find(({ name }) => name === "landlock")?.ok).toBe(held);
  expect(probes.every(({ detail }) => detail !== "")).toBe(true);
});

/** A program that waits to be killed. */
function waits(stage: Stage): string {
  stage.program("waits.ts", `console.log("ready"); setInterval(() => {}, 1000);`);
  return "waits.ts";
}

async function running(stage: Stage) {
  const { argv, env, cwd } = stage.command({ entry: waits(stage) });
  const child = Bun.spawn([...argv], { env, cwd, stdout: "pipe" });
  await child.stdout.getReader().read();
  return child;
}

/** Whether it runs: one that is dead and not yet buried does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
