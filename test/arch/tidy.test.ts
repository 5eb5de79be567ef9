/** The tidy check finds what it is there for. */
import { describe, expect, it } from "vitest";
import { tidyFile } from "../../scripts/check/tidy.ts";

describe("tidy", () => {
  it("accepts a file that opens with its sentence", () => {
    expect(tidyFile("src/base/a.ts", "/** Owns a. */\nexport const a = 1;\n")).toEqual([]);
  });

  it("names a missing header, a mark, a TODO without an issue and a banned word with its line", () => {
    const text =
      "export class PluginManager {}\n// FIXME later\n// TODO more\nconst Manager = 1;\n";
    expect(tidyFile("src/base/a.ts", text)).toEqual([
      "src/base/a.ts:1 begins without a sentence that says what it owns (/** … */)",
      "src/base/a.ts:2 a left-over mark",
      "src/base/a.ts:3 a TODO without an issue: TODO(#12)",
      'src/base/a.ts:4 "Manager": write a noun for what it is (registry, catalog, pool)',
    ]);
  });
});
