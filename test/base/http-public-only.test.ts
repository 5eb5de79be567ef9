/** What text from outside makes the hub fetch cannot reach into the home network. */
import { expect, test } from "vitest";
import { createHttpClient, type Fetch, isPublicAddress, systemClock } from "#base";
import { plainAnswer, startRawServer } from "../support/raw-server.ts";

const forever = () => new AbortController().signal;

/** A client whose names resolve to these addresses, and what it would have fetched. */
function clientFor(addresses: readonly string[]) {
  const sent: { url: string; host: string | null; serverName: string | undefined }[] = [];
  const fetch: Fetch = async (url, init) => {
    const serverName = init.tls?.serverName;
    sent.push({ url, host: new Headers(init.headers).get("host"), serverName });
    return new Response("ok");
  };
  return {
    sent,
    client: createHttpClient({ clock: systemClock, fetch, resolve: async () => addresses }),
  };
}

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.0.0.1/",
  "http://0.0.0.0/",
  "http://10.1.2.3/",
  "http://172.31.0.1/",
  "http://192.168.1.1/admin",
  "http://169.254.169.254/latest/meta-data/",
  "http://100.64.0.1/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:192.168.1.1]/",
  "http://[fe80::1]/",
  "http://[fd00::1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
])("%s is refused before anything is sent", async (url) => {
  const { client, sent } = clientFor(["93.184.215.14"]);
  await expect(client.request({ url, publicOnly: true }, forever())).rejects.toMatchObject({
    code: "HTTP_URL_REFUSED",
  });
  expect(sent).toEqual([]);
});

test.each([[["192.168.1.1"]], [["93.184.215.14", "127.0.0.1"]], [["::1"]], [[]]])(
  "a name that resolves to %j is refused",
  async (addresses) => {
    const { client, sent } = clientFor(addresses);
    const url = "https://innocent.example/";
    await expect(client.request({ url, publicOnly: true }, forever())).rejects.toMatchObject({
      code: "HTTP_URL_REFUSED",
    });
    expect(sent).toEqual([]);
  },
);

test("the checked address is the one that is asked, under the name that was given", async () => {
  const { client, sent } = clientFor(["93.184.215.14"]);
  await client.request({ url: "https://public.example:8443/a?b", publicOnly: true }, forever());
  expect(sent).toEqual([
    {
      url: "https://93.184.215.14:8443/a?b",
      host: "public.example:8443",
      serverName: "public.example",
    },
  ]);
});

test("localhost is refused by what it really resolves to, and allowed where the owner named it", async () => {
  await using server = await startRawServer((_head, socket) => socket.end(plainAnswer(200, "lan")));
  const client = createHttpClient({ clock: systemClock });
  const url = `http://localhost:${server.port}/`;
  await expect(client.request({ url, publicOnly: true }, forever())).rejects.toMatchObject({
    code: "HTTP_URL_REFUSED",
  });
  expect(server.heads).toEqual([]);
  const own = await client.request({ url: `${server.url}/` }, forever());
  expect(own.text()).toBe("lan");
});

test("a redirect is checked like the first address", async () => {
  const client = createHttpClient({
    clock: systemClock,
    fetch: async () =>
      new Response(null, { status: 302, headers: { location: "http://10.0.0.1/" } }),
    resolve: async () => ["93.184.215.14"],
  });
  const request = {
    url: "http://public.example/",
    publicOnly: true,
    redirects: "same-origin",
  } as const;
  await expect(client.request(request, forever())).rejects.toMatchObject({ code: "HTTP_REDIRECT" });
});

test("public addresses are public", () => {
  for (const address of ["8.8.8.8", "93.184.215.14", "172.32.0.1", "2606:4700::1111"]) {
    expect(isPublicAddress(address), address).toBe(true);
  }
  expect(isPublicAddress("example.org")).toBe(false);
});
