/** F57: logins without a limit, and then a limit that locked out everybody behind one proxy. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { problem } from "#contract";
import { type Harness, refusal, startAdmin } from "../surface/admin/harness.ts";

const RIGHT = "correct horse";
const MINUTE = 60_000;

const script = {
  "admin.login": ({ password }: { password: string }) => {
    if (password === RIGHT) return { token: "anna-token", role: "owner" as const };
    throw problem("UNAUTHENTICATED", "wrong name or password");
  },
};

let admin: Harness;
beforeEach(async () => {
  admin = await startAdmin({ script, settings: { trustedProxies: ["10.0.0.1", "10.1.0.0/16"] } });
});
afterEach(() => admin[Symbol.asyncDispose]());

const attempt = (password: string, peer = "192.0.2.7", forwarded?: string) =>
  admin.ask("/api/v1/login", {
    token: null,
    body: { name: "Anna", password },
    peer,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });

/** Fails `count` times and answers the statuses. */
async function fail(count: number, peer?: string, forwarded?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    statuses.push((await attempt("guess", peer, forwarded)).status);
  }
  return statuses;
}

describe("one source", () => {
  test("waits after five failures, even with the right password, and is told how long", async () => {
    expect(await fail(5)).toEqual([401, 401, 401, 401, 401]);
    const asked = admin.hub.callsOf("admin.login").length;
    const response = await attempt(RIGHT);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(await refusal(response)).toEqual([429, "RATE_LIMITED"]);
    expect(admin.hub.callsOf("admin.login").length).toBe(asked);
  });

  test("may try again after the wait, once; each further failure doubles it", async () => {
    await fail(5);
    admin.clock.advance(MINUTE - 1);
    expect(await fail(1)).toEqual([429]);
    admin.clock.advance(1);
    expect(await fail(2)).toEqual([401, 429]);
    admin.clock.advance(MINUTE);
    expect(await fail(1)).toEqual([429]);
    admin.clock.advance(MINUTE);
    expect((await attempt(RIGHT)).status).toBe(200);
  });

  test("never waits longer than a quarter of an hour", async () => {
    await fail(5);
    for (let round = 0; round < 12; round += 1) {
      admin.clock.advance(15 * MINUTE);
      expect(await fail(1)).toEqual([401]);
    }
    admin.clock.advance(15 * MINUTE);
    expect((await attempt(RIGHT)).status).toBe(200);
  });

  test("starts afresh after a success", async () => {
    await fail(4);
    expect((await attempt(RIGHT)).status).toBe(200);
    expect(await fail(5)).toEqual([401, 401, 401, 401, 401]);
  });

  test("starts afresh even while another try of it is under way", async () => {
    await fail(3);
    const answer = Promise.withResolvers<never>();
    admin.hub.on({
      "admin.login": (asked) =>
        asked.password === "late" ? answer.promise : script["admin.login"](asked),
    });
    const late = attempt("late");
    expect((await attempt(RIGHT)).status).toBe(200);
    answer.reject(problem("UNAUTHENTICATED", "wrong name or password"));
    expect((await late).status).toBe(401);
    expect(await fail(5)).toEqual([401, 401, 401, 401, 429]);
  });

  test("is forgiven after a quarter of an hour without a failure", async () => {
    await fail(4);
    admin.clock.advance(15 * MINUTE);
    expect(await fail(5)).toEqual([401, 401, 401, 401, 401]);
  });

  test("gains nothing by trying a hundred passwords at once", async () => {
    const tries = Array.from({ length: 100 }, (_, index) => attempt(`guess ${index}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(5);
    expect(statuses.filter((status) => status === 429).length).toBe(95);
    expect(admin.hub.callsOf("admin.login").length).toBe(5);
  });

  test("is not charged when the hub could not say", async () => {
    admin.hub.on({
      "admin.login": () => {
        throw problem("BUSY", "too many calls");
      },
    });
    for (let index = 0; index < 9; index += 1) expect((await attempt("guess")).status).toBe(503);
    admin.hub.on(script);
    expect((await attempt(RIGHT)).status).toBe(200);
  });

  test("is an IPv4 address however it is written, and a whole /64 of IPv6", async () => {
    await fail(3, "192.0.2.9");
    expect(await fail(3, "::ffff:192.0.2.9")).toEqual([401, 401, 429]);
    await fail(3, "2001:db8:0:7::1");
    expect(await fail(3, "2001:db8:0:7:ffff::2")).toEqual([401, 401, 429]);
    expect(await fail(1, "2001:db8:0:8::1")).toEqual([401]);
  });
});

describe("other sources", () => {
  test("are not locked out by one that guesses", async () => {
    await fail(6);
    expect((await attempt(RIGHT, "192.0.2.8")).status).toBe(200);
  });

  test("behind a declared proxy are told apart by the address that it forwards", async () => {
    expect(await fail(6, "10.0.0.1", "198.51.100.1")).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await attempt(RIGHT, "10.0.0.1", "198.51.100.2")).status).toBe(200);
    expect((await attempt(RIGHT, "10.0.0.1", "198.51.100.1")).status).toBe(429);
  });

  test("cannot invent addresses left of what the proxy wrote", async () => {
    for (let index = 0; index < 5; index += 1) {
      await fail(1, "10.0.0.1", `203.0.113.${index}, 198.51.100.1`);
    }
    expect(await fail(1, "10.0.0.1", "203.0.113.99, 198.51.100.1")).toEqual([429]);
  });

  test("are found through a chain of declared proxies", async () => {
    await fail(5, "10.0.0.1", "198.51.100.1, 10.1.2.3");
    expect(await fail(1, "10.0.0.1", "198.51.100.1:4711, 10.1.9.9")).toEqual([429]);
    expect(await fail(1, "10.0.0.1", "198.51.100.2, 10.1.2.3")).toEqual([401]);
  });

  test("cannot escape with a header when no declared proxy stands before them", async () => {
    for (let index = 0; index < 5; index += 1) await fail(1, "192.0.2.7", `203.0.113.${index}`);
    expect(await fail(1, "192.0.2.7", "203.0.113.99")).toEqual([429]);
    expect(await fail(1, "192.0.2.7")).toEqual([429]);
  });

  test("behind a proxy whose header cannot be read count as the proxy", async () => {
    await fail(5, "10.0.0.1", "unknown");
    expect(await fail(1, "10.0.0.1", "rubbish")).toEqual([429]);
  });
});

test("a flood of sources is bounded, and those who wait still wait while there is room", async () => {
  await fail(5);
  for (let index = 0; index < 1000; index += 1) {
    await fail(1, `198.51.${Math.floor(index / 250)}.${index % 250}`);
  }
  expect(await fail(1)).toEqual([429]);
  for (let index = 0; index < 2000; index += 1) {
    await fail(1, `203.0.${Math.floor(index / 250)}.${index % 250}`);
  }
  // Pushed out by then: the memory is bounded, and this is its stated price.
  expect(await fail(1)).toEqual([401]);
});

test("a proxy entry that cannot be read is named in the log, and a range of everything is none", async () => {
  const settings = { trustedProxies: ["10.0.0.1", "nonsense", "0.0.0.0/0", "10.0.0.0/33"] };
  await using other = await startAdmin({ script, settings });
  expect(other.logged.map(({ event, fields }) => [event, fields["entry"]])).toEqual([
    ["http.proxy_invalid", "nonsense"],
    ["http.proxy_invalid", "0.0.0.0/0"],
    ["http.proxy_invalid", "10.0.0.0/33"],
  ]);
});
