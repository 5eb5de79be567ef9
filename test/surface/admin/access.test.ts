/** Who is let in: tokens, sessions, revocation, foreign pages and foreign host names. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { problem } from "#contract";
import { settle } from "../../support/manual-clock.ts";
import { type Harness, refusal, startAdmin } from "./harness.ts";
import { FULL_SCRIPT } from "./samples.ts";
import { PEOPLE, sha256 } from "./scripted-hub.ts";

const CALLER = sha256("anna-token");
const COOKIE = { cookie: "other=1; homeagent_session=anna-token" };
const DEVICES = "/api/v1/devices";

let admin: Harness;
beforeEach(async () => {
  admin = await startAdmin({ script: FULL_SCRIPT });
});
afterEach(() => admin[Symbol.asyncDispose]());

const verifications = () => admin.hub.callsOf("admin.verify").length;

describe("a token", () => {
  test("is asked for everywhere but at health, set-up and login", async () => {
    for (const route of admin.app.routes) {
      const path = route.path.replace(/\{\w+\}/g, "x");
      const { status } = await admin.ask(path, { method: route.method, token: null });
      expect([path, status === 401]).toEqual([path, route.access === "signed-in"]);
    }
    const open = admin.app.routes.filter(({ access }) => access === "open");
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/health",
      "GET /api/v1/setup",
      "POST /api/v1/setup",
      "POST /api/v1/login",
    ]);
    expect(await (await admin.ask("/api/v1/health", { token: null })).json()).toEqual({
      status: "ok",
    });
  });

  test.each([
    ["an unknown token", "Bearer nobody"],
    ["a token that is far too long", `Bearer ${"x".repeat(257)}`],
    ["an empty token", "Bearer "],
    ["two tokens", "Bearer a b"],
    ["another scheme", "Basic YW5uYTp4"],
  ])("%s is nobody's", async (_what, authorization) => {
    const response = await admin.ask(DEVICES, { token: null, headers: { authorization } });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await refusal(response)).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("goes before a cookie, and its scheme is read in any case", async () => {
    const headers = { authorization: "bearer max-token", ...COOKIE };
    expect((await admin.ask(DEVICES, { headers })).status).toBe(200);
    expect(admin.hub.callsOf("admin.house")).toEqual([{ caller: sha256("max-token") }]);
  });

  test("that is bad is not made good by a cookie", async () => {
    const headers = { authorization: "Bearer nobody", ...COOKIE };
    expect((await admin.ask(DEVICES, { headers })).status).toBe(401);
  });

  test("never leaves this process and is in no log", async () => {
    await using loud = await startAdmin({ script: FULL_SCRIPT, settings: { accessLog: true } });
    const login = { body: { name: "Anna", password: "correct horse" } };
    await loud.ask("/api/v1/login", login);
    await loud.ask(`${DEVICES}?token=anna-token`);
    await loud.ask(DEVICES, { headers: COOKIE });
    expect(JSON.stringify(loud.hub.calls)).not.toContain("anna-token");
    expect(loud.logged.map(({ event, level }) => [event, level])).toEqual([
      ["http.request", "debug"],
      ["http.request", "debug"],
      ["http.request", "debug"],
    ]);
    const lines = JSON.stringify(loud.logged);
    expect(lines).not.toContain("anna-token");
    expect(lines).not.toContain("correct horse");
  });
});

describe("a checked token", () => {
  test("is asked about once a minute", async () => {
    for (let count = 0; count < 5; count += 1) await admin.ask(DEVICES);
    expect(verifications()).toBe(1);
    admin.clock.advance(59_999);
    await admin.ask(DEVICES);
    expect(verifications()).toBe(1);
    admin.clock.advance(1);
    await admin.ask(DEVICES);
    expect(verifications()).toBe(2);
  });

  test("is asked about once when many requests come at the same time", async () => {
    await Promise.all(Array.from({ length: 20 }, () => admin.ask(DEVICES)));
    expect(verifications()).toBe(1);
  });

  test("ends at once when it is revoked", async () => {
    await admin.ask(DEVICES);
    admin.hub.on({ "admin.verify": () => null });
    admin.hub.emit("token_revoked", { tokenHash: CALLER });
    expect((await admin.ask(DEVICES)).status).toBe(401);
  });

  test("that is revoked while we ask is asked about again", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    admin.hub.on({ "admin.verify": () => promise.then(() => PEOPLE.anna) });
    const first = admin.ask(DEVICES);
    await settle();
    expect(verifications()).toBe(1);
    admin.hub.on({ "admin.verify": () => null });
    admin.hub.emit("token_revoked", { tokenHash: CALLER });
    resolve();
    expect((await first).status).toBe(401);
    expect((await admin.ask(DEVICES)).status).toBe(401);
  });

  test("is asked about again when events were lost, since a revocation may be among them", async () => {
    await admin.ask(DEVICES);
    admin.hub.on({ "admin.verify": () => null });
    admin.hub.loseEvents(3);
    expect((await admin.ask(DEVICES)).status).toBe(401);
  });

  test("is one of at most 256; guessing does not push it out", async () => {
    await admin.ask(DEVICES);
    for (let guess = 0; guess < 400; guess += 1) await admin.ask(DEVICES, { token: `no-${guess}` });
    const before = verifications();
    await admin.ask(DEVICES);
    expect(verifications()).toBe(before);
    // Many good tokens do push out the one that was used longest ago.
    admin.hub.on({ "admin.verify": () => PEOPLE.max });
    for (let other = 0; other < 256; other += 1) await admin.ask(DEVICES, { token: `ok-${other}` });
    const then = verifications();
    await admin.ask(DEVICES);
    expect(verifications()).toBe(then + 1);
  });

  test("cannot be checked when the kernel fails: that is no 401", async () => {
    admin.hub.on({
      "admin.verify": () => {
        throw problem("BUSY", "too many calls");
      },
    });
    expect(await refusal(await admin.ask(DEVICES))).toEqual([503, "BUSY"]);
  });
});

describe("a session cookie", () => {
  test("is set by login and set-up, out of reach of scripts and other sites", async () => {
    const login = await admin.ask("/api/v1/login", {
      token: null,
      body: { name: "Anna", password: "correct horse" },
    });
    expect(login.status).toBe(200);
    expect(await login.json()).toEqual({ token: "anna-token", role: "owner" });
    const setup = await admin.ask("/api/v1/setup", {
      token: null,
      body: { code: "12345678", name: "Anna", password: "correct horse" },
    });
    expect(setup.status).toBe(201);
    expect(await setup.json()).toEqual({ token: "anna-token", role: "owner" });
    for (const response of [login, setup]) {
      const [pair, ...attributes] = response.headers.get("set-cookie")?.split("; ") ?? [];
      expect(pair).toBe("homeagent_session=anna-token");
      expect(attributes).toEqual(["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=34560000"]);
    }
  });

  test("is secure when a declared proxy says that the browser came by https", async () => {
    const settings = { trustedProxies: ["192.0.2.7"], hostNames: ["home.example"] };
    await using proxied = await startAdmin({ script: FULL_SCRIPT, settings });
    const ask = (headers: Record<string, string>, peer: string) =>
      proxied.ask("/api/v1/login", {
        token: null,
        body: { name: "Anna", password: "correct horse" },
        headers,
        peer,
      });
    const https = { "x-forwarded-proto": "https", "x-forwarded-host": "home.example" };
    const honest = await ask(https, "192.0.2.7");
    expect(honest.headers.get("set-cookie")).toContain("; Secure");
    const forged = await ask(https, "192.0.2.8");
    expect(forged.headers.get("set-cookie")).not.toContain("Secure");
  });

  test("reads, and ends with logout", async () => {
    expect((await admin.ask(DEVICES, { headers: COOKIE })).status).toBe(200);
    const headers = { ...COOKIE, "sec-fetch-site": "same-origin" };
    const logout = await admin.ask("/api/v1/logout", { method: "POST", headers });
    expect(logout.status).toBe(204);
    expect(logout.headers.get("set-cookie")).toContain("homeagent_session=; Path=/");
    expect(logout.headers.get("set-cookie")).toContain("Max-Age=0");
    expect(admin.hub.callsOf("admin.logout")).toEqual([{ caller: CALLER }]);
    admin.hub.on({ "admin.verify": () => null });
    expect((await admin.ask(DEVICES, { headers: COOKIE })).status).toBe(401);
  });

  const command = (headers: Record<string, string>) =>
    admin.ask("/api/v1/devices/sim.a/command", {
      body: { capability: "on", value: true },
      headers: { ...COOKIE, ...headers },
    });

  test.each([
    ["no sign of where it comes from", {}],
    ["another origin", { origin: "http://evil.example" }],
    ["another port of the same machine", { origin: "http://localhost:8081" }],
    ["an opaque origin", { origin: "null" }],
    ["a page of another site", { "sec-fetch-site": "cross-site", origin: "http://localhost" }],
    ["a page of the same site", { "sec-fetch-site": "same-site", origin: "http://localhost" }],
    ["an address bar", { "sec-fetch-site": "none" }],
  ])("changes nothing with %s", async (_what, headers) => {
    expect(await refusal(await command(headers as Record<string, string>))).toEqual([
      403,
      "FORBIDDEN",
    ]);
    expect(admin.hub.callsOf("admin.command")).toEqual([]);
  });

  test.each([
    ["the browser's word", { "sec-fetch-site": "same-origin" }],
    ["the same origin", { origin: "http://localhost" }],
  ])("changes things with %s", async (_what, headers) => {
    expect((await command(headers as Record<string, string>)).status).toBe(200);
  });

  test("of a page behind a declared proxy is judged by the name that the browser used", async () => {
    const settings = { trustedProxies: ["192.0.2.0/24"], hostNames: ["home.example"] };
    await using proxied = await startAdmin({ script: FULL_SCRIPT, settings });
    const response = await proxied.ask("/api/v1/chat/stop", {
      method: "POST",
      headers: {
        ...COOKIE,
        origin: "https://home.example",
        "x-forwarded-host": "home.example",
        "x-forwarded-proto": "https",
      },
    });
    expect(response.status).toBe(200);
  });

  test("cannot be planted by a login form of another page", async () => {
    const response = await admin.ask("/api/v1/login", {
      token: null,
      body: { name: "Eve", password: "correct horse" },
      headers: { origin: "http://evil.example" },
    });
    expect(await refusal(response)).toEqual([403, "FORBIDDEN"]);
    expect(admin.hub.callsOf("admin.login")).toEqual([]);
  });
});

describe("a host name", () => {
  test.each([
    "127.0.0.1:8080",
    "192.168.1.5",
    "[fe80::1]:8080",
    "[::1]",
    "localhost:8080",
    "Home.Local",
    "homeagent.local.:8080",
    "pi",
    "home.example:443",
  ])("%s is the hub's", async (host) => {
    const settings = { hostNames: ["pi", "Home.Example"] };
    await using named = await startAdmin({ script: FULL_SCRIPT, settings });
    expect((await named.ask("/api/v1/health", { headers: { host } })).status).toBe(200);
  });

  test.each([
    "evil.example",
    "pi.evil.example",
    "127.0.0.1.evil.example",
    "local",
    "evillocal",
    "localhost@evil.example",
    "",
    "[::1",
    "127.0.0.1:8080:9",
  ])('"%s" is not: a name can be pointed at us by anybody', async (host) => {
    const settings = { hostNames: ["pi"] };
    await using named = await startAdmin({ script: FULL_SCRIPT, settings });
    for (const path of ["/api/v1/health", "/", "/nothing"]) {
      const response = await named.ask(path, { headers: { host } });
      expect(await refusal(response)).toEqual([403, "FORBIDDEN"]);
    }
  });
});

describe("set-up", () => {
  const setUp = (code: string) =>
    admin.ask("/api/v1/setup", {
      token: null,
      body: { code, name: "Anna", password: "correct horse" },
    });

  test("says whether it is still to be done", async () => {
    const response = await admin.ask("/api/v1/setup", { token: null });
    expect(await response.json()).toEqual({ needed: true });
  });

  test.each([
    ["FORBIDDEN", 403],
    ["RATE_LIMITED", 429],
    ["CONFLICT", 409],
  ] as const)("passes the kernel's %s on as %i", async (code, status) => {
    admin.hub.on({
      "admin.setup": () => {
        throw problem(code, "no");
      },
    });
    const response = await setUp("00000000");
    expect(response.headers.get("retry-after")).toBe(status === 429 ? "60" : null);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await refusal(response)).toEqual([status, code]);
  });
});
