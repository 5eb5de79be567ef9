-- Ollama's own /api/chat: a line of JSON for each piece, whole calls, and a window that is asked for
-- (its imitation of OpenAI ignores that and cuts the prompt at 4096 tokens).
local text = adapters.text

local adapter = {
  name = "ollama",
  version = "1.0.0",
  base_url = "http://127.0.0.1:11434",
  stream_format = "ndjson",
}

local finish_reasons = { stop = "stop", length = "length", load = "error", unload = "error" }

function adapter.endpoint(source)
  -- Whoever copied the address of the imitation means the same server.
  return source.base_url:gsub("/v1$", "") .. "/api/chat"
end

adapter.headers = adapters.bearer

local function message_of(message)
  if message.role == "tool" then
    return { role = "tool", tool_name = message.name, content = message.content }
  end
  local calls
  for position, call in ipairs(message.tool_calls or {}) do
    calls = calls or {}
    calls[position] = {
      ["function"] = { name = call.name, arguments = json.decode(call.arguments) },
    }
  end
  return {
    role = message.role,
    content = message.content,
    thinking = calls and text(message.reasoning_content) or nil,
    tool_calls = calls,
  }
end

function adapter.transform_request(request, source)
  local messages = json.array()
  for position, message in ipairs(request.messages) do
    messages[position] = message_of(message)
  end
  local options = { temperature = request.temperature, num_predict = request.max_tokens }
  if source.context_window > 0 then
    options.num_ctx = source.context_window
  end
  return {
    model = request.model,
    messages = messages,
    tools = adapters.functions(request.tools),
    stream = request.stream,
    think = request.thinking_enabled,
    options = options,
  }
end

local function calls_of(message, state)
  local calls
  for _, call in ipairs(adapters.table(message.tool_calls) or {}) do
    local target = type(call) == "table" and adapters.table(call["function"])
    if target then
      calls = calls or {}
      local index = state.calls or 0
      state.calls = index + 1
      calls[#calls + 1] = {
        index = index,
        id = call.id,
        name = target.name,
        arguments = target.arguments,
        done = true,
      }
    end
  end
  return calls
end

local function usage_of(chunk)
  local prompt, answer = chunk.prompt_eval_count, chunk.eval_count
  return (prompt or answer) and { prompt_tokens = prompt, completion_tokens = answer } or nil
end

local function piece_of(chunk, state)
  local message = adapters.table(chunk.message)
  if message and chunk.done ~= true and not message.tool_calls and not message.thinking then
    if not chunk.error then
      return text(message.content)
    end
  end
  message = message or {}
  local is_done = chunk.done == true
  return {
    content = message.content,
    reasoning_content = message.thinking,
    tool_calls = calls_of(message, state),
    finish_reason = is_done and (finish_reasons[text(chunk.done_reason) or "stop"] or "stop")
      or nil,
    token_usage = is_done and usage_of(chunk) or nil,
    error = chunk.error,
    done = is_done or nil,
  }
end

function adapter.transform_stream_chunk(chunk, state)
  return type(chunk) == "table" and piece_of(chunk, state) or nil
end

function adapter.transform_response(body)
  return type(body) == "table" and piece_of(body, {}) or nil
end

return adapter
