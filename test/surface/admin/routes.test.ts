/** The contract's routes: what each one asks the kernel, and what it answers. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checker, problem } from "#contract";
import { type Harness, refusal, startAdmin } from "./harness.ts";
import { FULL_SCRIPT, HOUSE, lamp, REPLY } from "./samples.ts";
import { PEOPLE, sha256 } from "./scripted-hub.ts";

const CALLER = sha256("anna-token");
let admin: Harness;
beforeEach(async () => {
  admin = await startAdmin({ script: FULL_SCRIPT });
});
afterEach(() => admin[Symbol.asyncDispose]());

/** What the last call to the kernel was, the question who asks left out. */
function lastCall(): unknown {
  return admin.hub.calls.filter(({ method }) => method !== "admin.verify").at(-1);
}

describe("each route asks the kernel one thing and answers it", () => {
  const cases: [string, string, unknown, string, object, unknown?][] = [
    ["GET", "/api/v1/house", undefined, "admin.house", {}, HOUSE],
    ["GET", "/api/v1/devices", undefined, "admin.house", {}, HOUSE.devices],
    ["GET", "/api/v1/devices/sim.a", undefined, "admin.device", { id: "sim.a" }, lamp("sim.a")],
    ["GET", "/api/v1/devices/sim.a/history", undefined, "admin.history", { id: "sim.a" }],
    [
      "GET",
      "/api/v1/devices/sim.a/history?from=2026-11-30T08:00:00Z&to=1796025600001",
      undefined,
      "admin.history",
      { id: "sim.a", from: 1796025600000, to: 1796025600001 },
    ],
    [
      "POST",
      "/api/v1/devices/sim.a/command",
      { capability: "brightness", value: 30 },
      "admin.command",
      { id: "sim.a", capability: "brightness", value: 30 },
      { commandId: "m_1", outcome: "ok", state: { brightness: 30 } },
    ],
    ["POST", "/api/v1/chat", { text: "开灯" }, "admin.say", { text: "开灯" }, REPLY],
    ["POST", "/api/v1/chat", { text: "a", user: "Max" }, "admin.say", { text: "a", user: "Max" }],
    ["POST", "/api/v1/chat/stop", {}, "admin.stop", {}, { stopped: 1 }],
    ["GET", "/api/v1/config", undefined, "admin.configList", {}],
    ["GET", "/api/v1/config/core.name", undefined, "admin.configGet", { key: "core.name" }],
    [
      "PUT",
      "/api/v1/config/core.name",
      { value: null },
      "admin.configSet",
      { key: "core.name", value: null },
      { key: "core.name", value: null, requiresRestart: true },
    ],
    ["GET", "/api/v1/persona", undefined, "admin.persona", {}, { state: "unasked", text: "温和" }],
    ["PUT", "/api/v1/persona", { choice: "later" }, "admin.personaSet", { choice: "later" }],
    [
      "PUT",
      "/api/v1/persona",
      { choice: "custom", text: "像管家" },
      "admin.personaSet",
      { choice: "custom", text: "像管家" },
      { state: "custom", text: "像管家" },
    ],
    ["GET", "/api/v1/confirmations", undefined, "admin.confirmations", {}, []],
    [
      "POST",
      "/api/v1/confirmations/cf_0123456789abcdef",
      { allow: false },
      "admin.confirm",
      { id: "cf_0123456789abcdef", allow: false },
      { id: "cf_0123456789abcdef", state: "refused", outcome: null, text: "" },
    ],
    ["GET", "/api/v1/status", undefined, "admin.status", {}],
    ["GET", "/api/v1/providers", undefined, "admin.providers", {}],
    ["GET", "/api/v1/plugins", undefined, "admin.plugins", {}],
    ["GET", "/api/v1/users", undefined, "admin.users", {}],
    ["GET", "/api/v1/tokens", undefined, "admin.tokens", {}],
    ["GET", "/api/v1/logs", undefined, "admin.logs", {}],
  ];
  test.each(cases)("%s %s", async (method, path, body, called, params, expected) => {
    const response = await admin.ask(path, { method, body });
    const answer = await response.json();
    expect(response.status).toBe(200);
    expect(lastCall()).toEqual({ method: called, params: { caller: CALLER, ...params } });
    if (expected !== undefined) expect(answer).toEqual(expected);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["tokens/k_1", "admin.tokenRevoke", "k_1"],
    ["devices/sim.a", "admin.forgetDevice", "sim.a"],
  ])("DELETE %s answers 204 without a body", async (path, method, id) => {
    const response = await admin.ask(`/api/v1/${path}`, { method: "DELETE" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(lastCall()).toEqual({ method, params: { caller: CALLER, id } });
  });

  test.each(["anna", "max", "gast"] as const)("GET me tells %s who that is", async (who) => {
    const response = await admin.ask("/api/v1/me", { token: `${who}-token` });
    const { personId, name, role } = PEOPLE[who];
    expect([response.status, await response.json()]).toEqual([200, { personId, name, role }]);
    expect(lastCall()).toBeUndefined();
  });
});

describe("the description", () => {
  test("names every route that is served, and no other", async () => {
    const described = (await (await admin.ask("/api/v1/openapi.json")).json()) as {
      paths: Record<string, Record<string, { security: unknown[] }>>;
    };
    const told = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = admin.app.http.routes
      .filter(({ path }) => !path.includes("*"))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(told.sort()).toEqual(served.sort());
    expect(told.length).toBeGreaterThan(20);
  });

  test("says of every route whether it is open, as the server does it", async () => {
    const described = (await (await admin.ask("/api/v1/openapi.json")).json()) as {
      paths: Record<string, Record<string, { security: unknown[] }>>;
    };
    for (const [path, methods] of Object.entries(described.paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        const request = { method: method.toUpperCase(), token: null };
        const { status } = await admin.ask(path.replace(/\{\w+\}/g, "x"), request);
        expect([method, path, status === 401]).toEqual([method, path, security.length > 0]);
      }
    }
  });

  test("fits what is answered", async () => {
    for (const route of admin.app.routes) {
      if (route.method !== "GET" || route.reply.schema === undefined) continue;
      const response = await admin.ask(route.path.replace(/\{\w+\}/g, "sim.a"));
      const refused = checker(route.reply.schema).refusals(await response.json());
      expect([route.path, refused]).toEqual([route.path, []]);
    }
  });
});

describe("what is refused", () => {
  test("an unknown route of the interface is a problem", async () => {
    expect(await refusal(await admin.ask("/api/v1/nothing"))).toEqual([404, "NOT_FOUND"]);
    expect(await refusal(await admin.ask("/api"))).toEqual([404, "NOT_FOUND"]);
    expect(await refusal(await admin.ask("/v1/nothing"))).toEqual([404, "NOT_FOUND"]);
    const wrongMethod = await admin.ask("/api/v1/devices", { method: "DELETE" });
    expect(await refusal(wrongMethod)).toEqual([404, "NOT_FOUND"]);
  });

  test.each([
    ["DEVICE_UNKNOWN", 404],
    ["VALUE_OUT_OF_RANGE", 422],
    ["FORBIDDEN", 403],
    ["DEVICE_UNAVAILABLE", 503],
    ["COMMAND_TIMEOUT", 504],
  ] as const)("the kernel's %s is answered with %i", async (code, status) => {
    admin.hub.on({
      "admin.command": () => {
        throw problem(code, "what and where", { hint: "what to do" });
      },
    });
    const body = { capability: "brightness", value: 130 };
    const response = await admin.ask("/api/v1/devices/sim.a/command", { body });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      type: "about:blank",
      status,
      code,
      detail: "what and where",
      hint: "what to do",
    });
  });

  test("a device that can be reached is not forgotten", async () => {
    admin.hub.on({
      "admin.forgetDevice": () => {
        throw problem("CONFLICT", "sim.a is available");
      },
    });
    const response = await admin.ask("/api/v1/devices/sim.a", { method: "DELETE" });
    expect(await refusal(response)).toEqual([409, "CONFLICT"]);
  });

  test("a bug tells no inside detail, and is logged", async () => {
    admin.hub.on({
      "admin.status": () => {
        throw new TypeError("secret path /home/x");
      },
    });
    const response = await admin.ask("/api/v1/status");
    expect(await response.clone().text()).not.toContain("secret");
    expect(await refusal(response)).toEqual([500, "INTERNAL"]);
    expect(admin.logged.map(({ event }) => event)).toEqual(["http.failed"]);
  });

  test.each([
    ["no capability", { value: 1 }],
    ["no value", { capability: "on" }],
    ["an empty capability", { capability: "", value: 1 }],
    ["a list", []],
    ["null", null],
  ])("a command with %s never reaches the kernel", async (_what, body) => {
    const response = await admin.ask("/api/v1/devices/sim.a/command", { body });
    expect(await refusal(response)).toEqual([400, "INVALID_PARAMS"]);
    expect(admin.hub.callsOf("admin.command")).toEqual([]);
  });

  test("unknown fields of a body are ignored", async () => {
    const body = { capability: "on", value: true, later: 1 };
    const response = await admin.ask("/api/v1/devices/sim.a/command", { body });
    expect(response.status).toBe(200);
    expect(admin.hub.callsOf("admin.command")).toEqual([
      { caller: CALLER, id: "sim.a", capability: "on", value: true },
    ]);
  });

  test("a moment that is none is refused by name", async () => {
    const response = await admin.ask("/api/v1/devices/sim.a/history?from=yesterday");
    expect(await refusal(response)).toEqual([400, "INVALID_PARAMS"]);
  });
});
