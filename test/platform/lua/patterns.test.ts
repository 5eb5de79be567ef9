/** The matcher that the time limit reaches finds exactly what Lua's own finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LuaFactory } from "wasmoon";
import { type Random, seededRandom, systemClock } from "#base";
import { createLuaEngine } from "#platform/lua";

const source = readFileSync(
  join(import.meta.dirname, "../../../src/platform/lua/patterns.lua"),
  "utf8",
);

/** Both matchers side by side, in a Lua whose libraries nobody narrowed. */
async function comparison() {
  const lua = await new LuaFactory().createEngine();
  lua.global.set("source", source);
  await lua.doString(`
    patterns = load(source)()
    local function show(...)
      local out = {}
      for index = 1, select("#", ...) do
        local value = select(index, ...)
        out[index] = math.type(value) or type(value)
        out[index] = out[index] .. ":" .. tostring(value)
      end
      return table.concat(out, "|")
    end
    local function run(library, subject, pattern, first, template)
      local all = {}
      local function note(action)
        local results = table.pack(pcall(action))
        -- Errors are worded differently; that both refuse is what counts.
        if not results[1] then results = { false, n = 1 } end
        all[#all + 1] = show(table.unpack(results, 1, results.n))
      end
      note(function() return library.find(subject, pattern, first) end)
      note(function() return library.match(subject, pattern, first) end)
      note(function()
        local found = {}
        for a, b in library.gmatch(subject, pattern) do
          found[#found + 1] = show(a, b)
          if #found > 50 then break end
        end
        return table.concat(found, ";")
      end)
      note(function() return library.gsub(subject, pattern, template) end)
      note(function() return library.gsub(subject, pattern, template, 2) end)
      note(function() return library.gsub(subject, pattern, { a = "1", ab = false, b = 2 }) end)
      note(function() return library.gsub(subject, pattern, function(a, b) return b and a end) end)
      return table.concat(all, "\\n")
    end
    function compare(...) return { run(string, ...), run(patterns, ...) } end
  `);
  const compare = lua.global.get("compare") as (...args: unknown[]) => [string, string];
  return { compare, [Symbol.dispose]: () => lua.global.close() };
}

const pick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(random.next() * items.length)] as T;

const PIECES = [
  "a",
  "b",
  "ab",
  ".",
  "%a",
  "%A",
  "%d",
  "%s",
  "%w",
  "%p",
  "[ab]",
  "[^ab]",
  "[a-c%d]",
  "[]]",
  "[^]x]",
  "%%",
  "%.",
  "(a)",
  "(%w*)",
  "()",
  "(.-)",
  "((a)b)",
  "%b()",
  "%bab",
  "%f[%w]",
  "%f[%W]",
  "%1",
  "%2",
  "$",
  "^",
  "-",
  "*",
  "(",
  ")",
  "[",
  "%",
] as const;
const SUFFIXES = ["", "", "", "*", "+", "-", "?"] as const;
const LETTERS = ["a", "b", "c", "ab", "1", " ", "(", ")", "]", "x.", "-", "%", "\n"] as const;
const TEMPLATES = ["", "<%0>", "%1", "%2%1", "%%", "%x", "x"] as const;

test("for thousands of random patterns and texts", async () => {
  using both = await comparison();
  const random = seededRandom(20261130);
  const times = (count: number) => Array.from({ length: Math.floor(random.next() * count) });
  for (let round = 0; round < 4_000; round += 1) {
    const anchor = random.next() < 0.15 ? "^" : "";
    const pattern =
      anchor +
      times(5)
        .map(() => pick(random, PIECES) + pick(random, SUFFIXES))
        .join("");
    const subject = times(12)
      .map(() => pick(random, LETTERS))
      .join("");
    const first = pick(random, [1, 1, 2, -2, 0, 50]);
    const template = pick(random, TEMPLATES);
    const [own, ours] = both.compare(subject, pattern, first, template);
    expect(ours, JSON.stringify({ round, subject, pattern, first, template })).toBe(own);
  }
});

test("long texts are still matched, by whichever matcher", async () => {
  using vm = await createLuaEngine(systemClock).createVm({
    name: "test",
    log: () => undefined,
    timeMaxMs: 60_000,
  });
  const script = `
    local long = ("k1 = v1;  "):rep(2000)
    local pairs_found = 0
    for key, value in long:gmatch("(%w+)%s*=%s*(%w+)") do
      if key == "k1" and value == "v1" then pairs_found = pairs_found + 1 end
    end
    local trimmed = ("  " .. long .. "  "):match("^%s*(.-)%s*$")
    local swapped, count = long:gsub("(%w+)%s*=%s*(%w+)", "%2=%1", 10)
    return { pairs_found, #trimmed, swapped:sub(1, 12), count, (long:find("v1;  k1", 1, true)) }`;
  expect(vm.run(script, "s")).toEqual([2000, 19_998, "v1=k1;  v1=k", 10, 6]);
});
