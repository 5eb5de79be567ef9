/** The guarded HTTP client: real statuses, deadlines, bounds, and no way where it was not sent. */
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { createHttpClient, type HttpRequest, systemClock } from "#base";
import { createManualClock } from "../support/manual-clock.ts";
import { plainAnswer, startRawServer } from "../support/raw-server.ts";

const client = createHttpClient({ clock: systemClock });
const forever = () => new AbortController().signal;
const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

test.each([200, 204, 401, 418, 429, 500])(
  "status %i is an answer, not an error",
  async (status) => {
    await using server = await startRawServer((_head, socket) =>
      socket.end(plainAnswer(status, status === 204 ? "" : "körper", ["X-Kind: test"])),
    );
    const answer = await client.request({ url: server.url }, forever());
    expect(answer.status).toBe(status);
    expect(answer.headers.get("x-kind")).toBe("test");
    expect(answer.text()).toBe(status === 204 ? "" : "körper");
  },
);

test("method, headers and body go out as they are", async () => {
  await using server = await startRawServer((_head, socket) => socket.end(plainAnswer(200, "")));
  await client.request(
    { url: `${server.url}/a?b=c`, method: "PUT", headers: { "X-One": "1" }, body: "text" },
    forever(),
  );
  expect(server.heads[0]).toMatch(/^PUT \/a\?b=c HTTP\/1\.1/);
  expect(server.heads[0]).toMatch(/^x-one: 1/im);
  expect(server.heads[0]).toMatch(/^content-length: 4/im);
});

test.each<[string, Partial<HttpRequest>]>([
  ["file:///etc/passwd", {}],
  ["ftp://example.org/", {}],
  ["data:text/plain,hi", {}],
  ["not a url", {}],
  ["http://user:secret@127.0.0.1/", {}],
])("%s is refused", async (url, more) => {
  await expect(client.request({ url, ...more }, forever())).rejects.toMatchObject({
    code: "HTTP_URL_REFUSED",
  });
});

test("where nobody listens is unreachable, by the system's own word", async () => {
  const server = await startRawServer(() => undefined);
  await server[Symbol.asyncDispose]();
  await expect(client.request({ url: server.url }, forever())).rejects.toMatchObject({
    code: "HTTP_UNREACHABLE",
    message: `${server.url} cannot be reached: ECONNREFUSED`,
  });
});

test("a server that takes the request and says nothing is left after the deadline", async () => {
  await using server = await startRawServer(() => clock.advance(5_000));
  const clock = createManualClock();
  const slow = createHttpClient({ clock, limits: { headersMs: 5_000 } });
  await expect(slow.request({ url: server.url }, forever())).rejects.toMatchObject({
    code: "HTTP_TIMEOUT",
    message: `${server.url} did not answer within 5000 ms`,
  });
  expect(clock.waiting).toBe(0);
});

test("a body that stops in the middle is left after the idle time, which each piece renews", async () => {
  const clock = createManualClock();
  const accepted = Promise.withResolvers<Socket>();
  await using server = await startRawServer((_head, socket) => {
    socket.write(`${CHUNKED}2\r\nab\r\n`);
    accepted.resolve(socket);
  });
  const slow = createHttpClient({ clock, limits: { idleMs: 1_000, totalMs: 60_000 } });
  using answer = await slow.stream({ url: server.url }, forever());
  const body = answer.body[Symbol.asyncIterator]();
  clock.advance(5_000);
  expect((await body.next()).value?.byteLength).toBe(2);
  // Time that the reader takes is not the server's.
  clock.advance(5_000);
  (await accepted.promise).write("3\r\ncde\r\n");
  expect((await body.next()).value?.byteLength).toBe(3);
  const next = body.next();
  clock.advance(1_000);
  await expect(next).rejects.toMatchObject({ code: "HTTP_TIMEOUT" });
});

test("a server that drips is left when the whole time is over", async () => {
  const clock = createManualClock();
  await using server = await startRawServer((_head, socket) => {
    socket.write(CHUNKED);
    const drip = setInterval(() => {
      socket.write("1\r\nx\r\n");
      clock.advance(900);
    }, 2);
    socket.on("close", () => clearInterval(drip));
  });
  const slow = createHttpClient({ clock, limits: { idleMs: 60_000, totalMs: 10_000 } });
  await expect(slow.request({ url: server.url }, forever())).rejects.toMatchObject({
    code: "HTTP_TIMEOUT",
    message: `${server.url} did not answer within 10000 ms`,
  });
});

test.each([
  ["in a chunked body", `${CHUNKED}5\r\nhello\r\n`],
  ["within the promised length", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"],
])("a connection that drops %s is no whole answer", async (_name, bytes) => {
  await using server = await startRawServer((_head, socket) => {
    socket.write(bytes, () => setTimeout(() => socket.destroy(), 10));
  });
  await expect(client.request({ url: server.url }, forever())).rejects.toMatchObject({
    code: "HTTP_CUT",
  });
});

test.each([
  ["announced", "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n"],
  ["not announced", `${CHUNKED}7d0\r\n${"x".repeat(2_000)}\r\n0\r\n\r\n`],
])("a body that is too large, %s, is refused", async (_name, bytes) => {
  await using server = await startRawServer((_head, socket) => socket.write(bytes));
  const request = { url: server.url, limits: { bodyMaxBytes: 1_024 } };
  await expect(client.request(request, forever())).rejects.toMatchObject({
    code: "HTTP_TOO_LARGE",
  });
});

test("aborting ends the exchange with the caller's reason and drops the connection", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await startRawServer((_head, socket) => {
    socket.on("close", () => closed.resolve());
    stop.abort(reason);
  });
  const stop = new AbortController();
  const reason = new Error("stopped");
  await expect(client.request({ url: server.url }, stop.signal)).rejects.toBe(reason);
  await closed.promise;
});

test("a stream that nobody reads to its end drops its connection", async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await startRawServer((_head, socket) => {
    socket.on("close", () => closed.resolve());
    socket.write(`${CHUNKED}2\r\nab\r\n`);
  });
  const answer = await client.stream({ url: server.url }, forever());
  answer[Symbol.dispose]();
  await closed.promise;
  // Still held, so that no collector was the one who closed it.
  expect(answer.status).toBe(200);
});

test("errors tell the origin and nothing of path, query or headers", async () => {
  const server = await startRawServer(() => undefined);
  await server[Symbol.asyncDispose]();
  const secret = "sk-4711";
  for (const headers of [{ authorization: secret }, { authorization: `${secret}\n` }]) {
    const url = `${server.url}/${secret}?key=${secret}`;
    const error = await client.request({ url, headers }, forever()).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "HTTP_UNREACHABLE" });
    expect(`${error.message}${error.hint}${error.stack}${error.cause}`).not.toContain(secret);
  }
});

test("a redirect is an answer, unless it was asked to be followed", async () => {
  await using server = await startRawServer((head, socket) =>
    socket.end(
      head.startsWith("GET /new")
        ? plainAnswer(200, "there")
        : plainAnswer(302, "", ["Location: /new"]),
    ),
  );
  expect((await client.request({ url: server.url }, forever())).status).toBe(302);
  const followed = await client.request(
    { url: server.url, method: "POST", body: "x", redirects: "same-origin" },
    forever(),
  );
  expect(followed.text()).toBe("there");
});

test("a redirect to another origin is not followed, and its server hears of nothing", async () => {
  await using other = await startRawServer((_head, socket) => socket.end(plainAnswer(200, "")));
  await using server = await startRawServer((_head, socket) =>
    socket.end(plainAnswer(307, "", [`Location: ${other.url}/`])),
  );
  const request: HttpRequest = {
    url: server.url,
    headers: { authorization: "Bearer x" },
    redirects: "same-origin",
  };
  await expect(client.request(request, forever())).rejects.toMatchObject({ code: "HTTP_REDIRECT" });
  expect(other.heads).toEqual([]);
});

test("redirects in a circle end", async () => {
  await using server = await startRawServer((_head, socket) =>
    socket.end(plainAnswer(302, "", ["Location: /"])),
  );
  await expect(
    client.request({ url: server.url, redirects: "same-origin" }, forever()),
  ).rejects.toMatchObject({ code: "HTTP_REDIRECT" });
  expect(server.heads).toHaveLength(4);
});
