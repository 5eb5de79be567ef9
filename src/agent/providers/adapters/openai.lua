-- OpenAI's chat completions, and what the many servers that speak it do differently.
local adapter = {
  name = "openai",
  version = "1.0.0",
  base_url = "https://api.openai.com/v1",
  endpoint = "/chat/completions",
}

-- What servers call the end of an answer. An empty text in every piece (sensenova) is no end.
local finish_reasons = {
  stop = "stop",
  eos = "stop",
  end_turn = "stop",
  tool_calls = "tool_calls",
  function_call = "tool_calls",
  tool_use = "tool_calls",
  length = "length",
  max_tokens = "length",
  model_length = "length",
  content_filter = "content_filter",
  sensitive = "content_filter",
  error = "error",
  abort = "error",
  network_error = "error",
  insufficient_system_resource = "error",
}

local function text(value)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return nil
end

local function first(list)
  return type(list) == "table" and type(list[1]) == "table" and list[1] or nil
end

function adapter.headers(source)
  if source.api_key == "" then
    return {}
  end
  return { Authorization = "Bearer " .. source.api_key }
end

local function sent_message(message, source)
  if message.role == "tool" then
    return { role = "tool", tool_call_id = message.tool_call_id, content = message.content }
  end
  if message.role ~= "assistant" then
    return { role = message.role, content = message.content }
  end
  local calls
  for position, call in ipairs(message.tool_calls or {}) do
    calls = calls or {}
    calls[position] = {
      id = call.id,
      type = "function",
      ["function"] = { name = call.name, arguments = call.arguments },
    }
  end
  return {
    role = "assistant",
    content = message.content,
    tool_calls = calls,
    -- Models that think want their thoughts of a tool turn back; others refuse the field.
    reasoning_content = source.thinking_enabled and calls and (message.reasoning_content or "") or nil,
  }
end

function adapter.transform_request(request, source)
  local body = {
    model = request.model,
    messages = json.array(),
    stream = request.stream,
    temperature = request.temperature,
  }
  for position, message in ipairs(request.messages) do
    body.messages[position] = sent_message(message, source)
  end
  for position, tool in ipairs(request.tools) do
    body.tools = body.tools or {}
    body.tools[position] = {
      type = "function",
      ["function"] = {
        name = tool.name,
        description = tool.description,
        parameters = tool.parameters,
      },
    }
  end
  if request.stream and request.stream_usage then
    body.stream_options = { include_usage = true }
  end
  -- OpenAI itself renamed the field; the servers that imitate it mostly did not follow.
  if source.base_url:find("://api.openai.com", 1, true) then
    body.max_completion_tokens = request.max_tokens
  else
    body.max_tokens = request.max_tokens
  end
  if request.thinking_enabled then
    body.reasoning_effort = "medium"
    body.temperature = nil
  end
  return body
end

-- Counts stay unknown where the server gives none.
local function usage_of(usage)
  if type(usage) ~= "table" then
    return nil
  end
  local details = usage.prompt_tokens_details
  return {
    prompt_tokens = usage.prompt_tokens,
    completion_tokens = usage.completion_tokens,
    cached_tokens = type(details) == "table" and details.cached_tokens or usage.prompt_cache_hit_tokens,
  }
end

-- `{"error": …}` with status 200, or GLM's bare `{"code": 401, "msg": …}`.
local function error_of(body, event)
  local failure = body.error
  if type(failure) == "table" then
    return {
      message = text(failure.message) or text(failure.msg),
      code = failure.code or failure.status,
      type = failure.type,
    }
  end
  if text(failure) then
    return { message = failure, code = body.code or body.status }
  end
  local code = tonumber(body.code) or tonumber(body.status)
  if event == "error" or (code and code >= 400 and body.choices == nil) then
    return { message = text(body.message) or text(body.msg), code = code, type = body.type }
  end
  return nil
end

local function calls_of(delta)
  local calls = {}
  if type(delta.tool_calls) == "table" then
    for _, call in ipairs(delta.tool_calls) do
      if type(call) == "table" then
        local target = type(call["function"]) == "table" and call["function"] or {}
        calls[#calls + 1] = {
          index = call.index,
          id = call.id,
          name = target.name,
          arguments = target.arguments,
        }
      end
    end
  elseif type(delta.function_call) == "table" then
    calls[1] = {
      index = 0,
      name = delta.function_call.name,
      arguments = delta.function_call.arguments,
    }
  end
  return calls
end

local function piece_of(body, choice, delta, event)
  local reason = choice and text(choice.finish_reason)
  return {
    content = delta and text(delta.content),
    -- Some servers send the same thoughts under both names.
    reasoning_content = delta and (text(delta.reasoning_content) or text(delta.reasoning)),
    tool_calls = delta and calls_of(delta),
    finish_reason = reason and (finish_reasons[reason] or "stop"),
    -- Kimi puts the counts into the choice.
    token_usage = usage_of(body.usage or (choice and choice.usage)),
    error = error_of(body, event),
  }
end

function adapter.transform_response(body)
  local choice = first(body.choices)
  return piece_of(body, choice, choice and type(choice.message) == "table" and choice.message or nil)
end

function adapter.transform_stream_chunk(chunk, state, event)
  if type(chunk) ~= "table" then
    return nil
  end
  local choice = first(chunk.choices)
  local delta = choice and choice.delta
  if type(delta) ~= "table" then
    delta = choice and type(choice.message) == "table" and choice.message or nil
  end
  -- Nearly every piece is a bit of text and nothing else.
  if
    delta
    and not event
    and type(delta.content) == "string"
    and not choice.finish_reason
    and not delta.tool_calls
    and not delta.reasoning_content
    and not delta.reasoning
    and not delta.function_call
    and not chunk.usage
    and not choice.usage
    and not chunk.error
  then
    return delta.content
  end
  return piece_of(chunk, choice, delta, event)
end

return adapter
