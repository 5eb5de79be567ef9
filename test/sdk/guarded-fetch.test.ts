/** A plugin's fetch: names come from the hub, redirects are followed, refusals say what to grant. */
import { describe, expect, test } from "vitest";
import { OperationalError } from "#base";
import { createGuardedFetch } from "../../src/sdk/guarded-fetch.ts";

/** A server that answers what it was asked, and a fetch that finds every name on this machine. */
function served(resolve: (host: string) => Promise<readonly string[]> = async () => ["127.0.0.1"]) {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname === "/away") {
        const location = `http://other.test:${new URL(request.url).port}/seen`;
        return new Response(null, { status: 302, headers: { location } });
      }
      if (pathname === "/loop")
        return new Response(null, { status: 302, headers: { location: "/loop" } });
      return Response.json({
        host: request.headers.get("host"),
        method: request.method,
        secret: request.headers.get("authorization"),
        body: await request.text(),
      });
    },
  });
  const asked: string[] = [];
  const guarded = createGuardedFetch(fetch, (host) => {
    asked.push(host);
    return resolve(host);
  });
  const url = (path: string) => `http://house.test:${server.port}${path}`;
  return { guarded, url, asked, port: server.port, [Symbol.dispose]: () => void server.stop(true) };
}

describe("a plugin's fetch", () => {
  test("reaches a name that only the hub can resolve", async () => {
    using to = served();
    const response = await to.guarded(to.url("/x"), { method: "POST", body: "milk" });
    expect(response.url).toBe(to.url("/x"));
    expect(await response.json()).toEqual({
      host: `house.test:${to.port}`,
      method: "POST",
      secret: null,
      body: "milk",
    });
  });

  test("tries the next address where the first does not answer", async () => {
    using to = served(async () => ["127.0.0.9", "127.0.0.1"]);
    expect((await to.guarded(to.url("/x"))).status).toBe(200);
  });

  test("follows a redirect by its name, and takes no secret along to another host", async () => {
    using to = served();
    const init = { headers: { authorization: "Bearer s" } };
    expect(await (await to.guarded(to.url("/x"), init)).json()).toMatchObject({
      secret: "Bearer s",
    });
    expect(await (await to.guarded(to.url("/away"), init)).json()).toMatchObject({
      host: `other.test:${to.port}`,
      secret: null,
    });
    expect(to.asked).toEqual(["house.test", "house.test", "other.test"]);
  });

  test("ends a circle of redirects", async () => {
    using to = served();
    await expect(to.guarded(to.url("/loop"))).rejects.toMatchObject({ code: "NET_FAILED" });
    expect((await to.guarded(to.url("/loop"), { redirect: "manual" })).status).toBe(302);
  });

  test("names the capability and the port that are missing", async () => {
    using to = served(async () => {
      throw new OperationalError("CAPABILITY_DENIED", "net.resolve needs the capability");
    });
    await expect(to.guarded("https://api.test/x")).rejects.toMatchObject({
      code: "CAPABILITY_DENIED",
      message: expect.stringContaining('"capabilities": {"net": {"connect": [443]}}'),
    });
  });

  test("opens nothing for data in the address itself", async () => {
    using to = served();
    expect(await (await to.guarded("data:text/plain,hi")).text()).toBe("hi");
    expect(to.asked).toEqual([]);
  });
});
