-- Groq: thoughts only in a form that goes together with tools, and each model has its own word for it.
return adapters.openai_chat({
  name = "groq",
  base_url = "https://api.groq.com/openai/v1",
  max_tokens = function()
    return "max_completion_tokens"
  end,
  thinking = function(body, request)
    if request.model:find("gpt-oss", 1, true) then
      body.reasoning_effort = request.thinking_enabled and "medium" or "low"
    elseif request.model:find("qwen3", 1, true) then
      body.reasoning_effort = request.thinking_enabled and "default" or "none"
      body.reasoning_format = "parsed"
    end
  end,
})
