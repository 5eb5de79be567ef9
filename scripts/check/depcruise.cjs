/** The layers of the house (design: each room imports what its line names and nothing else). */
const wingSees = ["base", "contract", "kernel/state", "platform"];

/** Room → rooms that it may import. */
const rooms = {
  base: [],
  contract: ["base"],
  wire: ["base", "contract"],
  sdk: ["base", "contract", "wire"],
  "kernel/state": ["base", "contract"],
  "kernel/boot": ["base", "kernel/state"],
  "platform/store": ["base", "contract", "kernel/state"],
  "platform/lua": ["base", "contract", "kernel/state"],
  "platform/text": ["base", "contract", "kernel/state"],
  "platform/config": ["base", "contract", "kernel/state", "platform/store"],
  "platform/security": ["base", "contract", "kernel/state", "platform/store"],
  agent: wingSees,
  memory: wingSees,
  home: wingSees,
  upkeep: wingSees,
  "plugin-host": [...wingSees, "wire", "sdk"],
  builtin: ["base", "contract", "kernel/state", "sdk"],
  "surface/control": ["base", "contract", "kernel/state", "wire"],
  "surface/admin": ["base", "contract", "sdk"],
  "surface/cli": ["base", "contract", "wire", "sdk"],
};
const tiers = "context|documents|graph|media|people|knowledge|text-log|extract";
const listed = [
  ...Object.keys(rooms).map((room) => `^src/${room}/`),
  // The composition root: main and the modules that it alone is made of.
  "^src/main\\.ts$",
  "^src/main/",
];

const only = (room, sees) => ({
  name: `room-${room.replace("/", "-")}`,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: [`^src/${room}/`, ...sees.map((seen) => `^src/${seen}/`)] },
});
const owner = (name, dependency, room) => ({
  name,
  severity: "error",
  from: { path: "^(src|plugins)/", pathNot: `^src/${room}/` },
  to: { path: dependency },
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
    ...Object.entries(rooms).map(([room, sees]) => only(room, sees)),
    { name: "unlisted-room", severity: "error", from: { path: "^src/", pathNot: listed }, to: {} },
    {
      name: "nobody-imports-an-unlisted-room",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: listed },
    },
    {
      name: "nobody-imports-main",
      severity: "error",
      from: { pathNot: "^(src/main(\\.ts|/)|test/|scripts/)" },
      to: { path: "^src/main(\\.ts$|/)" },
    },
    {
      name: "state-is-a-leaf",
      severity: "error",
      from: { path: "^src/kernel/state/" },
      to: { pathNot: ["^src/(kernel/state|base|contract)/"] },
    },
    {
      name: "memory-tiers-are-strangers",
      severity: "error",
      from: { path: `^src/memory/(${tiers})/` },
      to: { path: `^src/memory/(${tiers}|jobs|recall)/`, pathNot: "^src/memory/$1/" },
    },
    {
      name: "agent-parts-are-strangers",
      severity: "error",
      from: { path: "^src/agent/(prompt|providers|intents)/" },
      to: { path: "^src/agent/", pathNot: "^src/agent/$1/" },
    },
    {
      name: "front-door-only",
      severity: "error",
      from: { path: "^src/([^/]+)/" },
      to: {
        path: "^src/[^/]+/.+",
        pathNot: ["^src/$1/", "^src/[^/]+/index\\.ts$", "^src/[^/]+/[^/]+/index\\.ts$"],
      },
    },
    {
      name: "plugins-see-sdk-only",
      severity: "error",
      from: { path: "^plugins/" },
      to: { path: "^src/", pathNot: "^src/sdk/index\\.ts$" },
    },
    {
      name: "plugins-are-strangers",
      severity: "error",
      from: { path: "^plugins/([^/]+)/" },
      to: { path: "^plugins/", pathNot: "^plugins/$1/" },
    },
    {
      name: "src-never-imports-test",
      severity: "error",
      from: { path: "^(src|plugins)/" },
      to: { path: "^(test|scripts)/" },
    },
    owner("sqlite-owner", "^bun:sqlite$|sqlite-vec", "platform/store"),
    owner("lua-owner", "wasmoon", "platform/lua"),
    owner("jieba-owner", "@node-rs/jieba", "platform/text"),
    owner("onnx-owner", "onnxruntime-node", "memory/embedding"),
    owner("mcp-owner", "@modelcontextprotocol/", "builtin/mcp"),
    owner("hono-owner", "(^|/)node_modules/hono/|^hono$", "surface/admin"),
    {
      name: "resolvable",
      severity: "error",
      from: {},
      // The library of the other architecture is not installed here; the build proves that it is there.
      to: { couldNotResolve: true, pathNot: "^sqlite-vec-linux-" },
    },
    {
      name: "no-undeclared",
      severity: "error",
      from: { path: "^(src|plugins)/" },
      // The platform packages of sqlite-vec come with it; naming them would install both everywhere.
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: "sqlite-vec-linux-" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(test/fixtures|dist|\\.build)/" },
    tsConfig: { fileName: "tsconfig.json" },
  },
};
