-- Anthropic's Messages: content in blocks, each with a start and a stop; signed thoughts go back.
local text = adapters.text

local adapter = {
  name = "anthropic",
  version = "1.0.0",
  base_url = "https://api.anthropic.com",
  call_ids = { max = 64 },
}

local finish_reasons = {
  end_turn = "stop",
  stop_sequence = "stop",
  pause_turn = "stop",
  tool_use = "tool_calls",
  max_tokens = "length",
  model_context_window_exceeded = "length",
  refusal = "content_filter",
}

-- Thoughts need at least so many tokens, and the answer some more.
local BUDGET_MIN = 1024

function adapter.endpoint(source)
  return source.base_url:find("/v1$") and "/messages" or "/v1/messages"
end

function adapter.headers(source)
  return { ["x-api-key"] = source.api_key, ["anthropic-version"] = "2023-06-01" }
end

-- Major and minor number of a model's name, old order and new: claude-3-7-sonnet-…,
-- claude-opus-4-6, claude-sonnet-4-20250514 (a date, no minor), claude-opus-5.
local function version_of(model)
  local major, minor = model:match("claude%-(%d+)%-(%d+)")
  if not major then
    major, minor = model:match("claude%-%a+%-(%d+)[%-%.](%d+)")
  end
  if not major then
    major = model:match("claude%-%a+%-(%d+)")
  end
  major, minor = tonumber(major), tonumber(minor)
  return major, minor and minor < 100 and minor or 0
end

local function is_since(model, major, minor)
  local own_major, own_minor = version_of(model)
  return own_major ~= nil and (own_major > major or (own_major == major and own_minor >= minor))
end

-- With a fixed budget the API wants every turn of the running tool loop to begin with thoughts,
-- which the turns of other models do not have.
local function can_think(messages)
  for position = #messages, 1, -1 do
    local message = messages[position]
    if message.role == "user" then
      return true
    end
    if message.role == "assistant" and message.tool_calls and not message.opaque then
      return false
    end
  end
  return true
end

local function ask_for_thoughts(body, request, messages)
  -- Since 4.7 any temperature is refused.
  if not is_since(request.model, 4, 7) then
    body.temperature = math.min(request.temperature, 1)
  end
  if not request.thinking_enabled then
    return false
  end
  if is_since(request.model, 4, 6) then
    body.thinking = { type = "adaptive" }
  elseif request.max_tokens > BUDGET_MIN and can_think(messages) then
    local budget = math.max(BUDGET_MIN, request.max_tokens // 2)
    body.thinking = { type = "enabled", budget_tokens = budget }
  else
    return false
  end
  body.temperature = nil
  return true
end

local function call_block(call)
  return {
    type = "tool_use",
    id = call.id,
    name = call.name,
    input = json.decode(call.arguments),
  }
end

-- The blocks of an answer in their first order: thoughts, text and calls may come in turns.
local function assistant_blocks(message, thinks)
  local blocks = {}
  local calls = message.tool_calls or {}
  local next_call = 1
  local content = text(message.content)
  local function add_text()
    if content then
      blocks[#blocks + 1] = { type = "text", text = content }
      content = nil
    end
  end
  local kept = thinks and message.opaque or {}
  if #kept == 0 then
    add_text()
  end
  for _, item in ipairs(kept) do
    if item.kind == "block" then
      blocks[#blocks + 1] = item.block
    elseif item.kind == "text" then
      add_text()
    elseif calls[next_call] then
      blocks[#blocks + 1] = call_block(calls[next_call])
      next_call = next_call + 1
    end
  end
  add_text()
  for position = next_call, #calls do
    blocks[#blocks + 1] = call_block(calls[position])
  end
  return blocks
end

local function message_blocks(message, thinks)
  if message.role == "assistant" then
    return assistant_blocks(message, thinks)
  end
  if message.role == "tool" then
    return {
      {
        type = "tool_result",
        tool_use_id = message.tool_call_id,
        content = text(message.content),
        is_error = message.failed or nil,
      },
    }
  end
  return { text(message.content) and { type = "text", text = message.content } or nil }
end

-- Roles take turns here: results and whatever the user says next are one message.
local function messages_of(messages, thinks)
  local list = json.array()
  for _, message in ipairs(messages) do
    local role = message.role == "assistant" and "assistant" or "user"
    for _, block in ipairs(message_blocks(message, thinks)) do
      local last = list[#list]
      if not last or last.role ~= role then
        last = { role = role, content = {} }
        list[#list + 1] = last
      end
      last.content[#last.content + 1] = block
    end
  end
  return list
end

local function tools_of(tools)
  local list
  for position, tool in ipairs(tools) do
    list = list or {}
    list[position] = {
      name = tool.name,
      description = tool.description,
      input_schema = tool.parameters,
    }
  end
  if list then
    -- Tools hardly ever change, so their part of the prompt is worth keeping over there.
    list[#list].cache_control = { type = "ephemeral" }
  end
  return list
end

function adapter.transform_request(request)
  local system, messages = adapters.split_system(request.messages)
  local body = {
    model = request.model,
    max_tokens = request.max_tokens,
    stream = request.stream,
    system = text(system),
    tools = tools_of(request.tools),
  }
  local thinks = ask_for_thoughts(body, request, messages)
  body.messages = messages_of(messages, thinks)
  return body
end

-- Counts of the prompt leave out what came from the cache or went into it.
local function usage_of(usage)
  if type(usage) ~= "table" then
    return nil
  end
  local input = usage.input_tokens
  local read, written = usage.cache_read_input_tokens, usage.cache_creation_input_tokens
  if math.type(input) == "integer" then
    input = input + (math.type(read) == "integer" and read or 0)
    input = input + (math.type(written) == "integer" and written or 0)
  end
  return { prompt_tokens = input, completion_tokens = usage.output_tokens, cached_tokens = read }
end

local function error_of(body)
  local failure = type(body.error) == "table" and body.error or body
  return { message = text(failure.message), type = failure.type, code = failure.code }
end

local function finish_of(reason)
  return text(reason) and (finish_reasons[reason] or "stop") or nil
end

-- The handlers of the stream's events; `state.blocks` holds the blocks that are open.
local on = {}

function on.message_start(chunk)
  local usage = usage_of(type(chunk.message) == "table" and chunk.message.usage or nil)
  if usage then
    -- What was written so far says nothing yet.
    usage.completion_tokens = nil
  end
  return { token_usage = usage }
end

function on.content_block_start(chunk, state)
  local block = type(chunk.content_block) == "table" and chunk.content_block or {}
  state.blocks = state.blocks or {}
  state.blocks[chunk.index or 0] = block
  if block.type == "tool_use" then
    return {
      opaque = adapters.note_place(state, { kind = "call" }),
      tool_calls = { { index = chunk.index, id = block.id, name = block.name, done = false } },
    }
  elseif block.type == "text" then
    return {
      opaque = adapters.note_place(state, { kind = "text" }),
      content = text(block.text),
    }
  elseif block.type == "thinking" then
    return { reasoning_content = text(block.thinking) }
  end
  return nil
end

function on.content_block_delta(chunk, state)
  local delta = type(chunk.delta) == "table" and chunk.delta or {}
  if delta.type == "text_delta" then
    return text(delta.text)
  end
  local block = state.blocks and state.blocks[chunk.index or 0] or {}
  if delta.type == "input_json_delta" then
    block.has_input = block.has_input or text(delta.partial_json) ~= nil
    return { tool_calls = { { index = chunk.index, arguments = delta.partial_json } } }
  elseif delta.type == "thinking_delta" then
    block.parts = block.parts or {}
    block.parts[#block.parts + 1] = text(delta.thinking)
    return { reasoning_content = delta.thinking }
  elseif delta.type == "signature_delta" then
    block.signature = (text(block.signature) or "") .. (text(delta.signature) or "")
  end
  return nil
end

-- A thought without its signature is refused when it comes back.
local function kept_block(block)
  if block.type == "redacted_thinking" then
    return { type = "redacted_thinking", data = block.data }
  end
  if block.type == "thinking" and text(block.signature) then
    local thought = (text(block.thinking) or "") .. table.concat(block.parts or {})
    return { type = "thinking", thinking = thought, signature = block.signature }
  end
  return nil
end

function on.content_block_stop(chunk, state)
  local block = state.blocks and state.blocks[chunk.index or 0] or {}
  if block.type == "tool_use" then
    -- Relays were seen to send the whole input with the start.
    local given = not block.has_input and type(block.input) == "table" and block.input or nil
    return { tool_calls = { { index = chunk.index, arguments = given, done = true } } }
  end
  local kept = kept_block(block)
  return kept and { opaque = adapters.note_place(state, { kind = "block", block = kept }) }
end

function on.message_delta(chunk)
  local delta = type(chunk.delta) == "table" and chunk.delta or {}
  return { finish_reason = finish_of(delta.stop_reason), token_usage = usage_of(chunk.usage) }
end

function on.message_stop()
  return { done = true }
end

function on.error(chunk)
  return { error = error_of(chunk) }
end

function adapter.transform_stream_chunk(chunk, state, event)
  if type(chunk) ~= "table" then
    return nil
  end
  local handle = on[chunk.type or event]
  if handle then
    return handle(chunk, state)
  end
  -- Relays answer in the words of other APIs when they fail.
  return chunk.error and { error = error_of(chunk) } or nil
end

function adapter.transform_response(body)
  if type(body) ~= "table" then
    return nil
  end
  if body.type == "error" or body.error then
    return { error = error_of(body) }
  end
  local piece = {
    tool_calls = {},
    opaque = {},
    finish_reason = finish_of(body.stop_reason),
    token_usage = usage_of(body.usage),
  }
  local texts, thoughts, state = {}, {}, {}
  for _, block in ipairs(type(body.content) == "table" and body.content or {}) do
    local item
    if block.type == "text" then
      texts[#texts + 1] = text(block.text)
      item = { kind = "text" }
    elseif block.type == "tool_use" then
      local index = #piece.tool_calls
      piece.tool_calls[index + 1] =
        { index = index, id = block.id, name = block.name, arguments = block.input, done = true }
      item = { kind = "call" }
    else
      thoughts[#thoughts + 1] = text(block.thinking)
      item = { kind = "block", block = kept_block(block) }
    end
    for _, noted in ipairs(adapters.note_place(state, item) or {}) do
      piece.opaque[#piece.opaque + 1] = noted
    end
  end
  piece.content, piece.reasoning_content = table.concat(texts), table.concat(thoughts)
  return piece
end

return adapter
