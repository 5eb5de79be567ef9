/** Foreign schemas: the copy is safe to check with, and refuses nothing that the original takes. */
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { checker } from "#contract";
import { readParameters } from "../../../src/builtin/mcp/parameters.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("a foreign schema", () => {
  test("keeps what a model and a check can use", () => {
    const schema = object(
      {
        city: { type: "string", minLength: 1, description: "where" },
        days: { type: "integer", minimum: 1, maximum: 7, default: 3 },
        unit: { enum: ["C", "F", null] },
        tags: { type: "array", items: { type: "string" }, maxItems: 3 },
        near: object({ lat: { type: ["number", "null"] } }, { required: ["lat"] }),
      },
      { required: ["city"], additionalProperties: false },
    );
    expect(readParameters(schema)).toEqual(schema);
  });

  test("has its references put in place, circles and foreign ones as anything", () => {
    const schema = {
      ...object({
        from: { $ref: "#/$defs/place", description: "start" },
        tree: { $ref: "#/definitions/tree" },
        far: { $ref: "https://example.org/schema.json" },
        lost: { $ref: "#/$defs/nowhere" },
      }),
      $defs: { place: { type: "string", description: "a place" } },
      definitions: { tree: object({ child: { $ref: "#/definitions/tree" } }) },
    };
    expect(readParameters(schema)).toEqual(
      object({
        from: { type: "string", description: "start" },
        tree: object({ child: {} }),
        far: {},
        lost: {},
      }),
    );
  });

  test("tells patterns and formats instead of checking them: a hostile one would hold up the hub", () => {
    const copy = readParameters(
      object({
        bomb: { type: "string", pattern: "^(a+)+$" },
        broken: { type: "string", pattern: "(" },
        at: { type: "string", format: "date-time", description: "when" },
      }),
    );
    expect(copy).toEqual(
      object({
        bomb: { type: "string", description: "(pattern: ^(a+)+$)" },
        broken: { type: "string", description: "(pattern: ()" },
        at: { type: "string", description: "when (format: date-time)" },
      }),
    );
    expect(checker(copy).accepts({ bomb: `${"a".repeat(100)}!` })).toBe(true);
  });

  test("has no alternatives at its top, which models' APIs refuse", () => {
    const copy = readParameters({
      ...object({ id: { type: "string" } }),
      anyOf: [
        object({ on: { type: "boolean" }, level: { type: "integer" } }, { required: ["on"] }),
        object({ level: { type: "number" } }, { required: ["level"] }),
      ],
      allOf: [object({ room: { type: "string" } }, { required: ["room"] })],
    });
    expect(copy).toEqual({
      ...object({
        id: { type: "string" },
        room: { type: "string" },
        on: { anyOf: [{ type: "boolean" }, {}] },
        level: { anyOf: [{ type: "integer" }, { type: "number" }] },
      }),
      required: ["room"],
    });
  });

  test("may name its arguments like the insides of objects", () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
    ) as unknown;
    const copy = readParameters(schema);
    expect(Object.keys(copy["properties" as never])).toEqual(["__proto__", "constructor"]);
    expect(checker(copy).accepts(JSON.parse('{"__proto__":1}'))).toBe(false);
    expect(({} as Record<string, unknown>)["type"]).toBeUndefined();
  });

  test.each([
    ["oneOf that only patterns tell apart", { oneOf: [{ pattern: "^a" }, { pattern: "^b" }] }, "a"],
    ["not with a pattern", { not: { pattern: "^a" } }, "b"],
    [
      "names by pattern, and no others",
      { type: "object", patternProperties: { "^x-": {} }, additionalProperties: false },
      { "x-a": 1 },
    ],
    ["a tuple", { type: "array", items: [{ type: "string" }], additionalItems: true }, ["a", 1]],
    ["an exclusive bound of the old kind", { minimum: 1, exclusiveMinimum: false }, 1],
    ["a type that is none", { type: "any" }, 5],
    ["an empty list of types", { type: [] }, 5],
    ["true for a schema", true, 5],
    ["text for a schema", "string", 5],
    ["a number in an object in an enum", { enum: [{ a: 1 }, [2]] }, { a: 1 }],
    ["null as a constant", { const: null }, null],
    ["conditions", { if: { type: "string" }, else: false }, "x"],
    ["a multiple of nothing", { multipleOf: 0 }, 3],
  ])("with %s takes what it took", (_, schema, value) => {
    const copy = readParameters(object({ value: schema }));
    expect(checker(copy).refusals({ value })).toEqual([]);
  });

  test.each([
    [{ type: "integer", minimum: 2 }, 1],
    [{ enum: ["a", "b"] }, "c"],
    [{ type: "array", items: { type: "string" } }, [1]],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, 5],
    [{ oneOf: [{ type: "string" }, { type: "null" }] }, 5],
    [{ allOf: [{ type: "integer" }, { minimum: 2 }] }, 1],
    [object({ a: { type: "string" } }, { required: ["a"] }), {}],
    [object({}, { additionalProperties: { type: "number" } }), { a: "x" }],
  ])("still refuses what does not fit: %j", (schema, value) => {
    const copy = readParameters(object({ value: schema }));
    expect(checker(copy).accepts({ value })).toBe(false);
    // The original refuses it too; so the copy is no stricter than that.
    expect(Compile(object({ value: schema }) as never).Check({ value })).toBe(false);
  });
});
