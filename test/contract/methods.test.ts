/** The one table of methods: nothing of the anchor is missing, nothing is unclassified or unbounded. */
import { describe, expect, test } from "vitest";
import { CapabilitiesSchema, isMethodName, methodTable, pluginMethods } from "#contract";

/** The anchor's table, name by name. */
const ANCHOR = [
  ...["tool.register", "stage.register", "output.register", "input.register", "api.register"],
  ...["io.injectText", "io.injectTextNoMem", "io.injectInterrupt", "io.injectInputSync"],
  ...["io.injectMedia", "io.injectMediaSync", "io.injectInterruptMedia", "io.setToolBlocks"],
  "lifecycle.autoRestart",
  ...["memory.recall", "memory.commit", "memory.introspect", "memory.merge", "memory.purge"],
  ...["doc.query", "doc.insert", "doc.insertWithMedia", "doc.remove", "doc.stats"],
  ...["knowledge.search", "knowledge.add", "knowledge.list", "textmemory.append"],
  ...["settings.get", "settings.set", "settings.list", "settings.defs", "settings.registerDef"],
  ...["settings.dataDir", "settings.getCore", "settings.setCore", "settings.listCore"],
  ...["settings.getPlugin", "settings.setPlugin", "settings.listPlugin", "settings.plugins"],
  ...["settings.dump", "llm.listSources", "llm.setSource", "llm.currentSource"],
  ...["social.getPerson", "social.getTrait", "social.getRelations", "social.getNetwork"],
  ...["social.listPersons", "events.subscribe", "events.unsubscribe"],
  ...["plugin.reloadOne", "plugin.listLoaded", "plugin.isDisabled"],
];

/** What the issue adds. */
const ADDED = [
  ...["stage.lock", "stage.unlock", "arena.alloc", "arena.free", "tool.invoke", "exec.run"],
  ...["timer.set", "timer.cancel", "timer.list", "prompt.declare", "prompt.remove"],
  ...["device.register", "device.state", "device.remove", "log.write", "net.resolve"],
];

const CAPABILITIES = new Set([...Object.keys(CapabilitiesSchema.properties), "core", "admin"]);

describe("the table of methods", () => {
  test("has the 55 of the anchor, those of the issue, and no other but the admin's", () => {
    expect(ANCHOR).toHaveLength(55);
    expect(Object.keys(pluginMethods).sort()).toEqual([...ANCHOR, ...ADDED].sort());
    const others = Object.keys(methodTable).filter((name) => !(name in pluginMethods));
    expect(others.filter((name) => !name.startsWith("admin."))).toEqual([]);
  });

  test.each(Object.entries(methodTable))("%s is classified and described", (name, method) => {
    expect(isMethodName(name)).toBe(true);
    expect(CAPABILITIES).toContain(method.capability);
    expect(method.capability === "admin").toBe(name.startsWith("admin."));
    expect(method.doc).toMatch(/^[A-Zi].{5,}\.$/);
  });

  test.each(Object.entries(methodTable))("%s has a bound on all that it takes", (_, method) => {
    expect(unbounded(method.params.schema as unknown as Schema)).toEqual([]);
  });

  test("knows no method that publishes an event, nor a name from the prototype", () => {
    for (const name of ["events.publish", "events.emit", "toString", "__proto__", ""]) {
      expect(isMethodName(name)).toBe(false);
    }
  });

  test("finds a text or list without a bound", () => {
    const open = { type: "object", properties: { a: { type: "string" }, b: { type: "array" } } };
    expect(unbounded(open)).toEqual(["/a", "/b"]);
  });
});

interface Schema {
  readonly [key: string]: unknown;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

/** Where a schema lets in texts or lists of any length. JSON of any shape is bounded by the frame. */
function unbounded(schema: Schema, at = ""): string[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema;
  const inner = [
    ...Object.entries(properties).flatMap(([key, value]) => unbounded(value, `${at}/${key}`)),
    ...Object.values(patternProperties).flatMap((value) => unbounded(value, `${at}/*`)),
    ...anyOf.flatMap((value) => unbounded(value, at)),
    ...(items ? unbounded(items, `${at}[]`) : []),
  ];
  const isFixed = "const" in schema || "enum" in schema;
  const pattern = String(schema["pattern"] ?? "");
  const isPatternBound =
    pattern.startsWith("^") &&
    pattern.endsWith("$") &&
    !/[+*]/.test(pattern.replaceAll(/\[[^\]]*\]/g, ""));
  if (schema.type === "string" && !isFixed && !("maxLength" in schema) && !isPatternBound) {
    inner.push(at);
  }
  if (schema.type === "array" && !("maxItems" in schema)) inner.push(at);
  return inner;
}
