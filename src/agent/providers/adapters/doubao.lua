-- Doubao through Volcengine's Ark. Its counts were seen to be 0, which is taken for unknown.
return adapters.openai_chat({
  name = "doubao",
  base_url = "https://ark.cn-beijing.volces.com/api/v3",
  thinking = function(body, request)
    body.thinking = { type = request.thinking_enabled and "enabled" or "disabled" }
  end,
  echo = function(message)
    return message.reasoning_content
  end,
})
