/** Values cross between JavaScript and Lua as they are, and what cannot cross is refused. */
import { expect, test } from "vitest";
import { seededRandom, systemClock } from "#base";
import { createLuaEngine, LuaReference, type LuaVm } from "#platform/lua";

const engine = createLuaEngine(systemClock);
const machine = () => engine.createVm({ name: "test", log: () => undefined });

function functionOf(vm: LuaVm, script: string): LuaReference {
  const value = vm.run(`return ${script}`, "s");
  if (!(value instanceof LuaReference)) throw new Error("no function came out");
  return value;
}

test.each([
  [null],
  [true],
  [false],
  [0],
  [-7],
  [1.5],
  [2 ** 53 - 1],
  [1e300],
  [""],
  ["a\0b"],
  ["北京🏠"],
  ["\ufeffmark"],
  ["x".repeat(100_000)],
  ["字".repeat(100_000)],
  [[]],
  [{}],
  [[1, "a", null, [], {}, false]],
  [{ a: { b: { c: [1, 2, { d: "e" }] } }, "with space": 1, 键: "值" }],
  [{ toString: 1, constructor: 2, hasOwnProperty: 3 }],
  [JSON.parse('{"__proto__":{"polluted":1}}')],
])("%j comes back as it went in", async (value) => {
  using vm = await machine();
  expect(vm.call(functionOf(vm, "function(v) return v end"), value)).toEqual(value);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("random values come back as they went in, and so through json.decode and json.encode", async () => {
  using vm = await machine();
  const same = functionOf(vm, "function(v) return v end");
  const text = functionOf(vm, "function(t) return json.encode(json.decode(t)) end");
  const random = seededRandom(20261130);
  const make = (depth: number): unknown => {
    const kind = Math.floor(random.next() * (depth > 4 ? 4 : 6));
    if (kind === 0) return Math.floor(random.next() * 2e6) - 1e6;
    if (kind === 1) return random.next();
    if (kind === 2) return random.next() < 0.5;
    if (kind === 3)
      return String.fromCodePoint(
        ...Array.from({ length: 60 }, () => 32 + Math.floor(random.next() * 50_000)),
      );
    const items = Array.from({ length: Math.floor(random.next() * 5) }, () => make(depth + 1));
    return kind === 4 ? items : Object.fromEntries(items.map((item, index) => [`k${index}`, item]));
  };
  for (let round = 0; round < 200; round += 1) {
    const value = make(0);
    expect(vm.call(same, value)).toEqual(value);
    expect(JSON.parse(String(vm.call(text, JSON.stringify(value))))).toEqual(value);
  }
});

test("whole numbers stay whole for Lua, others do not", async () => {
  using vm = await machine();
  const shown = functionOf(vm, "function(a, b) return a .. '|' .. b .. '|' .. math.type(a) end");
  expect(vm.call(shown, 3, 3.5)).toBe("3|3.5|integer");
});

test("fields that are null are absent, items that are null are json.null", async () => {
  using vm = await machine();
  const look = functionOf(
    vm,
    "function(v) return { type(v.gone), v.list[2] == json.null, #v.list } end",
  );
  expect(vm.call(look, { gone: null, list: [1, null, 3] })).toEqual(["nil", true, 3]);
});

test("an empty list stays a list when it is made, decoded or passed on", async () => {
  using vm = await machine();
  expect(vm.run("return json.encode({ json.array(), json.decode('[]'), {} })", "s")).toBe(
    "[[],[],{}]",
  );
});

test.each<[string, string]>([
  ["a list with named fields", "{ 1, a = 2 }"],
  ["a list with holes", "{ [1] = 1, [3] = 3 }"],
  ["keys that are no text", "{ [true] = 1 }"],
  ["a key that is a fraction", "{ [1.5] = 1 }"],
  ["a table inside itself", "(function() local t = {} t.t = t return t end)()"],
  ["a function in a result", "{ f = print }"],
])("%s cannot come out", async (_name, expression) => {
  using vm = await machine();
  const make = functionOf(vm, `function() return ${expression} end`);
  expect(() => vm.call(make)).toThrow(expect.objectContaining({ code: "LUA_VALUE" }));
  expect(vm.run("return 'well'", "s")).toBe("well");
});

test("what has no meaning in Lua cannot go in", async () => {
  using vm = await machine();
  const same = functionOf(vm, "function(v) return v end");
  let deep: unknown = 1;
  for (let level = 0; level < 100; level += 1) deep = [deep];
  for (const value of [10n, Symbol("x"), () => 1, deep]) {
    expect(() => vm.call(same, value)).toThrow(expect.objectContaining({ code: "LUA_VALUE" }));
  }
});

test("bytes that are no UTF-8 come out as replacement letters", async () => {
  using vm = await machine();
  expect(vm.run("return 'a\\xe5\\x8c'", "s")).toBe("a\ufffd");
});

test("json.decode refuses what is no JSON, and a script may catch that", async () => {
  using vm = await machine();
  expect(() => vm.run("return json.decode('{')", "s.lua")).toThrow("s.lua:1: not valid JSON");
  expect(vm.run("return (pcall(json.decode, '{'))", "s")).toBe(false);
});

test("a table of the script's own lives on between calls, until it is given back", async () => {
  using vm = await machine();
  const count = functionOf(vm, "function(t) t.n = (t.n or 0) + 1 return t.n end");
  const table = vm.createTable();
  expect([vm.call(count, table), vm.call(count, table)]).toEqual([1, 2]);
  vm.release(table);
  expect(() => vm.call(count, table)).toThrow(expect.objectContaining({ code: "LUA_VALUE" }));
});

test("a script logs through its host, a long line cut", async () => {
  const lines: string[] = [];
  using vm = await engine.createVm({
    name: "test",
    log: (level, message) => lines.push(`${level} ${message}`),
  });
  vm.run("log('a', 1) log.warn('b') print(true, nil) log.error(('x'):rep(9999))", "s");
  expect(lines.slice(0, 3)).toEqual(["info a\t1", "warn b", "info true\tnil"]);
  expect(lines[3]?.length).toBe("error ".length + 500);
});
