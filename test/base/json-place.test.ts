/** Where a text stops being JSON: the place is told exactly when the engine's parser refuses. */
import { expect, test } from "vitest";
import { jsonFaultPlace } from "#base";

test.each([
  ['{\n "name": "x",\n "a": [1,,2]\n}', "line 3, column 10"],
  ['{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"],
  ['{ "a": 1, }', "line 1, column 11"],
  ["{ a: 1 }", "line 1, column 3"],
  ["{", "line 1, column 2"],
  ["", "line 1, column 1"],
  ["[1] 2", "line 1, column 5"],
  ['{"a": "un\nclosed"}', "line 1, column 7"],
  ["[1}", "line 1, column 3"],
  ['{"a" 1}', "line 1, column 6"],
  ["[01]", "line 1, column 2"],
  ["// comment\n{}", "line 1, column 1"],
])("%j is wrong at its place", (text, place) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFaultPlace(text)).toBe(place);
});

test.each([
  "{}",
  "[]",
  ' {"a": [1, -2.5e3, true, null, {"b": "c\\n\\u00e9"}], "d": {}} \n',
  '"x"',
  "0",
])("%j is JSON and has no wrong place", (text) => {
  JSON.parse(text);
  expect(jsonFaultPlace(text)).toBeUndefined();
});
