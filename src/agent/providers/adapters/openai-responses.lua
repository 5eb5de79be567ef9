-- OpenAI's Responses: an answer is a list of items, each with an event when it is done.
local text = adapters.text

local adapter = {
  name = "openai_responses",
  version = "1.0.0",
  base_url = "https://api.openai.com/v1",
  endpoint = "/responses",
  call_ids = { max = 64 },
}

adapter.headers = adapters.bearer

-- Models that think whatever is asked; they take no temperature.
local function always_thinks(model)
  return model:find("^o%d") ~= nil or model:find("^gpt%-[5-9]") ~= nil
end

local function call_item(call, id)
  -- Two ids: the item's own, and the one that its result names.
  return {
    type = "function_call",
    id = id,
    call_id = call.id,
    name = call.name,
    arguments = call.arguments,
  }
end

-- Thoughts must stand right before what they led to, in the order in which all of it came.
local function add_assistant(input, message)
  local calls = message.tool_calls or {}
  local content = text(message.content)
  local next_call = 1
  local thought
  local function add(item)
    input[#input + 1] = thought
    input[#input + 1] = item
    thought = nil
  end
  local function add_text()
    if content then
      add({ role = "assistant", content = content })
      content = nil
    end
  end
  local kept = message.opaque or {}
  if #kept == 0 then
    add_text()
  end
  for _, item in ipairs(kept) do
    if item.kind == "reasoning" then
      thought = item.item
    elseif item.kind == "text" then
      add_text()
    elseif calls[next_call] then
      -- Its own id goes along only beside its thoughts, or the API misses them.
      add(call_item(calls[next_call], thought and item.id or nil))
      next_call = next_call + 1
    end
  end
  -- A thought that led to nothing that was kept would be refused.
  thought = nil
  add_text()
  for position = next_call, #calls do
    add(call_item(calls[position]))
  end
end

local function tools_of(tools)
  local list
  for position, tool in ipairs(tools) do
    list = list or {}
    list[position] = {
      type = "function",
      name = tool.name,
      description = tool.description,
      parameters = tool.parameters,
      strict = false,
    }
  end
  return list
end

function adapter.transform_request(request)
  local system, messages = adapters.split_system(request.messages)
  local input = json.array()
  for _, message in ipairs(messages) do
    if message.role == "assistant" then
      add_assistant(input, message)
    elseif message.role == "tool" then
      input[#input + 1] = {
        type = "function_call_output",
        call_id = message.tool_call_id,
        output = message.content,
      }
    else
      input[#input + 1] = { role = message.role, content = message.content }
    end
  end
  local thinks = request.thinking_enabled or always_thinks(request.model)
  local body = {
    model = request.model,
    instructions = text(system),
    input = input,
    tools = tools_of(request.tools),
    stream = request.stream,
    -- Nothing of the house stays over there; so thoughts come along encrypted, to be sent back.
    store = false,
    include = thinks and { "reasoning.encrypted_content" } or nil,
    max_output_tokens = request.max_tokens,
    temperature = not thinks and request.temperature or nil,
  }
  if request.thinking_enabled then
    -- Without `stream_usage` this is the second try after a 400: summaries are not for everybody.
    body.reasoning = { effort = "medium", summary = request.stream_usage and "auto" or nil }
  end
  return body
end

local function usage_of(usage)
  if type(usage) ~= "table" then
    return nil
  end
  local details = usage.input_tokens_details
  return {
    prompt_tokens = usage.input_tokens,
    completion_tokens = usage.output_tokens,
    cached_tokens = type(details) == "table" and details.cached_tokens or nil,
  }
end

local function error_of(failure)
  failure = type(failure) == "table" and failure or {}
  return { message = text(failure.message), code = failure.code, type = failure.type }
end

-- The place of an item. Relays leave out one of the two things that tell it.
local function index_of(chunk, state)
  local item = adapters.table(chunk.item)
  local id = text(chunk.item_id) or (item and text(item.id))
  state.places = state.places or {}
  local index = chunk.output_index or (id and state.places[id]) or state.last or 0
  if id then
    state.places[id] = index
  end
  state.last = index
  return index
end

-- What a done item says counts, whatever came before it.
local function done_item(item, index, state)
  state.done = state.done or {}
  if state.done[index] then
    return {}
  end
  state.done[index] = true
  if item.type == "function_call" then
    local arguments = text(item.arguments)
    return {
      opaque = adapters.note_place(state, { kind = "call", id = item.id }),
      tool_calls = {
        {
          index = index,
          id = text(item.call_id) or item.id,
          name = item.name,
          arguments = arguments,
          whole = arguments ~= nil,
          done = true,
        },
      },
    }
  elseif item.type == "reasoning" then
    -- Without its encrypted part it cannot go back, since nothing is stored.
    if not text(item.encrypted_content) then
      return {}
    end
    item.status = nil
    return { opaque = adapters.note_place(state, { kind = "reasoning", item = item }) }
  elseif item.type == "message" then
    local texts = {}
    for _, part in ipairs(adapters.table(item.content) or {}) do
      texts[#texts + 1] = type(part) == "table" and (text(part.text) or text(part.refusal)) or nil
    end
    local has_streamed = state.texts and state.texts[index]
    return {
      opaque = adapters.note_place(state, { kind = "text" }),
      content = not has_streamed and table.concat(texts) or nil,
    }
  end
  return {}
end

-- Joins the pieces of items that came only with the end.
local function add_items(piece, output, state)
  local texts, calls, kept = {}, {}, {}
  for position, item in ipairs(adapters.table(output) or {}) do
    if type(item) == "table" then
      local own = done_item(item, position - 1, state)
      texts[#texts + 1] = own.content
      calls[#calls + 1] = own.tool_calls and own.tool_calls[1]
      for _, noted in ipairs(own.opaque or {}) do
        kept[#kept + 1] = noted
      end
    end
  end
  piece.content, piece.tool_calls, piece.opaque = table.concat(texts), calls, kept
  return piece
end

local function end_of(response, state)
  response = adapters.table(response) or {}
  if response.status == "failed" or type(response.error) == "table" then
    return { error = error_of(response.error) }
  end
  local finish = "stop"
  if response.status == "incomplete" then
    local details = adapters.table(response.incomplete_details) or {}
    finish = details.reason == "content_filter" and "content_filter" or "length"
  elseif response.status == "cancelled" then
    finish = "error"
  end
  local piece = { finish_reason = finish, token_usage = usage_of(response.usage), done = true }
  return add_items(piece, response.output, state)
end

local on = {}

on["response.output_text.delta"] = function(chunk, state)
  state.texts = state.texts or {}
  state.texts[chunk.output_index or 0] = true
  return text(chunk.delta)
end
on["response.refusal.delta"] = on["response.output_text.delta"]

on["response.reasoning_summary_text.delta"] = function(chunk)
  return { reasoning_content = chunk.delta }
end
on["response.reasoning_text.delta"] = on["response.reasoning_summary_text.delta"]

on["response.reasoning_summary_part.added"] = function(chunk)
  return chunk.summary_index ~= 0 and { reasoning_content = "\n\n" } or nil
end

on["response.output_item.added"] = function(chunk, state)
  local item = adapters.table(chunk.item) or {}
  local index = index_of(chunk, state)
  if item.type ~= "function_call" then
    return nil
  end
  local id = text(item.call_id) or item.id
  return { tool_calls = { { index = index, id = id, name = item.name, done = false } } }
end

on["response.function_call_arguments.delta"] = function(chunk, state)
  return { tool_calls = { { index = index_of(chunk, state), arguments = chunk.delta } } }
end

on["response.function_call_arguments.done"] = function(chunk, state)
  local arguments = text(chunk.arguments)
  return {
    tool_calls = {
      {
        index = index_of(chunk, state),
        arguments = arguments,
        whole = arguments ~= nil,
        done = true,
      },
    },
  }
end

on["response.output_item.done"] = function(chunk, state)
  return done_item(adapters.table(chunk.item) or {}, index_of(chunk, state), state)
end

on["response.completed"] = function(chunk, state)
  return end_of(chunk.response, state)
end
on["response.done"] = on["response.completed"]

on["response.incomplete"] = function(chunk, state)
  local response = adapters.table(chunk.response) or {}
  response.status = "incomplete"
  return end_of(response, state)
end

on["response.failed"] = function(chunk)
  return { error = error_of((adapters.table(chunk.response) or {}).error) }
end

on.error = function(chunk)
  return { error = error_of(type(chunk.error) == "table" and chunk.error or chunk) }
end

function adapter.transform_stream_chunk(chunk, state, event)
  if type(chunk) ~= "table" then
    return nil
  end
  local handle = on[chunk.type or event]
  if handle then
    return handle(chunk, state)
  end
  return type(chunk.error) == "table" and on.error(chunk) or nil
end

function adapter.transform_response(body)
  if type(body) ~= "table" then
    return nil
  end
  if body.output == nil and body.error then
    return { error = error_of(body.error) }
  end
  return end_of(body, {})
end

return adapter
