/** What a program around a machine offers its scripts, and how much time a script has on a busy machine. */
import { expect, test } from "vitest";
import { CanceledError, type Clock, OperationalError, systemClock } from "#base";
import { createLuaEngine, type LuaOffers, LuaReference, type LuaVm } from "#platform/lua";

const engine = createLuaEngine(systemClock);
const forever = () => new AbortController().signal;

function functionOf(vm: LuaVm, body: string): LuaReference {
  const value = vm.run(`return function(...)\n${body}\nend`, "s");
  if (!(value instanceof LuaReference)) throw new Error("no function came out");
  return value;
}

const machine = (offers?: LuaOffers, hostCallsMax?: number) =>
  engine.createVm({
    name: "test",
    log: () => undefined,
    ...(offers ? { offers } : {}),
    ...(hostCallsMax === undefined ? {} : { hostCallsMax }),
  });

const echo: LuaOffers = {
  tell: (name, args) => ({ name, args }),
  ask: async (name, args) => ({ name, args }),
};

test("a machine without offers has neither function", async () => {
  using vm = await machine();
  expect(vm.run("return type(host_tell) .. type(host_ask)", "s")).toBe("nilnil");
});

test("a script tells, asks and waits, with every argument in its place", async () => {
  using vm = await machine(echo);
  expect(vm.run("return { host_tell('a', 1, nil, 'x') }", "s")).toEqual([
    true,
    { name: "a", args: [1, null, "x"] },
  ]);
  const asked = functionOf(vm, "return { pcall(host_ask, 'b', { 1, 2 }, false) }");
  expect(await vm.callAsync(asked, [], forever())).toEqual([
    true,
    true,
    { name: "b", args: [[1, 2], false] },
  ]);
});

test("a function comes out of what is told, and out of nothing that is asked", async () => {
  let told: unknown;
  using vm = await machine({
    ...echo,
    tell: (_name, args) => {
      told = args[0];
      return null;
    },
  });
  vm.run("host_tell('on', { run = function(n) return n + 1 end })", "s");
  const { run } = told as { run: LuaReference };
  expect(vm.call(run, 41)).toBe(42);
  const asked = functionOf(vm, "return host_ask('b', function() end)");
  await expect(vm.callAsync(asked, [], forever())).rejects.toThrow("s:2: a function cannot leave");
});

test("what is refused comes as false and the words, and the script goes on", async () => {
  const refuse = () => {
    throw new OperationalError("NOT_FOUND", "no such thing");
  };
  using vm = await machine({ tell: refuse, ask: async () => refuse() });
  expect(vm.run("return { host_tell('a') }", "s")).toEqual([false, "NOT_FOUND: no such thing"]);
  const asked = functionOf(vm, "return { host_ask('a') }");
  const answer = [false, "NOT_FOUND: no such thing"];
  expect(await vm.callAsync(asked, [], forever())).toEqual(answer);
});

test("where nobody can wait a script is told so", async () => {
  using vm = await machine(echo);
  const [ok, why] = vm.run("return { host_ask('a') }", "s") as unknown[];
  expect([ok, why]).toEqual([
    false,
    expect.stringContaining("a is not available in this function"),
  ]);
});

test("a call ends after so many waits, and with the one who called it off", async () => {
  using vm = await machine(echo, 3);
  const loop = functionOf(vm, "while true do host_ask('a') end");
  await expect(vm.callAsync(loop, [], forever())).rejects.toThrow("more than 3 requests");
  const stop = new AbortController();
  using waiting = await machine({
    tell: () => null,
    ask: (_name, _args, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        stop.abort(new CanceledError("stopped"));
      }),
  });
  const asks = functionOf(waiting, "host_ask('a') error('went on')");
  await expect(waiting.callAsync(asks, [], stop.signal)).rejects.toBeInstanceOf(CanceledError);
});

/** A clock on which every look costs `stepMs`, as on a machine that is busy with other things. */
const busyClock = (stepMs: number): Clock => {
  let now = 0;
  return {
    ...systemClock,
    monotonic: () => {
      now += stepMs;
      return now;
    },
  };
};

test("on a busy machine a script that computes little is not too slow", async () => {
  using vm = await createLuaEngine(busyClock(40)).createVm({ name: "test", log: () => undefined });
  // Some 15 looks at the clock: 600 ms of the 200 that a call may take.
  expect(vm.run("local n = 0 for i = 1, 50000 do n = n + i end return n", "s")).toBe(1_250_025_000);
  expect(() => vm.run("while true do end", "s")).toThrow("computed for too long");
});

test("however busy the machine, ten times the allowed time is the end", async () => {
  let looks = 0;
  const clock = busyClock(100);
  const counting: Clock = {
    ...clock,
    monotonic: () => {
      looks += 1;
      return clock.monotonic();
    },
  };
  using vm = await createLuaEngine(counting).createVm({ name: "test", log: () => undefined });
  looks = 0;
  expect(() => vm.run("while true do end", "s")).toThrow("computed for too long");
  expect(looks).toBeLessThanOrEqual(22);
});
