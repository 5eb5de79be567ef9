/** A script cannot leave its machine, hang it or fill it. */
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { createLuaEngine, LuaReference, type LuaVm } from "#platform/lua";

const engine = createLuaEngine(systemClock);
const machine = (more: { timeMaxMs?: number; memoryMaxBytes?: number } = {}): Promise<LuaVm> =>
  engine.createVm({ name: "test", log: () => undefined, ...more });

function codeOf(action: () => unknown): unknown {
  try {
    action();
    return "no error";
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

test.each([
  "io",
  "os",
  "require",
  "package",
  "debug",
  "coroutine",
  "load",
  "loadstring",
  "loadfile",
  "dofile",
  "collectgarbage",
  "warn",
  "string.dump",
])("%s does not exist", async (name) => {
  using vm = await machine();
  expect(vm.run(`return type(${name})`, "s")).toBe("nil");
});

test.each<[string, string]>([
  ["a bare loop", "while true do end"],
  ["a loop around pcall", "while true do pcall(function() while true do end end) end"],
  ["a loop in an error handler", "xpcall(error, function() while true do end end)"],
  [
    "a loop in the handler of the time limit",
    "local function loop() while true do end end xpcall(loop, loop)",
  ],
  ["endless tail calls", "local function f() return f() end f()"],
  ["large copies", "local s = ('x'):rep(1000000) while true do local t = s .. 'y' end"],
  ["an iterator without end", "for _ in function() return 1 end do end"],
  [
    "a metamethod",
    "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
  ],
  [
    "a closing variable",
    "local x <close> = setmetatable({}, { __close = function() while true do end end })",
  ],
  ["a pattern that backtracks", "return string.rep('a', 20000):find('.-.-.-.-b')"],
  ["a replacement that backtracks", "return string.rep('a', 300):gsub('(.-)(.-)(.-)(.-)b', '')"],
  ["a comparison while sorting", "table.sort({ 3, 2, 1 }, function() while true do end end)"],
  ["a replacement function", "string.gsub('abc', '.', function() while true do end end)"],
])("%s ends with the time limit, and the machine goes on", async (_name, script) => {
  using vm = await machine({ timeMaxMs: 20 });
  expect(codeOf(() => vm.run(script, "s"))).toBe("LUA_TIMEOUT");
  expect(vm.run("return 1 + 1", "s")).toBe(2);
});

test.each<[string, string]>([
  ["a growing table", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) end"],
  ["a growing text", "local s = 'x' while true do s = s .. s end"],
  ["deep recursion", "local function f() return 1 + f() end f()"],
])("%s ends with the memory limit, and the machine goes on", async (_name, script) => {
  using vm = await machine({ timeMaxMs: 60_000, memoryMaxBytes: 2 * 1024 * 1024 });
  expect(codeOf(() => vm.run(script, "s"))).toBe("LUA_MEMORY");
  expect(vm.memoryBytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  expect(vm.run("return 'well'", "s")).toBe("well");
});

test.each<[string, string]>([
  ["string.rep", "return (''):rep(1e15)"],
  ["string.rep by a number in a text", "return (''):rep('1e15')"],
  ["table.move", "return table.move({}, 1, 1e15, 2)"],
  ["table.concat", "return table.concat({}, '', 1, 1e15)"],
  ["table.unpack", "return table.unpack({}, 1, 1e15)"],
  ["a finalizer", "return setmetatable({}, { __gc = function() while true do end end })"],
  ["recursion through C", "local function f(s) return (s:gsub('.', f)) end return f('x')"],
])("%s, where no time limit reaches, is bounded", async (_name, script) => {
  using vm = await machine();
  expect(codeOf(() => vm.run(script, "s"))).toBe("LUA_ERROR");
});

test("a few expensive instructions do not outlast the time limit", async () => {
  using vm = await machine({ timeMaxMs: 20, memoryMaxBytes: 64 * 1024 * 1024 });
  const script = `
    copies = 0
    local text = ("x"):rep(1000000):rep(8)
    while true do local longer = text .. "y" copies = copies + 1 end`;
  expect(codeOf(() => vm.run(script, "s"))).toBe("LUA_TIMEOUT");
  // The hook alone would look at the clock for the first time after some 2 500 copies of 8 MB.
  expect(vm.run("return copies", "s")).toBeLessThan(1_000);
});

test("a length that lies costs no more than a table's real one", async () => {
  using vm = await machine();
  const lie = "local t = setmetatable({ 'a', 'b' }, { __len = function() return 1 << 60 end })";
  expect(vm.run(`${lie} table.insert(t, 'c') return table.concat(t)`, "s")).toBe("abc");
  expect(vm.run(`${lie} return table.remove(t) .. #{ table.unpack(t) }`, "s")).toBe("b1");
});

test("bytecode is not loaded", async () => {
  using vm = await machine();
  expect(() => vm.run("\u001bLua", "s")).toThrow("attempt to load a binary chunk");
});

test("the libraries that remain do their work", async () => {
  using vm = await machine();
  const script = `
    local list = { 3, 1, 2 }
    table.sort(list)
    table.insert(list, 1, 0)
    table.insert(list, 4)
    local removed = table.remove(list, 1)
    local ok, message = xpcall(error, function(text) return "handled " .. text end, "boom")
    return {
      table.concat(list, ","), removed, ok, message,
      ("k=v; x=y"):gsub("(%w+)=(%w+)", "%2=%1"), ("héllo"):upper():len(), utf8.len("héllo"),
      math.floor(3.7), select("#", table.unpack({ 1, 2, 3 })), string.format("%03d|%s", 7, true),
      tostring(#table.pack(1, nil, 3)), table.concat(table.move({ 1, 2, 3 }, 2, 3, 1)), tonumber("ff", 16),
    }`;
  expect(vm.run(script, "s")).toEqual([
    "1,2,3,4",
    0,
    false,
    "handled boom",
    "v=k; y=x",
    6,
    5,
    3,
    3,
    "007|true",
    "3",
    "233",
    255,
  ]);
});

test("a script's own error names the script and the line", async () => {
  using vm = await machine();
  expect(() => vm.run("\n\nerror('boom')", "mine.lua")).toThrow("mine.lua:3: boom");
  expect(() => vm.run("return return", "mine.lua")).toThrow(/^mine\.lua:1: /);
  expect(() => vm.run("error({})", "mine.lua")).toThrow("an error that is not a text");
});

test("machines of one engine see nothing of each other", async () => {
  using one = await machine();
  using two = await machine();
  one.run("shared = 1; string.upper = nil", "s");
  expect(two.run("return { type(shared), ('a'):upper() }", "s")).toEqual(["nil", "A"]);
});

test("a machine gives its memory back, also after it ran into its limits", async () => {
  using watcher = await machine();
  for (let round = 0; round < 30; round += 1) {
    using vm = await machine({ timeMaxMs: 60_000 });
    expect(
      codeOf(() => vm.run("local t = {} while true do t[#t + 1] = ('x'):rep(9999) end", "s")),
    ).toBe("LUA_MEMORY");
  }
  // Thirty times 16 MB would not fit into the instance's address space together with this.
  expect(watcher.run("return #('x'):rep(1000000)", "s")).toBe(1_000_000);
});

test("a machine that was closed says so", async () => {
  const vm = await machine();
  const action = vm.run("return function() return 1 end", "s");
  vm[Symbol.dispose]();
  vm[Symbol.dispose]();
  expect(vm.isBroken).toBe(true);
  if (!(action instanceof LuaReference)) throw new Error("no function came out");
  expect(codeOf(() => vm.call(action))).toBe("LUA_BROKEN");
});
