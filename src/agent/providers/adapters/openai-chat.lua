-- OpenAI's chat completions: the one base of all adapters that speak it. What a server does
-- differently stands in the table of quirks that its own file hands in:
--   name, version, base_url, endpoint, call_ids: as in any adapter
--   headers: more headers
--   stream_usage = false: it refuses to be asked for counts
--   late_system = "user": it takes system messages only at the beginning
--   max_tokens(source, request): the name of that field
--   temperature(request, source): whether to send it
--   thinking(body, request, source): asks for thoughts, or for none
--   echo(message, request, source): what goes back as reasoning_content of a message with calls
--   extra_content(request, source): what the first call bears that is not this server's own
--   error_names: what its numbers of errors mean
local text, first = adapters.text, adapters.first

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
  model_context_window_exceeded = "length",
  content_filter = "content_filter",
  sensitive = "content_filter",
  error = "error",
  abort = "error",
  network_error = "error",
  insufficient_system_resource = "error",
}

-- Counts stay unknown where the server gives none.
local function usage_of(usage)
  if type(usage) ~= "table" then
    return nil
  end
  local details = usage.prompt_tokens_details
  local cached = type(details) == "table" and details.cached_tokens
  return {
    prompt_tokens = usage.prompt_tokens,
    completion_tokens = usage.completion_tokens,
    -- DeepSeek's name, then Kimi's.
    cached_tokens = cached or usage.prompt_cache_hit_tokens or usage.cached_tokens,
  }
end

-- Kimi puts the counts into the choice, Groq beside it.
local function counts_of(body, choice)
  local groq = body.x_groq
  return usage_of(body.usage)
    or usage_of(choice and choice.usage)
    or (type(groq) == "table" and usage_of(groq.usage) or nil)
end

-- `{"error": …}` with status 200, or GLM's bare `{"code": 401, "msg": …}`.
local function error_of(body, event, names)
  local failure = body.error
  if type(failure) == "table" then
    local code = failure.code or failure.status
    return {
      message = text(failure.message) or text(failure.msg),
      code = names[tostring(code)] or code,
      type = failure.type,
    }
  end
  if text(failure) then
    return { message = failure, code = body.code or body.status }
  end
  local code = tonumber(body.code) or tonumber(body.status)
  if event == "error" or (code and code >= 400 and body.choices == nil) then
    return {
      message = text(body.message) or text(body.msg),
      code = names[tostring(body.code)] or code,
      type = body.type,
    }
  end
  return nil
end

-- Gemini's thought signatures travel in `extra_content`; they must come back with their call.
local function kept_of(call, state, target)
  local is_other = call.index == nil or call.index ~= state.index
  if text(target.name) and (is_other or (text(call.id) and call.id ~= state.id)) then
    state.calls = (state.calls or 0) + 1
    state.index, state.id = call.index, call.id
  end
  if type(call.extra_content) == "table" then
    return { call = state.calls or 1, extra_content = call.extra_content }
  end
  return nil
end

local function calls_of(delta, state)
  local calls, kept = {}, nil
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
        local item = kept_of(call, state, target)
        if item then
          kept = kept or {}
          kept[#kept + 1] = item
        end
      end
    end
  elseif type(delta.function_call) == "table" then
    calls[1] = {
      index = 0,
      name = delta.function_call.name,
      arguments = delta.function_call.arguments,
    }
  end
  return calls, kept
end

-- Content as a list of parts: Mistral's way to send thoughts.
local function parts_of(content)
  local texts, thoughts = {}, {}
  for _, part in ipairs(content) do
    if type(part) == "table" then
      if text(part.text) then
        texts[#texts + 1] = part.text
      elseif type(part.thinking) == "table" then
        for _, thought in ipairs(part.thinking) do
          thoughts[#thoughts + 1] = type(thought) == "table" and text(thought.text) or nil
        end
      elseif text(part.thinking) then
        thoughts[#thoughts + 1] = part.thinking
      end
    end
  end
  return text(table.concat(texts)), text(table.concat(thoughts))
end

local function piece_of(body, choice, delta, state, event, names)
  local reason = choice and text(choice.finish_reason)
  local content, thoughts, calls, kept
  if delta then
    if type(delta.content) == "table" then
      content, thoughts = parts_of(delta.content)
    else
      content = text(delta.content) or text(delta.refusal)
    end
    -- Some servers send the same thoughts under both names.
    thoughts = thoughts or text(delta.reasoning_content) or text(delta.reasoning)
    calls, kept = calls_of(delta, state)
  end
  return {
    content = content,
    reasoning_content = thoughts,
    tool_calls = calls,
    opaque = kept,
    finish_reason = reason and (finish_reasons[reason] or "stop"),
    token_usage = counts_of(body, choice),
    error = error_of(body, event, names),
  }
end

local function assistant_message(message, request, source, quirks)
  local calls
  local kept = {}
  for _, item in ipairs(message.opaque or {}) do
    kept[item.call] = item.extra_content
  end
  for position, call in ipairs(message.tool_calls or {}) do
    calls = calls or {}
    local extra = kept[position]
    if position == 1 and not extra and quirks.extra_content then
      extra = quirks.extra_content(request, source)
    end
    calls[position] = {
      id = call.id,
      type = "function",
      ["function"] = { name = call.name, arguments = call.arguments },
      extra_content = extra,
    }
  end
  return {
    role = "assistant",
    content = message.content,
    tool_calls = calls,
    reasoning_content = calls and quirks.echo and quirks.echo(message, request, source) or nil,
  }
end

local function messages_of(request, source, quirks)
  local list = json.array()
  local has_begun = false
  for _, message in ipairs(request.messages) do
    local role = message.role
    if role == "system" and has_begun and quirks.late_system == "user" then
      role = "user"
    end
    has_begun = has_begun or role ~= "system"
    local last = list[#list]
    if role == "tool" then
      list[#list + 1] =
        { role = "tool", tool_call_id = message.tool_call_id, content = message.content }
    elseif role == "assistant" then
      list[#list + 1] = assistant_message(message, request, source, quirks)
    elseif role == "user" and quirks.late_system == "user" and last and last.role == "user" then
      -- Servers of this kind mostly want the roles to take turns.
      last.content = last.content .. "\n\n" .. message.content
    else
      list[#list + 1] = { role = role, content = message.content }
    end
  end
  return list
end

-- Nearly every piece is a bit of text and nothing else.
local function is_plain(chunk, choice, delta)
  return type(delta.content) == "string"
    and not choice.finish_reason
    and not delta.tool_calls
    and not delta.reasoning_content
    and not delta.reasoning
    and not delta.function_call
    and not chunk.usage
    and not choice.usage
    and not chunk.error
end

function adapters.openai_chat(quirks)
  local names = quirks.error_names or {}
  local adapter = {
    name = quirks.name,
    version = quirks.version or "1.0.0",
    base_url = quirks.base_url,
    endpoint = quirks.endpoint or "/chat/completions",
    call_ids = quirks.call_ids,
  }

  function adapter.headers(source)
    local headers = adapters.bearer(source)
    for name, value in pairs(quirks.headers or {}) do
      headers[name] = value
    end
    return headers
  end

  function adapter.transform_request(request, source)
    local body = {
      model = request.model,
      messages = messages_of(request, source, quirks),
      stream = request.stream,
      tools = adapters.functions(request.tools),
    }
    if not quirks.temperature or quirks.temperature(request, source) then
      body.temperature = request.temperature
    end
    if request.stream and request.stream_usage and quirks.stream_usage ~= false then
      body.stream_options = { include_usage = true }
    end
    body[quirks.max_tokens and quirks.max_tokens(source, request) or "max_tokens"] =
      request.max_tokens
    if quirks.thinking then
      quirks.thinking(body, request, source)
    end
    return body
  end

  function adapter.transform_response(body)
    if type(body) ~= "table" then
      return nil
    end
    local choice = first(body.choices)
    local message = choice and adapters.table(choice.message) or nil
    return piece_of(body, choice, message, {}, nil, names)
  end

  function adapter.transform_stream_chunk(chunk, state, event)
    if type(chunk) ~= "table" then
      return nil
    end
    local choice = first(chunk.choices)
    local delta = choice and choice.delta
    if type(delta) ~= "table" then
      delta = choice and adapters.table(choice.message) or nil
    end
    if delta and not event and is_plain(chunk, choice, delta) then
      return delta.content
    end
    return piece_of(chunk, choice, delta, state, event, names)
  end

  return adapter
end
