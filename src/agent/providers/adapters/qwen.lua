-- Qwen through DashScope: `enable_thinking` instead of an effort, and only when streaming.
local function always_thinks(model)
  return model:find("thinking", 1, true) ~= nil or model:find("^qwq") ~= nil
end

return adapters.openai_chat({
  name = "qwen",
  base_url = "https://dashscope.aliyuncs.com/compatible-mode/v1",
  late_system = "user",
  thinking = function(body, request)
    -- Models that only think refuse to be told not to.
    if always_thinks(request.model) then
      return
    end
    body.enable_thinking = request.stream and request.thinking_enabled
  end,
})
