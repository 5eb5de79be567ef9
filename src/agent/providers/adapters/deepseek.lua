-- DeepSeek: thinks unless told not to, and wants its thoughts of every tool turn back, even empty.
local function has_switch(model)
  return not model:find("reasoner", 1, true)
end

return adapters.openai_chat({
  name = "deepseek",
  base_url = "https://api.deepseek.com",
  thinking = function(body, request)
    if has_switch(request.model) then
      body.thinking = { type = request.thinking_enabled and "enabled" or "disabled" }
    end
    if request.thinking_enabled then
      body.temperature = nil
    end
  end,
  echo = function(message, request)
    local thinks = request.thinking_enabled or not has_switch(request.model)
    return message.reasoning_content or (thinks and "" or nil)
  end,
})
