-- GitHub Models: OpenAI's protocol behind a token of GitHub; models are named `publisher/model`.
local function always_thinks(model)
  return model:find("^openai/o%d") ~= nil or model:find("^openai/gpt%-[5-9]") ~= nil
end

return adapters.openai_chat({
  name = "github",
  base_url = "https://models.github.ai/inference",
  headers = { ["X-GitHub-Api-Version"] = "2022-11-28" },
  max_tokens = function(_, request)
    return always_thinks(request.model) and "max_completion_tokens" or "max_tokens"
  end,
  temperature = function(request)
    return not always_thinks(request.model)
  end,
  thinking = function(body, request)
    if request.thinking_enabled and always_thinks(request.model) then
      body.reasoning_effort = "medium"
    end
  end,
})
