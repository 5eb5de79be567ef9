-- GLM (Zhipu): thinks unless told not to; tells its errors by numbers, also inside HTTP 200.
local auth, busy = "authentication_error", "rate_limit_error"

return adapters.openai_chat({
  name = "glm",
  base_url = "https://open.bigmodel.cn/api/paas/v4",
  thinking = function(body, request)
    -- Older models do not know the field.
    if request.model:find("^glm%-4%-") or request.model == "glm-4" then
      return
    end
    body.thinking = { type = request.thinking_enabled and "enabled" or "disabled" }
  end,
  echo = function(message)
    return message.reasoning_content
  end,
  error_names = {
    ["1000"] = auth,
    ["1001"] = auth,
    ["1002"] = auth,
    ["1003"] = auth,
    ["1004"] = auth,
    ["1113"] = busy,
    ["1211"] = "not_found_error",
    ["1261"] = "context_length_exceeded",
    ["1301"] = "content_filter",
    ["1302"] = busy,
    ["1303"] = busy,
    ["1304"] = busy,
    ["1305"] = busy,
  },
})
