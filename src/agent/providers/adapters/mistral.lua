-- Mistral: ids of exactly nine letters and digits, no field that it does not know, counts unasked.
return adapters.openai_chat({
  name = "mistral",
  base_url = "https://api.mistral.ai/v1",
  call_ids = { min = 9, max = 9, plain = true },
  stream_usage = false,
  late_system = "user",
  thinking = function(body, request)
    if request.thinking_enabled and request.model:find("magistral", 1, true) then
      body.prompt_mode = "reasoning"
    end
  end,
})
