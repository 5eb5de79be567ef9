-- OpenAI itself, and every server that speaks its chat completions: llama.cpp, vLLM, LM Studio, …
local function is_openai(source)
  return source.base_url:find("://api.openai.com", 1, true) ~= nil
end

local function is_gemini(source)
  return source.base_url:find("://generativelanguage.googleapis.com", 1, true) ~= nil
end

-- Models that think whatever is asked; they take no temperature.
local function always_thinks(model)
  return model:find("^o%d") ~= nil or model:find("^gpt%-[5-9]") ~= nil
end

return adapters.openai_chat({
  name = "openai",
  version = "2.0.0",
  base_url = "https://api.openai.com/v1",
  -- Chat templates of local models were seen to refuse a late one outright.
  late_system = "user",
  max_tokens = function(source)
    -- OpenAI itself renamed the field; the servers that imitate it mostly did not follow.
    return is_openai(source) and "max_completion_tokens" or "max_tokens"
  end,
  temperature = function(request, source)
    return not (is_openai(source) and always_thinks(request.model))
  end,
  thinking = function(body, request)
    if request.thinking_enabled then
      body.reasoning_effort = "medium"
      body.temperature = nil
    end
  end,
  -- Models that think want their thoughts of a tool turn back; OpenAI does not know the field.
  echo = function(message, _, source)
    if is_openai(source) or not source.thinking_enabled then
      return nil
    end
    return message.reasoning_content or ""
  end,
  -- Gemini 3 refuses calls without a signature, also behind its imitation of OpenAI.
  extra_content = function(_, source)
    if is_gemini(source) then
      return { google = { thought_signature = "skip_thought_signature_validator" } }
    end
    return nil
  end,
})
