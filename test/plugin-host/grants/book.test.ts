/** The book of grants: deny by default, the newest decision counts, and what cannot be read gives nothing. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger, silentLogger, systemClock } from "#base";
import type { Capabilities, Manifest } from "#contract";
import { openStore } from "#platform/store";
import { createGrants, type Grants } from "#plugin-host";
import { tempDir } from "../../support/temp-dir.ts";

const ASKS: Capabilities = {
  devices: { reason: { zh: "灯", en: "lamps" } },
  net: { connect: [80, 443], udp: true },
  fs: [
    { path: "/etc/hostname", mode: "r" },
    { path: "/srv/music", mode: "rw" },
  ],
  exec: [{ argv: ["/usr/bin/uptime"] }, { argv: ["/usr/bin/df", "-h"] }],
};
const manifest = (capabilities: Capabilities, version = "1.0.0"): Manifest => ({
  name: "hello",
  version,
  entry: "main.ts",
  capabilities,
});

let dir: ReturnType<typeof tempDir>;
let store: ReturnType<typeof openStore>;
let grants: Grants;
const path = () => join(dir.path, "hub.db");
function open(): void {
  store = openStore(path(), { clock: systemClock, log: silentLogger });
  grants = createGrants({
    store,
    clock: systemClock,
    log: createLogger(systemClock, "error", () => undefined),
  });
}
beforeEach(() => {
  dir = tempDir();
  open();
});
afterEach(() => {
  store[Symbol.dispose]();
  dir[Symbol.dispose]();
});
const decide = (asks: Capabilities, capabilities: Capabilities | null, version = "1.0.0") =>
  grants.decide(manifest(asks, version), "installed", { capabilities });
const standing = (asks: Capabilities, version = "1.0.0") =>
  grants.standing(manifest(asks, version), "installed");

describe("without a decision", () => {
  test("an installed plugin gets nothing and waits, by name, for what it asks", () => {
    expect(standing(ASKS)).toEqual({
      consent: "waiting",
      grants: {},
      waitsFor: ["devices", "exec", "fs", "net"],
    });
  });

  test("one that asks for nothing has nothing to wait for", () => {
    for (const asks of [{}, { fs: [] }, { exec: [], device: [] }]) {
      expect(standing(asks)).toEqual({ consent: "granted", grants: {}, waitsFor: [] });
    }
  });

  test("a shipped one has what its manifest says, once in the book for each version", () => {
    for (const version of ["1.0.0", "1.0.0", "2.0.0"]) {
      const stands = grants.standing(manifest(ASKS, version), "shipped");
      expect(stands).toMatchObject({ consent: "shipped", grants: { devices: {} } });
    }
    expect(store.all("SELECT version, decided_by FROM plugin_grants ORDER BY id")).toEqual([
      { version: "1.0.0", decided_by: "shipped" },
      { version: "2.0.0", decided_by: "shipped" },
    ]);
    // Having been shipped says nothing about a plugin that somebody installs under the name.
    expect(standing(ASKS).consent).toBe("waiting");
  });
});

describe("a decision", () => {
  test("gives all, without the reasons, and lasts over a restart", () => {
    decide(ASKS, ASKS);
    store[Symbol.dispose]();
    open();
    expect(standing(ASKS)).toEqual({
      consent: "granted",
      grants: { ...ASKS, devices: {} },
      waitsFor: [],
    });
  });

  test("narrows to single ports, paths, modes and argument vectors", () => {
    const less: Capabilities = {
      net: { connect: [443] },
      fs: [{ path: "/srv/music", mode: "r" }],
      exec: [{ argv: ["/usr/bin/uptime"] }],
    };
    decide(ASKS, less);
    expect(standing(ASKS)).toEqual({ consent: "narrowed", grants: less, waitsFor: [] });
  });

  test.each<[string, Capabilities]>([
    ["another capability", { llm: {} }],
    ["another port", { net: { connect: [8080] } }],
    ["listening where only connecting was asked", { net: { listen: [80] } }],
    ["writing where reading was asked", { fs: [{ path: "/etc/hostname", mode: "rw" }] }],
    ["a path in another spelling", { fs: [{ path: "/srv/music/", mode: "r" }] }],
    ["the same arguments in another order", { exec: [{ argv: ["-h", "/usr/bin/df"] }] }],
    ["fewer arguments", { exec: [{ argv: ["/usr/bin/df"] }] }],
    ["a device", { device: [{ path: "/dev/ttyUSB0" }] }],
  ])("cannot give %s than is asked", (_what, more) => {
    expect(() => decide(ASKS, more)).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }));
    expect(standing(ASKS).consent).toBe("waiting");
  });

  test("about what was shown is refused once the plugin asks for something else", () => {
    const seen = { capabilities: {}, revision: "0".repeat(64) };
    expect(() => grants.decide(manifest(ASKS), "installed", seen)).toThrow(
      expect.objectContaining({ code: "CONFLICT" }),
    );
  });

  test("may refuse, and may be taken back", () => {
    decide(ASKS, ASKS);
    decide(ASKS, null);
    expect(standing(ASKS)).toEqual({ consent: "refused", grants: {}, waitsFor: [] });
    decide(ASKS, ASKS);
    expect(standing(ASKS).consent).toBe("granted");
  });

  test("about a shipped plugin counts more than its having been shipped", () => {
    const shipped = () => grants.standing(manifest(ASKS), "shipped");
    shipped();
    grants.decide(manifest(ASKS), "shipped", { capabilities: { devices: {} } });
    expect(shipped()).toEqual({ consent: "narrowed", grants: { devices: {} }, waitsFor: [] });
  });

  test("is forgotten with the plugin", () => {
    decide(ASKS, ASKS);
    grants.forget("hello");
    expect(standing(ASKS).consent).toBe("waiting");
  });

  test("number 1000 leaves a book of 20", () => {
    store.transaction(() => {
      for (let round = 0; round < 1000; round += 1) decide(ASKS, round % 2 === 0 ? ASKS : null);
    });
    expect(store.all("SELECT id FROM plugin_grants")).toHaveLength(20);
    expect(standing(ASKS).consent).toBe("refused");
  });
});

describe("a new version", () => {
  test("that asks for no more goes on, with no more than it asks for", () => {
    decide(ASKS, ASKS);
    expect(standing({ net: { connect: [80] } }, "2.0.0")).toEqual({
      consent: "granted",
      grants: { net: { connect: [80] } },
      waitsFor: [],
    });
    // In another order, for other reasons: the same.
    const { devices: _devices, ...rest } = ASKS;
    const turned = { ...rest, net: { udp: true, connect: [443, 80] }, devices: {} };
    expect(standing(turned, "2.0.0").consent).toBe("granted");
  });

  test.each<[string, Capabilities, string[]]>([
    ["another capability", { ...ASKS, llm: {} }, ["llm"]],
    ["one more port", { ...ASKS, net: { connect: [80, 443, 22], udp: true } }, ["net"]],
    ["to write", { ...ASKS, fs: [{ path: "/etc/hostname", mode: "rw" }] }, ["fs"]],
  ])("that asks for %s waits, and has nothing meanwhile", (_what, asks, waitsFor) => {
    decide(ASKS, ASKS);
    expect(standing(asks, "2.0.0")).toEqual({ consent: "waiting", grants: {}, waitsFor });
  });

  test("does not get back what the owner left out of an older one", () => {
    decide(ASKS, { devices: {} });
    expect(standing(ASKS, "2.0.0")).toEqual({
      consent: "narrowed",
      grants: { devices: {} },
      waitsFor: [],
    });
  });

  test("waits after a refusal when it asks for something else, also for less; so does an older one", () => {
    decide({ net: {} }, { net: {} }, "1.0.0");
    decide(ASKS, null, "2.0.0");
    expect(standing(ASKS, "3.0.0").consent).toBe("refused");
    expect(standing({ net: {} }, "1.0.0")).toMatchObject({ consent: "waiting", grants: {} });
  });
});

describe("a book that cannot be read", () => {
  test.each([
    ["no JSON", "granted = '{'"],
    ["a capability that does not exist", `granted = '{"root":{}}'`],
    ["others than it was decided on", `asked = '{"net":{},"llm":{},"devices":{}}'`],
    ["somebody unknown who decided", "decided_by = 'plugin'"],
  ])("gives nothing where a row holds %s", (_what, change) => {
    decide(ASKS, ASKS);
    using other = new Database(path());
    other.run(`UPDATE plugin_grants SET ${change}`);
    expect(standing(ASKS)).toMatchObject({ consent: "waiting", grants: {} });
  });

  test("gives nothing where the table is gone, to shipped ones neither", () => {
    decide(ASKS, ASKS);
    using other = new Database(path());
    other.run("DROP TABLE plugin_grants");
    expect(standing(ASKS)).toMatchObject({ consent: "waiting", grants: {} });
    expect(grants.standing(manifest(ASKS), "shipped")).toMatchObject({ grants: {} });
  });
});
