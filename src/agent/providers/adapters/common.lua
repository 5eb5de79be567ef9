-- What adapters share. It runs before every script, the user's own included.
adapters = {}

-- A text with something in it; whatever else it is counts as absent.
function adapters.text(value)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return nil
end

function adapters.table(value)
  return type(value) == "table" and value or nil
end

function adapters.first(list)
  return type(list) == "table" and type(list[1]) == "table" and list[1] or nil
end

function adapters.bearer(source)
  if source.api_key == "" then
    return {}
  end
  return { Authorization = "Bearer " .. source.api_key }
end

-- Tools as OpenAI's chat has them, and Ollama; nil where there are none.
function adapters.functions(tools)
  local list
  for position, tool in ipairs(tools) do
    list = list or {}
    list[position] = {
      type = "function",
      ["function"] = {
        name = tool.name,
        description = tool.description,
        parameters = tool.parameters,
      },
    }
  end
  return list
end

-- The first system messages as one text, and the messages after them.
function adapters.split_system(messages)
  local texts, rest = {}, {}
  for _, message in ipairs(messages) do
    if message.role == "system" and #rest == 0 then
      texts[#texts + 1] = message.content
    else
      rest[#rest + 1] = message
    end
  end
  return table.concat(texts, "\n\n"), rest
end

-- What must go back in the order in which it came. Texts and calls are kept elsewhere, so only
-- their places are noted, and nothing at all before something has come that needs it.
function adapters.note_place(state, item)
  local noted = state.noted or {}
  noted[#noted + 1] = item
  if item.kind == "text" or item.kind == "call" then
    if not state.must_replay then
      state.noted = noted
      return nil
    end
  end
  state.must_replay = true
  state.noted = nil
  return noted
end
