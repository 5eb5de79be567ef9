-- Kimi: refuses calls without thoughts while it thinks, and settings that it has fixed itself.
local function is_kimi(model)
  return model:find("^kimi") ~= nil
end

-- Thinks unless told not to; others of the family always think, or never.
local function has_switch(model)
  return model:find("^kimi%-k2%.[56]") ~= nil
end

return adapters.openai_chat({
  name = "kimi",
  base_url = "https://api.moonshot.cn/v1",
  temperature = function(request)
    return not is_kimi(request.model)
  end,
  thinking = function(body, request)
    if has_switch(request.model) then
      body.thinking = { type = request.thinking_enabled and "enabled" or "disabled" }
    elseif request.model:find("^kimi%-k[3-9]") then
      body.reasoning_effort = request.thinking_enabled and "high" or "low"
    end
  end,
  -- An empty one counts as missing, so calls of other models get a word of their own.
  echo = function(message, request)
    if not is_kimi(request.model) then
      return nil
    end
    local is_off = has_switch(request.model) and not request.thinking_enabled
    return message.reasoning_content or (not is_off and "(none)" or nil)
  end,
})
