-- Lua's patterns, matched in Lua. The matcher in C may backtrack for hours, and no hook fires inside
-- it; here the hook does fire. Slower by far, so it is used only where C might need too long.
local byte, char, sub, find = string.byte, string.char, string.sub, string.find
local error, type, tostring, math_type, concat, unpack =
  error, type, tostring, math.type, table.concat, table.unpack

local captures_max = 32
local unclosed, position = -1, -2

-- Which bytes an item such as "%w" or "[a-z]" takes; C itself is asked, once for each byte.
local function make_set(item)
  local known = {}
  return function(code)
    local answer = known[code]
    if answer == nil then
      answer = find(char(code), item) ~= nil
      known[code] = answer
    end
    return answer
  end
end

local sets, set_count = {}, 0
local function set_of(item)
  local set = sets[item]
  if not set then
    if set_count >= 256 then
      sets, set_count = {}, 0
    end
    set = make_set(item)
    sets[item], set_count = set, set_count + 1
  end
  return set
end

-- A matcher of one pattern over one subject: match(from) answers the end, or nil.
local function matcher(subject, pattern)
  local subject_length, pattern_length = #subject, #pattern
  local starts, lengths, level = {}, {}, 0
  local match

  -- Where the item at `at` ends.
  local function item_end(at)
    local code = byte(pattern, at)
    at = at + 1
    if code == 37 then -- %
      if at > pattern_length then
        error("malformed pattern (ends with '%')", 0)
      end
      return at + 1
    end
    if code == 91 then -- [
      if byte(pattern, at) == 94 then -- ^
        at = at + 1
      end
      repeat
        if at > pattern_length then
          error("malformed pattern (missing ']')", 0)
        end
        if byte(pattern, at) == 37 then
          at = at + 1
        end
        at = at + 1
      until byte(pattern, at) == 93
      return at + 1
    end
    return at
  end

  local function takes(at, item, stop)
    local code = byte(subject, at)
    if not code then
      return false
    end
    local first = byte(pattern, item)
    if first == 46 then -- .
      return true
    end
    if first == 37 or first == 91 then
      return set_of(sub(pattern, item, stop - 1))(code)
    end
    return first == code
  end

  local function most(at, item, stop)
    local count = 0
    while takes(at + count, item, stop) do
      count = count + 1
    end
    while count >= 0 do
      local ending = match(at + count, stop + 1)
      if ending then
        return ending
      end
      count = count - 1
    end
    return nil
  end

  local function least(at, item, stop)
    while true do
      local ending = match(at, stop + 1)
      if ending then
        return ending
      end
      if not takes(at, item, stop) then
        return nil
      end
      at = at + 1
    end
  end

  local function open(at, item, length)
    if level >= captures_max then
      error("too many captures", 0)
    end
    level = level + 1
    starts[level], lengths[level] = at, length
    local ending = match(at, item)
    if not ending then
      level = level - 1
    end
    return ending
  end

  local function close(at, item)
    local index = level
    while index > 0 and lengths[index] ~= unclosed do
      index = index - 1
    end
    if index == 0 then
      error("invalid pattern capture", 0)
    end
    lengths[index] = at - starts[index]
    local ending = match(at, item)
    if not ending then
      lengths[index] = unclosed
    end
    return ending
  end

  local function balanced(at, item)
    local opening, closing = byte(pattern, item, item + 1)
    if not closing then
      error("malformed pattern (missing arguments to '%b')", 0)
    end
    if byte(subject, at) ~= opening then
      return nil
    end
    local depth = 1
    for current = at + 1, subject_length do
      local code = byte(subject, current)
      if code == closing then
        depth = depth - 1
        if depth == 0 then
          return current + 1
        end
      elseif code == opening then
        depth = depth + 1
      end
    end
    return nil
  end

  local function repeated(at, digit)
    local index = digit - 48
    if index < 1 or index > level or lengths[index] == unclosed then
      error("invalid capture index %" .. index, 0)
    end
    local text = sub(subject, starts[index], starts[index] + lengths[index] - 1)
    if lengths[index] >= 0 and sub(subject, at, at + #text - 1) == text then
      return at + #text
    end
    return nil
  end

  local function frontier(at, item, stop)
    local set = set_of(sub(pattern, item, stop - 1))
    return not set(at == 1 and 0 or byte(subject, at - 1)) and set(byte(subject, at) or 0)
  end

  function match(at, item)
    while item <= pattern_length do
      local code = byte(pattern, item)
      local following = byte(pattern, item + 1)
      if code == 40 then -- (
        if following == 41 then
          return open(at, item + 2, position)
        end
        return open(at, item + 1, unclosed)
      elseif code == 41 then -- )
        return close(at, item + 1)
      elseif code == 36 and item == pattern_length then -- $
        return at == subject_length + 1 and at or nil
      elseif code == 37 and following == 98 then -- %b
        at = balanced(at, item + 2)
        item = item + 4
      elseif code == 37 and following == 102 then -- %f
        if byte(pattern, item + 2) ~= 91 then
          error("missing '[' after '%f' in pattern", 0)
        end
        local stop = item_end(item + 2)
        at = frontier(at, item + 2, stop) and at or nil
        item = stop
      elseif code == 37 and following and following >= 48 and following <= 57 then
        at = repeated(at, following)
        item = item + 2
      else
        local stop = item_end(item)
        local suffix = byte(pattern, stop)
        if suffix == 63 then -- ?
          local ending = takes(at, item, stop) and match(at + 1, stop + 1)
          if ending then
            return ending
          end
          item = stop + 1
        elseif suffix == 43 then -- +
          return takes(at, item, stop) and most(at + 1, item, stop) or nil
        elseif suffix == 42 then -- *
          return most(at, item, stop)
        elseif suffix == 45 then -- -
          return least(at, item, stop)
        else
          at = takes(at, item, stop) and at + 1 or nil
          item = stop
        end
      end
      if not at then
        return nil
      end
    end
    return at
  end

  local self = {}

  function self.match(at, item)
    level = 0
    return match(at, item)
  end

  function self.capture(index, from, ending)
    if index > level then
      if index > 1 then
        error("invalid capture index %" .. index, 0)
      end
      return self.whole(from, ending)
    end
    local length = lengths[index]
    if length == unclosed then
      error("unfinished capture", 0)
    end
    return length == position and starts[index] or sub(subject, starts[index], starts[index] + length - 1)
  end

  function self.whole(from, ending)
    return sub(subject, from, ending - 1)
  end

  -- All captures; the whole match stands for none when `whole` is set.
  function self.captures(from, ending, whole)
    local values = {}
    local count = level == 0 and whole and 1 or level
    for index = 1, count do
      values[index] = self.capture(index, from, ending)
    end
    return unpack(values, 1, count)
  end

  return self
end

local function start_of(subject, first)
  first = first or 1
  if math_type(first) == nil then
    error("the position must be a number", 0)
  end
  if first < 0 then
    return first < -#subject and 1 or #subject + first + 1
  end
  return first == 0 and 1 or first
end

local patterns = {}

local function search(subject, pattern, first)
  local from = start_of(subject, first)
  local anchored = byte(pattern, 1) == 94
  local matching = matcher(subject, pattern)
  while from <= #subject + 1 do
    local ending = matching.match(from, anchored and 2 or 1)
    if ending then
      return matching, from, ending
    end
    if anchored then
      return nil
    end
    from = from + 1
  end
  return nil
end

function patterns.find(subject, pattern, first)
  if not find(pattern, "[%^$*+?.(%[%%-]") then
    return find(subject, pattern, first, true)
  end
  local matching, from, ending = search(subject, pattern, first)
  if not matching then
    return nil
  end
  return from, ending - 1, matching.captures(from, ending, false)
end

function patterns.match(subject, pattern, first)
  local matching, from, ending = search(subject, pattern, first)
  if not matching then
    return nil
  end
  return matching.captures(from, ending, true)
end

function patterns.gmatch(subject, pattern, first)
  local from, last = start_of(subject, first), nil
  local matching = matcher(subject, pattern)
  return function()
    while from <= #subject + 1 do
      local ending = matching.match(from, 1)
      if ending and ending ~= last then
        local start = from
        from, last = ending, ending
        return matching.captures(start, ending, true)
      end
      from = from + 1
    end
    return nil
  end
end

-- The text that a template such as "%2=%1" stands for.
local function filled(template, matching, from, ending)
  local parts, at = {}, 1
  while true do
    local escape = find(template, "%", at, true)
    if not escape then
      parts[#parts + 1] = sub(template, at)
      return concat(parts)
    end
    parts[#parts + 1] = sub(template, at, escape - 1)
    local code = byte(template, escape + 1)
    if code == 37 then
      parts[#parts + 1] = "%"
    elseif code == 48 then
      parts[#parts + 1] = matching.whole(from, ending)
    elseif code and code > 48 and code <= 57 then
      parts[#parts + 1] = tostring(matching.capture(code - 48, from, ending))
    else
      error("invalid use of '%' in replacement string", 0)
    end
    at = escape + 2
  end
end

function patterns.gsub(subject, pattern, replacement, count_max)
  local kind = type(replacement)
  if kind == "number" then
    replacement, kind = tostring(replacement), "string"
  elseif kind ~= "string" and kind ~= "table" and kind ~= "function" then
    error("a text, a table or a function must replace it", 0)
  end
  local anchored = byte(pattern, 1) == 94
  local matching = matcher(subject, pattern)
  local parts, from, last, count = {}, 1, nil, 0
  while count < (count_max or #subject + 1) do
    local ending = matching.match(from, anchored and 2 or 1)
    if ending and ending ~= last then
      count = count + 1
      local value
      if kind == "string" then
        value = filled(replacement, matching, from, ending)
      elseif kind == "table" then
        value = replacement[matching.capture(1, from, ending)]
      else
        value = replacement(matching.captures(from, ending, true))
      end
      if not value then
        value = sub(subject, from, ending - 1)
      elseif type(value) ~= "string" and type(value) ~= "number" then
        error("invalid replacement value (a " .. type(value) .. ")", 0)
      end
      parts[#parts + 1] = tostring(value)
      from, last = ending, ending
    elseif from <= #subject then
      parts[#parts + 1] = sub(subject, from, from)
      from = from + 1
    else
      break
    end
    if anchored then
      break
    end
  end
  parts[#parts + 1] = sub(subject, from)
  return concat(parts), count
end

return patterns
