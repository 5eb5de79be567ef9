-- Gemini's generateContent: whole calls, thoughts as parts, signatures that calls must bring back.
local text, first = adapters.text, adapters.first

local adapter = {
  name = "gemini",
  version = "1.0.0",
  base_url = "https://generativelanguage.googleapis.com/v1beta",
  call_ids = { max = 64 },
}

-- Stands for the signature of a call that Gemini did not make.
local FOREIGN_SIGNATURE = "skip_thought_signature_validator"

local finish_reasons = {
  STOP = "stop",
  MAX_TOKENS = "length",
  SAFETY = "content_filter",
  RECITATION = "content_filter",
  BLOCKLIST = "content_filter",
  PROHIBITED_CONTENT = "content_filter",
  SPII = "content_filter",
  IMAGE_SAFETY = "content_filter",
  LANGUAGE = "error",
  OTHER = "error",
  MALFORMED_FUNCTION_CALL = "error",
  UNEXPECTED_TOOL_CALL = "error",
  TOO_MANY_TOOL_CALLS = "error",
  MISSING_THOUGHT_SIGNATURE = "error",
}

-- The major number of a model's name; names such as gemini-flash-latest mean the newest.
local function major_of(model)
  return tonumber(model:match("gemini%-(%d+)")) or 3
end

function adapter.endpoint(source, request)
  local model = source.model
  local path = model:find("/", 1, true) and "/" .. model or "/models/" .. model
  return path .. (request.stream and ":streamGenerateContent?alt=sse" or ":generateContent")
end

function adapter.headers(source)
  return { ["x-goog-api-key"] = source.api_key }
end

local function thinking_of(request)
  local major = major_of(request.model)
  if request.thinking_enabled then
    return major >= 2 and { includeThoughts = true } or nil
  end
  if major >= 3 then
    return { thinkingLevel = "low" }
  end
  if request.model:find("gemini%-2%.5") then
    -- Pro cannot do without.
    return { thinkingBudget = request.model:find("pro", 1, true) and 128 or 0 }
  end
  return nil
end

local function model_parts(message, request)
  local parts = {}
  if text(message.content) then
    parts[1] = { text = message.content }
  end
  local kept = {}
  for _, item in ipairs(message.opaque or {}) do
    kept[item.call] = item
  end
  for position, call in ipairs(message.tool_calls or {}) do
    local own = kept[position] or {}
    local signature = own.signature
    -- Of parallel calls only the first one bears a signature.
    if position == 1 and not signature and major_of(request.model) >= 3 then
      signature = FOREIGN_SIGNATURE
    end
    parts[#parts + 1] = {
      functionCall = { id = own.id, name = call.name, args = json.decode(call.arguments) },
      thoughtSignature = signature,
    }
  end
  return parts
end

local function result_part(message, ids)
  local field = message.failed and "error" or "output"
  return {
    functionResponse = {
      -- Only ids that Gemini gave itself are known to it.
      id = ids[message.tool_call_id],
      name = message.name,
      response = { [field] = message.content },
    },
  }
end

local function parts_of(message, request, ids)
  if message.role == "assistant" then
    for _, item in ipairs(message.opaque or {}) do
      local call = (message.tool_calls or {})[item.call]
      if call then
        ids[call.id] = item.id
      end
    end
    return "model", model_parts(message, request)
  end
  if message.role == "tool" then
    return "user", { result_part(message, ids) }
  end
  return "user", { text(message.content) and { text = message.content } or nil }
end

local function contents_of(messages, request)
  local list, ids = json.array(), {}
  for _, message in ipairs(messages) do
    local role, parts = parts_of(message, request, ids)
    for _, part in ipairs(parts) do
      local last = list[#list]
      if not last or last.role ~= role then
        last = { role = role, parts = {} }
        list[#list + 1] = last
      end
      last.parts[#last.parts + 1] = part
    end
  end
  return list
end

local function tools_of(tools)
  if #tools == 0 then
    return nil
  end
  local list = {}
  for position, tool in ipairs(tools) do
    list[position] = {
      name = tool.name,
      description = tool.description,
      -- Takes any JSON Schema; `parameters` refuses half of it.
      parametersJsonSchema = tool.parameters,
    }
  end
  return { { functionDeclarations = list } }
end

function adapter.transform_request(request)
  local system, messages = adapters.split_system(request.messages)
  local config = {
    maxOutputTokens = request.max_tokens,
    thinkingConfig = thinking_of(request),
  }
  -- From 3 on Google advises against any other temperature than the model's own.
  if major_of(request.model) < 3 then
    config.temperature = request.temperature
  end
  return {
    contents = contents_of(messages, request),
    systemInstruction = text(system) and { parts = { { text = system } } } or nil,
    tools = tools_of(request.tools),
    generationConfig = config,
  }
end

local function usage_of(usage)
  if type(usage) ~= "table" then
    return nil
  end
  local answer, thoughts = usage.candidatesTokenCount, usage.thoughtsTokenCount
  if math.type(thoughts) == "integer" then
    answer = thoughts + (math.type(answer) == "integer" and answer or 0)
  end
  return {
    prompt_tokens = usage.promptTokenCount,
    completion_tokens = answer,
    cached_tokens = usage.cachedContentTokenCount,
  }
end

local function error_of(body)
  local failure = body.error
  if type(failure) ~= "table" then
    return failure and { message = text(failure) } or nil
  end
  return { message = text(failure.message), code = failure.code, type = failure.status }
end

local function add_call(piece, state, part)
  local call = part.functionCall
  local index = state.calls or 0
  state.calls = index + 1
  piece.tool_calls = piece.tool_calls or {}
  -- Ids are absent or given twice, so the place is what tells calls apart.
  table.insert(piece.tool_calls, {
    index = index,
    id = call.id,
    name = call.name,
    arguments = call.args,
    done = true,
  })
  local id, signature = text(call.id), text(part.thoughtSignature)
  if id or signature then
    piece.opaque = piece.opaque or {}
    table.insert(piece.opaque, { call = index + 1, id = id, signature = signature })
  end
end

local function finish_of(body, candidate)
  local reason = candidate and text(candidate.finishReason)
  local feedback = body.promptFeedback
  if not reason and type(feedback) == "table" and text(feedback.blockReason) then
    return "content_filter"
  end
  if not reason or reason == "FINISH_REASON_UNSPECIFIED" then
    return nil
  end
  return finish_reasons[reason] or "stop"
end

local function piece_of(body, state)
  -- Without `alt=sse` and in some errors it is a list of one.
  body = first(body) or body
  local candidate = first(body.candidates)
  local content = candidate and adapters.table(candidate.content)
  local texts, thoughts = {}, {}
  local piece = {
    finish_reason = finish_of(body, candidate),
    token_usage = usage_of(body.usageMetadata),
    error = error_of(body),
  }
  for _, part in ipairs(content and adapters.table(content.parts) or {}) do
    if type(part) == "table" then
      if type(part.functionCall) == "table" then
        add_call(piece, state, part)
      elseif part.thought == true then
        -- What makes a thought is this mark; a signature may stand at any part.
        thoughts[#thoughts + 1] = text(part.text)
      else
        texts[#texts + 1] = text(part.text)
      end
    end
  end
  piece.content, piece.reasoning_content = table.concat(texts), table.concat(thoughts)
  return piece
end

-- The text of a chunk that is a bit of text and nothing else, as nearly all are. Its counts are only
-- those so far; the last chunk has them all.
local function plain_text(chunk)
  local candidate = first(chunk.candidates)
  if not candidate or candidate.finishReason or chunk.error or chunk.promptFeedback then
    return nil
  end
  local parts = type(candidate.content) == "table" and candidate.content.parts
  local part = first(parts)
  if part and #parts == 1 and not part.thought and not part.functionCall then
    return text(part.text)
  end
  return nil
end

function adapter.transform_stream_chunk(chunk, state)
  if type(chunk) ~= "table" then
    return nil
  end
  return plain_text(chunk) or piece_of(chunk, state)
end

function adapter.transform_response(body)
  return type(body) == "table" and piece_of(body, {}) or nil
end

return adapter
