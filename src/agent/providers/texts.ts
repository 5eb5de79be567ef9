/** What the tools of the model sources say to models and people. */

/** Texts of `llm_list_sources` and `llm_set_source`. */
export const MODEL_TOOL_TEXT = {
  list:
    "列出模型来源。有名称、模型、状态，按使用次序。· Lists the model sources in the order in which " +
    "they are asked: name, model, state, last error.",
  set:
    "先用某个模型来源。以后它都排在最前，名称留空则恢复按次序。· Puts a model source before all " +
    "others from now on; an empty name goes back to the order of priorities.",
  name: "来源名称，见 llm_list_sources。· Name of the source, as in llm_list_sources.",
  none: "没有配置模型来源。· No model source is set up; the owner adds one under core.llm.sources.",
  unknown: (name: string, names: readonly string[]) =>
    `there is no model source ${JSON.stringify(name)}; there are: ${names.join(", ") || "none"}`,
  incomplete: (name: string) =>
    `${name} has no model yet: set core.llm.sources.${name}.model first`,
};
