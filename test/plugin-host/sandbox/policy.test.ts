/** From capabilities to a policy: what is granted, what never is, and what is only missing. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Capabilities } from "../../../src/contract/index.ts";
import { type SandboxFacts, sandboxPolicy } from "../../../src/plugin-host/sandbox/index.ts";

let root: string;
let facts: SandboxFacts;
const at = (...parts: string[]) => join(root, ...parts);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "homeagent-policy-")));
  for (const folder of [
    ...["data/plugins/sim", "data/plugin_data/sim", "data/plugin_data/other", "data/native/x"],
    ...["data/blobs", "photos"],
  ]) {
    mkdirSync(at(folder), { recursive: true });
  }
  for (const file of ["homed", "data/hub.db", "photos/a.jpg"]) writeFileSync(at(file), "");
  facts = {
    hubDataDir: at("data"),
    pluginDataDir: at("data/plugin_data/sim"),
    codeDir: at("data/plugins/sim"),
    sdkDir: at("data/native/x"),
    runtimePath: at("homed"),
  };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const build = (capabilities: Capabilities = {}, more: Partial<SandboxFacts> = {}) =>
  sandboxPolicy(capabilities, { ...facts, ...more });
const files = (...paths: string[]): Capabilities => ({
  fs: paths.map((path) => ({ path, mode: "r" as const })),
});
const written = (...paths: string[]): Capabilities => ({
  fs: paths.map((path) => ({ path, mode: "rw" as const })),
});

describe("a plugin that declares nothing", () => {
  it("gets its own folder, its code, the runtime as a file and no network", () => {
    const { policy, missing } = build();
    expect(policy).toMatchObject({
      list: [],
      readWrite: [at("data/plugin_data/sim")],
      ...{ connectPorts: [], listenPorts: [], udp: false },
    });
    expect(policy.devices).toEqual(["/dev/null"]);
    expect(policy.readExec[0]).toBe(at("homed"));
    expect(policy.read).toEqual(expect.arrayContaining([at("data/plugins/sim"), facts.sdkDir]));
    expect(missing).toEqual([]);
  });

  it("gets nothing that holds the hub's data, another plugin's, /etc, /proc or the binary's folder", () => {
    const { policy } = build();
    const granted = [...policy.readExec, ...policy.read, ...policy.readWrite, ...policy.devices];
    const closed = [
      ...[root, at("data"), at("data/hub.db"), at("data/plugins"), at("data/plugin_data")],
      ...["/", "/etc", "/proc", "/proc/self", "/dev", "/home", "/root", "/etc/hosts"],
    ];
    expect(granted.filter((path) => closed.includes(path))).toEqual([]);
    // Only programs may be executed, never a folder of them.
    expect(policy.readExec.every((path) => /homed$|ld-linux|\/ld-/.test(path))).toBe(true);
  });
});

describe("a plugin that declares", () => {
  it("ports gets just those, and the two files that names need", () => {
    const { policy } = build({ net: { connect: [1883, 1883, 8883], listen: [8884], udp: true } });
    expect(policy).toMatchObject({ connectPorts: [1883, 8883], listenPorts: [8884], udp: true });
    expect(policy.read).toContain(realpathSync("/etc/hosts"));
    expect(policy.read).not.toContain("/etc");
  });

  it("folders and files gets them in the way that it asked for", () => {
    const { policy } = build({
      fs: [
        { path: at("photos"), mode: "r" },
        { path: at("photos/a.jpg"), mode: "rw" },
      ],
    });
    expect(policy.read).toContain(at("photos"));
    expect(policy.readWrite).toEqual([at("data/plugin_data/sim"), at("photos/a.jpg")]);
  });

  it("what is not there starts without it, and is told what is missing", () => {
    const { policy, missing } = build({
      fs: [{ path: at("absent"), mode: "rw" }],
      device: [{ path: "/dev/ttyUSB97" }],
    });
    expect(missing).toEqual([at("absent"), "/dev/ttyUSB97"]);
    expect(policy.readWrite).toEqual([at("data/plugin_data/sim")]);
  });

  it("a device gets the file that the name leads to", () => {
    expect(build({ device: [{ path: "/dev/zero" }] }).policy.devices).toContain("/dev/zero");
  });
});

describe("no manifest gets", () => {
  const refused = (capabilities: Capabilities) =>
    expect(() => build(capabilities)).toThrow(
      expect.objectContaining({ code: "MANIFEST_INVALID", hint: expect.any(String) }),
    );

  it.each([
    "/",
    "/etc",
    "/proc",
    "/proc/self",
    "/proc/1",
    "/sys",
    "/dev",
    "/run",
    "/root",
    "/home",
  ])("the folder %s", (path) => {
    if (existsSync(path)) refused(files(path));
  });

  it.each(["/etc/shadow", "/etc/../etc/shadow", "/proc/1/environ", "/proc/kcore", "/dev/null"])(
    "the file %s",
    (path) => {
      if (existsSync(path)) refused(files(path));
    },
  );

  it("the hub's data: as a whole, from above, in part, of another plugin, or by a link", () => {
    symlinkSync(at("data"), at("innocent"));
    const { hubDataDir } = facts;
    for (const path of [hubDataDir, root, "hub.db", "blobs", "plugin_data/other", "plugins"]) {
      refused(files(path.startsWith("/") ? path : join(hubDataDir, path)));
    }
    refused(files(at("innocent")));
    refused(files(at("innocent/hub.db")));
  });

  it.each(["/etc/hosts", "/usr/lib", "/usr", "/proc/meminfo"])("to write %s", (path) => {
    if (existsSync(path)) refused(written(path));
  });

  it("to write its own code, the SDK or the runtime", () => {
    refused(written(facts.codeDir));
    refused(written(facts.runtimePath));
    refused(written(facts.sdkDir));
  });

  it.each(["/dev/mem", "/dev/kmsg", "/dev/", "/dev/shm", "/dev/../etc/passwd", "/dev/vda"])(
    "the device %s",
    (path) => {
      if (existsSync(path)) refused({ device: [{ path }] });
    },
  );
});

it("plain facts of the machine may be read when they are declared", () => {
  expect(build(files("/proc/meminfo")).policy.read).toContain("/proc/meminfo");
});

it("sources to read that would uncover the hub's data are our own mistake, not the plugin's", () => {
  expect(() => build({}, { extraRead: [root] })).toThrow(/holds the hub's data folder/);
  expect(() => build({}, { codeDir: at("data") })).toThrow(/data folder/);
  expect(() => build({}, { pluginDataDir: facts.codeDir })).toThrow(/overlap/);
});

it("limits can be set, but not below what the runtime itself needs", () => {
  const { limits } = build({}, { limits: { memoryMb: 1, openFiles: 64 } }).policy;
  expect(limits).toEqual({ memoryMb: 96, openFiles: 64, fileSizeMb: 1024, oomScoreAdjust: 500 });
});
