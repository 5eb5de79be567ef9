/** Sign-ins and tokens: who stands behind them, how they end, what survives. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashToken } from "#platform/security";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { type OpenAccess, openAccess } from "./open-access.ts";

const PASSWORD = "correct horse";
const DAY_MS = 86_400_000;

async function setUp({ access }: OpenAccess): Promise<string> {
  return (await access.setup(access.setupCode() ?? "", "小林", PASSWORD)).token;
}

test("before the set-up the socket has its owner, and nobody can sign in", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access } = opened;
  expect(access.owner()).toEqual({ personId: "owner", name: "owner", role: "owner", areas: null });
  expect(access.people()).toEqual([]);
  await expect(access.login("owner", "")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await expect(access.login("owner", "owner")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("the right name and password sign in, anything else is one and the same refusal", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access } = opened;
  await setUp(opened);
  access.createToken("孩子", "member");
  const { token, role } = await access.login("小林", PASSWORD);
  expect(role).toBe("owner");
  expect(access.verify(hashToken(token))?.personId).toBe("owner");
  const refusals = await Promise.all(
    [
      ["小林", "wrong password"],
      ["小林", ""],
      ["nobody", PASSWORD],
      ["孩子", ""],
      ["小林", "x".repeat(10_000)],
    ].map(([name = "", password = ""]) =>
      access.login(name, password).catch((error: unknown) => error),
    ),
  );
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: "UNAUTHENTICATED",
      message: "the name or the password is wrong",
    });
  }
});

test("names and passwords are the same however a keyboard composes them", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access } = opened;
  await access.setup(access.setupCode() ?? "", "Jürgen", "schöne grüße");
  const issued = await access.login("Ju\u0308rgen", "scho\u0308ne gru\u0308ße");
  expect(issued.role).toBe("owner");
});

test("neither tokens nor passwords stand in the file", async () => {
  using dir = tempDir();
  let secrets: string[];
  {
    using opened = openAccess(dir.path);
    const token = await setUp(opened);
    secrets = [token, token.slice(3), opened.access.createToken("t", "guest").token, PASSWORD];
  }
  const bytes = readFileSync(join(dir.path, "hub.db"));
  expect(bytes.includes(hashToken(secrets[0] ?? ""))).toBe(true);
  for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
});

test("tokens belong to the person of their name; an owner's token is the owner's", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access } = opened;
  const phone = access.createToken("手机", "owner");
  expect(access.setupNeeded()).toBe(true);
  await setUp(opened);
  const first = access.createToken("孩子", "member");
  const second = access.createToken("孩子", "member");
  const guest = access.createToken("客人", "guest");
  const who = (token: string) => access.verify(hashToken(token));
  expect(who(phone.token)).toMatchObject({ personId: "owner", name: "小林", role: "owner" });
  expect(who(first.token)).toEqual(who(second.token));
  expect(who(first.token)).toMatchObject({ name: "孩子", role: "member" });
  expect(who(guest.token)).toMatchObject({ name: "客人", role: "guest" });
  expect(access.people().map(({ name }) => name)).toEqual(["小林", "孩子", "客人"]);
  expect(access.person("孩子")).toEqual(access.person(who(first.token)?.personId ?? ""));
  for (const [name, role] of [
    ["孩子", "guest"],
    ["小林", "member"],
  ] as const) {
    expect(() => access.createToken(name, role)).toThrow(
      expect.objectContaining({ code: "CONFLICT" }),
    );
  }
  expect(access.person("nobody")).toBeUndefined();
});

test("the owner cannot take a name that somebody has", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access } = opened;
  access.createToken("小林", "guest");
  await expect(setUp(opened)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(access.setupNeeded()).toBe(true);
});

test("what ends a token ends it at once and tells those that remember it", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access, revoked } = opened;
  const session = hashToken(await setUp(opened));
  const issued = access.createToken("t", "guest");
  const hash = hashToken(issued.token);
  expect(access.tokens().map(({ kind, name }) => [kind, name])).toEqual([
    ["session", "小林"],
    ["token", "t"],
  ]);
  access.revoke(issued.id);
  access.revokeHash(session);
  access.revokeHash(session);
  expect([access.verify(hash), access.verify(session)]).toEqual([undefined, undefined]);
  expect(revoked).toEqual([hash, session]);
  expect(access.tokens()).toEqual([]);
  expect(() => access.revoke(issued.id)).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  expect(access.verify("")).toBeUndefined();
});

test("a restart keeps tokens, sign-ins and their last use", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  let before: unknown;
  let hashes: string[];
  {
    using opened = openAccess(dir.path, clock);
    hashes = [await setUp(opened), opened.access.createToken("t", "guest").token].map(hashToken);
    clock.advance(60_000);
    for (const hash of hashes) opened.access.verify(hash);
    before = opened.access.tokens();
  }
  using opened = openAccess(dir.path, clock);
  expect(opened.access.tokens()).toEqual(before);
  expect(opened.access.tokens()[0]?.lastUsedAt).toBe(new Date(clock.now()).toISOString());
  expect(hashes.map((hash) => opened.access.verify(hash)?.role)).toEqual(["owner", "guest"]);
});

test("an unused sign-in ends, one in use and a token do not; a shorter life holds at once", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access, clock, config, revoked } = opened;
  const unused = hashToken(await setUp(opened));
  const used = hashToken((await access.login("小林", PASSWORD)).token);
  const token = hashToken(access.createToken("t", "guest").token);
  for (let day = 0; day < 31; day += 1) {
    clock.advance(DAY_MS);
    expect(access.verify(used), `day ${day}`).toBeDefined();
  }
  expect(revoked).toEqual([unused]);
  expect(access.verify(unused)).toBeUndefined();
  expect(access.verify(token)).toBeDefined();
  config.set("core.http.session_ttl", "10m");
  clock.advance(11 * 60_000);
  expect(revoked).toEqual([unused, used]);
});

test("a clock that jumps ahead signs nobody out who was here since the start", async () => {
  using dir = tempDir();
  const clock = createManualClock(Date.UTC(1970, 0, 1));
  let hash: string;
  {
    using opened = openAccess(dir.path, clock);
    hash = hashToken(await setUp(opened));
    clock.jump(56 * 365 * DAY_MS);
    clock.advance(120_000);
    expect(opened.access.verify(hash)).toBeDefined();
  }
  clock.jump(31 * DAY_MS);
  using opened = openAccess(dir.path, clock);
  expect(opened.access.verify(hash)).toBeUndefined();
});

test("a person has at most 50 sign-ins; the one unused for longest makes room", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const { access, clock, revoked } = opened;
  const first = hashToken(await setUp(opened));
  for (let n = 1; n < 50; n += 1) {
    clock.advance(1_000);
    await access.login("小林", PASSWORD);
  }
  access.verify(first);
  const second = access.tokens()[1]?.id;
  await access.login("小林", PASSWORD);
  expect(access.tokens()).toHaveLength(50);
  expect(access.verify(first)).toBeDefined();
  expect(access.tokens().some(({ id }) => id === second)).toBe(false);
  expect(revoked).toHaveLength(1);
});

// An unknown name is hashed against nobody's password: it queues, and so takes time, like any other.
test.each([
  ["小林", "ok"],
  ["nobody", "UNAUTHENTICATED"],
])(
  "of 30 sign-ins of %s at once 18 are hashed (%s), the rest are told to come back",
  async (name, answer) => {
    using dir = tempDir();
    using opened = openAccess(dir.path);
    const { access } = opened;
    await setUp(opened);
    await access.login("小林", PASSWORD);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        access.login(name, PASSWORD).then(
          () => "ok",
          (error: unknown) => (error as { code: unknown }).code,
        ),
      ),
    );
    const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
    expect([count(answer), count("BUSY")]).toEqual([18, 12]);
  },
);
