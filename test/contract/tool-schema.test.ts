/** Schemas of tools: what no model could make sense of is refused with its place. */
import { Type } from "typebox";
import { expect, test } from "vitest";
import { toolSchemaFault } from "#contract";

test.each([
  [Type.Object({ level: Type.Integer({ minimum: 0 }), name: Type.Optional(Type.String()) })],
  [
    Type.Object({
      any: Type.Unknown(),
      list: Type.Array(Type.Union([Type.Null(), Type.Number()])),
    }),
  ],
  [Type.Object({ kind: Type.Enum(["a", "b"]) }, { additionalProperties: false })],
  [{ type: "object" }],
  [{}],
  [{ properties: { type: { type: ["string", "null"], enum: ["x", null] } }, required: ["type"] }],
])("a good one passes: %j", (schema) => {
  expect(toolSchemaFault(schema)).toBeUndefined();
});

test.each([
  [{ type: "objekt" }, 'type must be "object"'],
  [{ type: "array" }, 'type must be "object"'],
  ["object", "must be a JSON Schema"],
  [[], "must be a JSON Schema"],
  [{ type: "object", properties: { a: { type: "int" } } }, '/properties/a/type is "int"'],
  [{ properties: { a: { items: { type: "text" } } } }, "/properties/a/items/type"],
  [{ properties: { a: "string" } }, "/properties/a must be a JSON Schema"],
  [{ properties: ["a"] }, "/properties must be a JSON Schema"],
  [{ required: "a" }, "/required must be a list of names"],
  [{ anyOf: [{ type: "object" }, { type: 7 }] }, "/anyOf/1/type is 7"],
  [{ properties: { a: { enum: "x" } } }, "/properties/a/enum must be a list"],
])("a bad one is told with its place: %j", (schema, fault) => {
  expect(toolSchemaFault(schema)).toContain(fault);
});

test("a schema that contains itself ends", () => {
  const schema: Record<string, unknown> = { type: "object" };
  schema["properties"] = { self: schema };
  expect(toolSchemaFault(schema)).toContain("nests deeper");
});
