-- Doubao through Volcengine's Ark. Its counts were seen to be 0, which is taken for unknown.

-- Only families that are known to have the switch are told not to think; an endpoint (`ep-…`) does
-- not say what stands behind it.
local function has_switch(model)
  return model:find("seed", 1, true) ~= nil or model:find("thinking", 1, true) ~= nil
end

return adapters.openai_chat({
  name = "doubao",
  base_url = "https://ark.cn-beijing.volces.com/api/v3",
  thinking = function(body, request)
    if request.thinking_enabled then
      body.thinking = { type = "enabled" }
    elseif has_switch(request.model) then
      body.thinking = { type = "disabled" }
    end
  end,
  echo = function(message)
    return message.reasoning_content
  end,
})
