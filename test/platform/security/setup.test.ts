/** The first set-up and its code. */
import { expect, test } from "vitest";
import { hashToken } from "#platform/security";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { type OpenAccess, openAccess } from "./open-access.ts";

const PASSWORD = "correct horse";

/** A code that is surely wrong. */
function wrong(code: string | null, n = 1): string {
  return String((Number(code) + n) % 10 ** 8).padStart(8, "0");
}

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "ok",
    (error: unknown) => (error as { code?: unknown }).code,
  );
}

function tryWrong({ access }: OpenAccess, n: number): Promise<unknown> {
  return codeOf(access.setup("not-a-code", `n${n}`, PASSWORD));
}

test("the code has 8 digits, stays over restarts, and dies on success", async () => {
  using dir = tempDir();
  let code: string | null;
  {
    using opened = openAccess(dir.path);
    code = opened.access.setupCode();
    expect(code).toMatch(/^\d{8}$/);
    expect(opened.access.setupNeeded()).toBe(true);
  }
  {
    using opened = openAccess(dir.path);
    expect(opened.access.setupCode()).toBe(code);
    const spaced = `${code?.slice(0, 4)} ${code?.slice(4)}`;
    const issued = await opened.access.setup(spaced, " 小林 ", PASSWORD);
    expect(issued).toEqual({ token: expect.stringMatching(/^ha_[0-9a-f]{64}$/), role: "owner" });
    expect(opened.access.verify(hashToken(issued.token))).toEqual({
      personId: "owner",
      name: "小林",
      role: "owner",
      areas: null,
    });
  }
  using opened = openAccess(dir.path);
  expect([opened.access.setupNeeded(), opened.access.setupCode()]).toEqual([false, null]);
  expect(await codeOf(opened.access.setup(code ?? "", "b", PASSWORD))).toBe("CONFLICT");
  expect(await codeOf(opened.access.setup(wrong(code), "b", PASSWORD))).toBe("CONFLICT");
});

test("four wrong tries are forbidden, the fifth and later ones limited, over restarts too", async () => {
  using dir = tempDir();
  const answers: unknown[] = [];
  let clock: OpenAccess["clock"];
  {
    using opened = openAccess(dir.path);
    clock = opened.clock;
    for (let n = 1; n <= 3; n += 1) answers.push(await tryWrong(opened, n));
  }
  using opened = openAccess(dir.path, clock);
  for (let n = 4; n <= 6; n += 1) answers.push(await tryWrong(opened, n));
  expect(answers).toEqual([
    "FORBIDDEN",
    "FORBIDDEN",
    "FORBIDDEN",
    "FORBIDDEN",
    "RATE_LIMITED",
    "RATE_LIMITED",
  ]);
});

test("during a wait even the right code is refused; after it, it works", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  using opened = openAccess(dir.path, clock);
  const code = opened.access.setupCode() ?? "";
  for (let n = 0; n < 5; n += 1) await tryWrong(opened, n);
  await expect(opened.access.setup(code, "a", PASSWORD)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    hint: expect.stringContaining("60 s"),
  });
  clock.advance(59_999);
  expect(await codeOf(opened.access.setup(code, "a", PASSWORD))).toBe("RATE_LIMITED");
  clock.advance(1);
  expect(await codeOf(opened.access.setup(code, "a", PASSWORD))).toBe("ok");
});

test("the wait doubles with each wrong try, up to an hour and no further", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  using opened = openAccess(dir.path, clock);
  opened.access.setupCode();
  for (let n = 0; n < 4; n += 1) await tryWrong(opened, n);
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    const refused = await opened.access.setup("x", "a", PASSWORD).catch((error: unknown) => error);
    const seconds = Number(/in (\d+) s/.exec((refused as { hint: string }).hint)?.[1]);
    waits.push(seconds);
    clock.advance(seconds * 1_000);
  }
  expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
});

test("a wait survives a restart, and a clock that was set back does not stretch it", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  {
    using opened = openAccess(dir.path, clock);
    for (let n = 0; n < 5; n += 1) await tryWrong(opened, n);
  }
  clock.jump(-40 * 365 * 86_400_000);
  using opened = openAccess(dir.path, clock);
  expect(await tryWrong(opened, 1)).toBe("RATE_LIMITED");
  clock.advance(60_000);
  const refused = await opened.access.setup("x", "a", PASSWORD).catch((error: unknown) => error);
  expect(refused).toMatchObject({ hint: expect.stringContaining("120 s") });
});

test("asking for the code at the machine ends a wait, but not the count", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  for (let n = 0; n < 5; n += 1) await tryWrong(opened, n);
  const code = opened.access.setupCode() ?? "";
  const refused = await opened.access.setup("x", "a", PASSWORD).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "RATE_LIMITED",
    hint: expect.stringContaining("120 s"),
  });
  opened.access.setupCode();
  expect(await codeOf(opened.access.setup(code, "a", PASSWORD))).toBe("ok");
});

test("of many set-ups at once with the right code one wins; wrong ones at once gain no tries", async () => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const code = opened.access.setupCode() ?? "";
  const guesses = await Promise.all(Array.from({ length: 4 }, (_, n) => tryWrong(opened, n)));
  expect(guesses).toEqual(Array.from({ length: 4 }, () => "FORBIDDEN"));
  const answers = await Promise.all(
    ["a", "b", "c"].map((name) => codeOf(opened.access.setup(code, name, PASSWORD))),
  );
  expect(answers.sort()).toEqual(["CONFLICT", "CONFLICT", "ok"]);
  expect(opened.access.people()).toHaveLength(1);
});

test.each([
  ["a short password", "a", "seven77"],
  ["an endless password", "a", "x".repeat(201)],
  ["no name", "  ", PASSWORD],
  ["a name with control characters", "a\u0000b", PASSWORD],
])("%s is refused, and the code stays good", async (_, name, password) => {
  using dir = tempDir();
  using opened = openAccess(dir.path);
  const code = opened.access.setupCode() ?? "";
  expect(await codeOf(opened.access.setup(code, name, password))).toBe("VALUE_INVALID");
  expect(opened.access.setupCode()).toBe(code);
  expect(await codeOf(opened.access.setup(code, "a", PASSWORD))).toBe("ok");
});
