/** Scripts reach HTTP only through what the host gives them, and wait for it without blocking. */
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { createLuaEngine, type LuaHttp, LuaReference, type LuaVm, probeLua } from "#platform/lua";

const engine = createLuaEngine(systemClock);
const forever = () => new AbortController().signal;

const machine = (http?: LuaHttp, timeMaxMs?: number) =>
  engine.createVm({
    name: "test",
    log: () => undefined,
    ...(http ? { http } : {}),
    ...(timeMaxMs ? { timeMaxMs } : {}),
  });

function functionOf(vm: LuaVm, script: string): LuaReference {
  const value = vm.run(`return ${script}`, "s");
  if (!(value instanceof LuaReference)) throw new Error("no function came out");
  return value;
}

const echo: LuaHttp = async (request) => ({
  status: 203,
  headers: { "x-method": request.method },
  body: JSON.stringify(request),
});

test("a script sends a request and goes on with its answer", async () => {
  using vm = await machine(echo);
  const action = functionOf(
    vm,
    `function(url)
      local got = http_get(url, { ["X-A"] = 1 })
      local ok, posted = pcall(http_post, url, "body")
      return { got.status, json.decode(got.body), posted.headers["x-method"], ok }
    end`,
  );
  expect(await vm.callAsync(action, ["http://x/"], forever())).toEqual([
    203,
    { method: "GET", url: "http://x/", headers: { "X-A": "1" }, body: "" },
    "POST",
    true,
  ]);
});

test("without an answer a script gets nil and the reason", async () => {
  using vm = await machine(async () => {
    throw new Error("no route");
  });
  const action = functionOf(
    vm,
    "function() local got, why = http_get('http://x/') return { tostring(got), why } end",
  );
  expect(await vm.callAsync(action, [], forever())).toEqual(["nil", "no route"]);
});

test("calls that wait hold up neither each other nor those that do not", async () => {
  const gates = new Map<string, () => void>();
  using vm = await machine(
    (request) =>
      new Promise((resolve) => {
        gates.set(request.url, () => resolve({ status: 200, headers: {}, body: request.url }));
      }),
  );
  const action = functionOf(vm, "function(url, n) return http_get(url).body .. n end");
  const first = vm.callAsync(action, ["a", 1], forever());
  const second = vm.callAsync(action, ["b", 2], forever());
  expect(vm.call(functionOf(vm, "function() return 'at once' end"))).toBe("at once");
  gates.get("b")?.();
  expect(await second).toBe("b2");
  gates.get("a")?.();
  expect(await first).toBe("a1");
});

test("waiting costs no computing time, computing after it does", async () => {
  using vm = await machine(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return await echo(request, forever());
  }, 40);
  const wait = functionOf(vm, "function() return http_get('x').status end");
  expect(await vm.callAsync(wait, [], forever())).toBe(203);
  const loop = functionOf(vm, "function() http_get('x') while true do pcall(error) end end");
  await expect(vm.callAsync(loop, [], forever())).rejects.toMatchObject({ code: "LUA_TIMEOUT" });
  expect(await vm.callAsync(wait, [], forever())).toBe(203);
});

test("the computing time is one for the whole call, however often it waits", async () => {
  let readings = 0;
  // Every look at this clock takes a millisecond, and the hook looks every 10 000 instructions.
  const clock = { ...systemClock, monotonic: () => readings++ };
  using vm = await createLuaEngine(clock).createVm({
    name: "test",
    log: () => undefined,
    http: echo,
    timeMaxMs: 100,
  });
  const work = functionOf(
    vm,
    "function(n) for _ = 1, n do for _ = 1, 600000 do end http_get('x') end return 'done' end",
  );
  expect(await vm.callAsync(work, [1], forever())).toBe("done");
  await expect(vm.callAsync(work, [3], forever())).rejects.toMatchObject({ code: "LUA_TIMEOUT" });
});

test("stopping ends a call that waits", async () => {
  using vm = await machine(
    (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const stop = new AbortController();
  const reason = new Error("stopped");
  const call = vm.callAsync(functionOf(vm, "function() return http_get('x') end"), [], stop.signal);
  stop.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test("one call makes at most eight requests", async () => {
  let requests = 0;
  using vm = await machine(async (request) => {
    requests += 1;
    return await echo(request, forever());
  });
  const action = functionOf(vm, "function() while true do http_get('x') end end");
  await expect(vm.callAsync(action, [], forever())).rejects.toMatchObject({ code: "LUA_ERROR" });
  expect(requests).toBeLessThanOrEqual(9);
});

test("at most sixteen calls wait at the same time", async () => {
  using vm = await machine(() => new Promise(() => undefined));
  const action = functionOf(vm, "function() return http_get('x') end");
  for (let count = 0; count < 16; count += 1) {
    vm.callAsync(action, [], forever()).catch(() => undefined);
  }
  await expect(vm.callAsync(action, [], forever())).rejects.toMatchObject({ code: "LUA_BUSY" });
});

test("a machine that is closed while a call waits ends that call with an error", async () => {
  const gate = Promise.withResolvers<void>();
  const vm = await machine(async (request) => {
    await gate.promise;
    return await echo(request, forever());
  });
  const call = vm.callAsync(functionOf(vm, "function() return http_get('x') end"), [], forever());
  vm[Symbol.dispose]();
  gate.resolve();
  await expect(call).rejects.toMatchObject({ code: "LUA_BROKEN" });
});

test.each<[string, LuaHttp | undefined, string]>([
  ["without a host for it", undefined, "HTTP is not available to this script"],
  ["in a call that must answer at once", echo, "HTTP is not available in this function"],
])("HTTP %s is an error", async (_name, http, message) => {
  using vm = await machine(http);
  expect(() => vm.call(functionOf(vm, "function() return http_get('x') end"))).toThrow(message);
});

test("what is no URL, header or body is an error", async () => {
  using vm = await machine(echo);
  for (const bad of [
    "http_get()",
    "http_get({})",
    "http_get('x', { a = {} })",
    "http_post('x', {})",
  ]) {
    await expect(
      vm.callAsync(functionOf(vm, `function() return ${bad} end`), [], forever()),
    ).rejects.toMatchObject({ code: "LUA_ERROR" });
  }
});

test("the doctor's probe says that Lua works", async () => {
  expect(await probeLua(systemClock)).toMatchObject({ name: "lua", ok: true, needed: false });
});
