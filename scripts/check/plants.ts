/** One planted violation for each rule of the layers, so that a rule that sleeps is noticed. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkLayers } from "./layers.ts";

/** A file that breaks one rule. */
interface Plant {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
  /** A second file that the first one needs. */
  readonly beside?: { readonly file: string; readonly text: string };
}

const importOf = (target: string) => `import * as planted from "${target}";\nexport { planted };\n`;

/** Room → a room that it must not see. */
const strangers: Readonly<Record<string, string>> = {
  base: "#contract",
  contract: "#wire",
  wire: "#kernel/state",
  sdk: "#kernel/state",
  "kernel/state": "#wire",
  "kernel/boot": "#contract",
  "platform/store": "#platform/config",
  "platform/lua": "#platform/text",
  "platform/text": "#platform/store",
  "platform/config": "#platform/security",
  "platform/security": "#platform/config",
  agent: "#home",
  memory: "#agent",
  home: "#agent",
  upkeep: "#home",
  "plugin-host": "#home",
  builtin: "#platform/store",
  "surface/control": "#home",
  "surface/admin": "#kernel/state",
  "surface/cli": "#kernel/state",
};

/** Every plant, one a rule. */
export const plants: readonly Plant[] = [
  ...Object.entries(strangers).map(([room, target]) => ({
    rule: `room-${room.replace("/", "-")}`,
    file: `src/${room}/planted-room.ts`,
    text: `export const load = () => import("${target}");\n`,
  })),
  {
    rule: "no-circular",
    file: "src/base/planted-circle-a.ts",
    text: 'import type { B } from "./planted-circle-b.ts";\nexport type A = { b: B };\n',
    beside: {
      file: "src/base/planted-circle-b.ts",
      text: 'import type { A } from "./planted-circle-a.ts";\nexport type B = { a: A };\n',
    },
  },
  { rule: "unlisted-room", file: "src/annex/planted.ts", text: importOf("#base") },
  {
    rule: "nobody-imports-an-unlisted-room",
    file: "src/home/planted-annex.ts",
    text: importOf("../annex/planted.ts"),
  },
  { rule: "nobody-imports-main", file: "src/home/planted-main.ts", text: importOf("../main.ts") },
  { rule: "state-is-a-leaf", file: "src/kernel/state/planted-leaf.ts", text: importOf("node:fs") },
  {
    rule: "memory-tiers-are-strangers",
    file: "src/memory/graph/planted-tier.ts",
    text: importOf("../media/planted-other.ts"),
    beside: { file: "src/memory/media/planted-other.ts", text: "export const other = 1;\n" },
  },
  {
    rule: "agent-parts-are-strangers",
    file: "src/agent/prompt/planted-part.ts",
    text: importOf("../intents/index.ts"),
  },
  {
    rule: "front-door-only",
    file: "src/wire/planted-window.ts",
    text: importOf("../contract/device.ts"),
  },
  {
    rule: "plugins-see-sdk-only",
    file: "plugins/sim/planted-inside.ts",
    text: importOf("../../src/contract/index.ts"),
  },
  {
    rule: "plugins-are-strangers",
    file: "plugins/sim/planted-neighbor.ts",
    text: importOf("../other/planted.ts"),
    beside: { file: "plugins/other/planted.ts", text: "export const other = 1;\n" },
  },
  {
    rule: "src-never-imports-test",
    file: "src/home/planted-test.ts",
    text: importOf("../../test/planted-support.ts"),
    beside: { file: "test/planted-support.ts", text: "export const support = 1;\n" },
  },
  { rule: "sqlite-owner", file: "src/home/planted-sqlite.ts", text: importOf("bun:sqlite") },
  { rule: "lua-owner", file: "src/home/planted-lua.ts", text: importOf("wasmoon") },
  { rule: "jieba-owner", file: "src/home/planted-jieba.ts", text: importOf("@node-rs/jieba") },
  { rule: "onnx-owner", file: "src/home/planted-onnx.ts", text: importOf("onnxruntime-node") },
  {
    rule: "mcp-owner",
    file: "src/home/planted-mcp.ts",
    text: importOf("@modelcontextprotocol/sdk/types.js"),
  },
  { rule: "hono-owner", file: "src/home/planted-hono.ts", text: importOf("hono") },
  { rule: "resolvable", file: "src/home/planted-nowhere.ts", text: importOf("./nowhere.ts") },
  // vite is on the disk (a development tool) but no dependency of a plugin or of the hub.
  { rule: "no-undeclared", file: "src/home/planted-undeclared.ts", text: importOf("rolldown") },
];

/** Rules that did not notice their plant, in a copy of the tree under `root`. Empty is good. */
export async function sleepingRules(root: string): Promise<readonly string[]> {
  const copy = mkdtempSync(join(tmpdir(), "homeagent-plants-"));
  try {
    for (const name of ["src", "plugins", "tsconfig.json", "package.json"]) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    for (const { file, text, beside } of plants) {
      for (const planted of [{ file, text }, ...(beside ? [beside] : [])]) {
        mkdirSync(dirname(join(copy, planted.file)), { recursive: true });
        writeFileSync(join(copy, planted.file), planted.text);
      }
    }
    const { violations } = await checkLayers(copy);
    const noticed = ({ rule, file }: Plant) =>
      violations.some((violation) => violation.rule === rule && violation.from === file);
    return plants.filter((plant) => !noticed(plant)).map(({ rule }) => rule);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
