-- The table `sdk` of a Lua plugin. What registers is staged while the script loads and told to the
-- hub when all of it has loaded; what asks the hub waits, and raises where the hub refuses.
local tell, ask, error = host_tell, host_ask, error
host_tell, host_ask = nil, nil

sdk = { log = log, http_get = http_get, http_post = http_post }

-- No tail calls from here on: an error names the line of whoever called, two levels up.
local function teller(name)
  return function(...)
    local ok, value = tell(name, ...)
    if not ok then
      error(value, 2)
    end
    return value
  end
end

for _, name in ipairs({
  "register_tool",
  "register_stage",
  "register_device",
  "register_output",
  "register_input",
  "on_event",
  "on_start",
  "on_stop",
  "every",
  "report",
  "set_available",
}) do
  sdk[name] = teller(name)
end

local function asker(name)
  return function(...)
    local ok, value = ask(name, ...)
    if not ok then
      error(value, 2)
    end
    return value
  end
end

-- What is asked within a tool's handler has the rights of whoever called the tool.
for _, name in ipairs({ "call", "inject", "ask", "tool_invoke", "timer_set", "timer_cancel", "timer_list" }) do
  sdk[name] = asker(name)
end

local function method(name, ...)
  local keys = { ... }
  return function(...)
    local params = {}
    for index, key in ipairs(keys) do
      params[key] = (select(index, ...))
    end
    local ok, value = ask("call", name, params)
    if not ok then
      error(value, 2)
    end
    return value
  end
end

sdk.settings_get = method("settings.get", "key")
sdk.settings_set = method("settings.set", "key", "value")
sdk.settings_list = method("settings.list")
sdk.prompt_remove = method("prompt.remove", "section")
sdk.memory_recall = method("memory.recall", "query", "hitsMax")
sdk.memory_commit = method("memory.commit", "triples")
sdk.doc_query = method("doc.query", "query", "topK")
sdk.knowledge_search = method("knowledge.search", "query", "topK")
sdk.knowledge_add = method("knowledge.add", "name", "content")

function sdk.prompt_declare(section)
  local ok, value = ask("call", "prompt.declare", section)
  if not ok then
    error(value, 2)
  end
  return value
end
