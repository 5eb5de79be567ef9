-- Narrows Lua's standard libraries to what cannot leave the machine or hang it, and adds json, log
-- and http. Runs once in each new machine. No hook fires inside a C function, so whatever loops
-- there is bounded here: by a limit, or by doing the loop in Lua, where the hook does fire.
local host, patterns, span_max, steps_max = ...
local error, type, rawget, rawlen, getmetatable = error, type, rawget, rawlen, getmetatable
local select, tostring, tonumber, ipairs = select, tostring, tonumber, ipairs

dofile, loadfile, load, require, collectgarbage, warn = nil, nil, nil, nil, nil, nil
string.dump = nil

-- A finalizer runs with hooks off, where no time limit reaches it.
local set_metatable = setmetatable
function setmetatable(target, meta)
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
    error("__gc is not available", 2)
  end
  return set_metatable(target, meta)
end

-- Lua would run the handler inside the failing hook, again with hooks off.
local pcall, pack, spread = pcall, table.pack, table.unpack
function xpcall(action, handler, ...)
  local results = pack(pcall(action, ...))
  if results[1] then
    return spread(results, 1, results.n)
  end
  return false, handler(results[2])
end

-- What C's matcher may take at worst grows with the subject's length, once for each repetition in
-- the pattern and once for the places where a match may begin.
local byte = string.byte
local function may_take_long(subject, pattern)
  local choices = byte(pattern, 1) == 94 and 0 or 1
  for index = 1, #pattern do
    local code = byte(pattern, index)
    if code == 42 or code == 43 or code == 45 then
      choices = choices + 1
    elseif code == 37 then
      local kind = byte(pattern, index + 1)
      if kind == 98 or (kind and kind >= 48 and kind <= 57) then
        choices = choices + 1
      end
    end
  end
  return (#subject + 1.0) ^ choices > steps_max
end

for _, name in ipairs({ "find", "match", "gmatch", "gsub" }) do
  local quick, bounded = string[name], patterns[name]
  string[name] = function(subject, pattern, third, fourth)
    local is_text = type(subject) == "string" and type(pattern) == "string"
    local is_plain = name == "find" and fourth
    if not is_text or is_plain or not may_take_long(subject, pattern) then
      -- C tells an absent argument from nil.
      if fourth ~= nil then
        return quick(subject, pattern, third, fourth)
      elseif third ~= nil or name == "gsub" then
        return quick(subject, pattern, third)
      end
      return quick(subject, pattern)
    end
    return bounded(subject, pattern, third, fourth)
  end
end

local rep = string.rep
function string.rep(text, count, separator)
  -- C takes a number that is written as a text, too.
  if (tonumber(count) or 0) > span_max then
    error("string.rep: more than " .. span_max .. " times", 2)
  end
  return rep(text, count, separator)
end

local function check_table(name, list)
  if type(list) ~= "table" then
    error("table." .. name .. ": a table is needed, got " .. type(list), 3)
  end
end

local function check_span(name, first, last)
  if type(first) ~= "number" or type(last) ~= "number" then
    error("table." .. name .. ": positions must be numbers", 3)
  end
  if last - first >= span_max then
    error("table." .. name .. ": more than " .. span_max .. " items", 3)
  end
end

local concat = table.concat
function table.concat(list, separator, first, last)
  check_table("concat", list)
  first, last = first or 1, last or rawlen(list)
  check_span("concat", first, last)
  return concat(list, separator or "", first, last)
end

local unpack = table.unpack
function table.unpack(list, first, last)
  check_table("unpack", list)
  first, last = first or 1, last or rawlen(list)
  check_span("unpack", first, last)
  return unpack(list, first, last)
end

local move = table.move
function table.move(list, first, last, target, into)
  check_table("move", list)
  check_span("move", first, last)
  return move(list, first, last, target, into or list)
end

function table.insert(list, ...)
  check_table("insert", list)
  local length = rawlen(list)
  local position, value = ...
  if select("#", ...) == 1 then
    position, value = length + 1, position
  elseif type(position) ~= "number" or position < 1 or position > length + 1 then
    error("table.insert: position out of bounds", 2)
  end
  for index = length, position, -1 do
    list[index + 1] = list[index]
  end
  list[position] = value
end

function table.remove(list, position)
  check_table("remove", list)
  local length = rawlen(list)
  position = position or length
  if length == 0 then
    return nil
  end
  if type(position) ~= "number" or position < 1 or position > length + 1 then
    error("table.remove: position out of bounds", 2)
  end
  local value = list[position]
  for index = position, length do
    list[index] = list[index + 1]
  end
  return value
end

json = {
  encode = host.json_encode,
  decode = host.json_decode,
  null = host.null,
  -- Marks a table as a list, so that an empty one is written as [] and not as {}.
  array = function(list)
    return set_metatable(list or {}, host.list_meta)
  end,
}

local function logger(level)
  return function(...)
    local texts = {}
    for index = 1, select("#", ...) do
      texts[index] = tostring((select(index, ...)))
    end
    host.log(level, concat(texts, "\t"))
  end
end
log = set_metatable({
  debug = logger("debug"),
  info = logger("info"),
  warn = logger("warn"),
  error = logger("error"),
}, {
  __call = function(self, ...)
    self.info(...)
  end,
})
print = log.info

-- Both answer { status, headers, body }, or nil and what went wrong.
function http_get(url, headers)
  return host.http("GET", url, "", headers)
end

function http_post(url, body, headers)
  return host.http("POST", url, body or "", headers)
end

-- For a program around this machine that offers more; absent where nothing is offered.
host_tell, host_ask = host.tell, host.ask
