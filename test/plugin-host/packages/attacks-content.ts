/** Attacks by what is in the archive: names, kinds of files, manifests. */
import {
  type Attack,
  MAIN,
  MANIFEST,
  named,
  ofType,
  plus,
  REFUSED,
  withManifest,
} from "./attack.ts";
import { forge } from "./forge.ts";

export const names: readonly Attack[] = [
  ["an absolute path", () => named("/tmp/evil"), REFUSED, "absolute path"],
  ["a path to the folder above", () => named("../evil"), REFUSED, "does not stay inside"],
  ["such a path in the middle", () => named("a/../../../evil"), REFUSED, "does not stay inside"],
  ["such a folder", () => plus({ name: "../evil/", attributes: 0o40755 << 16 }), REFUSED, "inside"],
  ["a path that stands still", () => named("./a"), REFUSED, "does not stay inside"],
  ["a name between two slashes", () => named("a//b"), REFUSED, "does not stay inside"],
  ["no name", () => named(""), REFUSED, "has no name"],
  ["a backslash", () => named("..\\evil"), REFUSED, "backslash"],
  ["a drive", () => named("C:evil"), REFUSED, "colon"],
  ["a hidden stream", () => named("main.ts:evil"), REFUSED, "colon"],
  ["a NUL", () => named("main.ts\0.png"), REFUSED, "unprintable"],
  ["a line break", () => named("a\nb"), REFUSED, "unprintable"],
  ["an escape sequence", () => named("\u001b[2Ja"), REFUSED, "unprintable"],
  ["text turned around", () => named("a\u202egnp.ts"), REFUSED, "unprintable"],
  ["no UTF-8", () => named(Buffer.from([0x61, 0xff, 0xfe])), REFUSED, "no UTF-8"],
  [
    "a slash written too long",
    () => named(Buffer.from([0x2e, 0x2e, 0xc0, 0xaf])),
    REFUSED,
    "UTF-8",
  ],
  ["13 folders", () => named(`${"a/".repeat(12)}b`), REFUSED, "deeper than 12"],
  ["300 bytes", () => named("abcdefghi/".repeat(30)), REFUSED, "longer than 240"],
  ["a name of 200 bytes", () => named("a".repeat(200)), REFUSED, "longer than 120"],
  ["a dot at its end", () => named("main.ts."), REFUSED, "ends with"],
  ["a space at its end", () => named("lib /a"), REFUSED, "ends with"],
  ["the name of the hub's own note", () => named(".package.json"), REFUSED, "hub's own"],
  ["one name twice", () => plus({ name: "a" }, { name: "a" }), REFUSED, "is there twice"],
  ["its manifest twice", () => plus({ name: "plugin.json", data: "{}" }), REFUSED, "twice"],
  ["names that differ in case", () => plus({ name: "Main.ts" }), REFUSED, 'is "main.ts" as well'],
  ["ß and SS", () => plus({ name: "straße" }, { name: "STRASSE" }), REFUSED, "as well"],
  ["é in two ways", () => plus({ name: "caf\u00e9" }, { name: "cafe\u0301" }), REFUSED, "as well"],
  ["wide letters", () => plus({ name: "ａ.ts" }, { name: "a.ts" }), REFUSED, "as well"],
  [
    "a file that is a folder",
    () => plus({ name: "a" }, { name: "a/b" }),
    REFUSED,
    "is there twice",
  ],
  ["folders that differ in case", () => plus({ name: "L/a" }, { name: "l/b" }), REFUSED, "as well"],
];

export const kinds: readonly Attack[] = [
  ["a symbolic link", () => ofType(0o120777), REFUSED, "neither a file nor a folder"],
  [
    "a link and a file behind it",
    () =>
      plus({ name: "a", data: "/tmp", attributes: 0o120777 << 16 }, { name: "a/evil", data: "x" }),
    REFUSED,
    "neither a file nor a folder",
  ],
  ["a character device", () => ofType(0o020666), REFUSED, "neither a file nor a folder"],
  ["a block device", () => ofType(0o060666), REFUSED, "neither a file nor a folder"],
  ["a pipe", () => ofType(0o010644), REFUSED, "neither a file nor a folder"],
  ["a socket", () => ofType(0o140777), REFUSED, "neither a file nor a folder"],
  [
    "a folder that says it is a file",
    () => ofType(0o040755),
    REFUSED,
    "neither a file nor a folder",
  ],
  ["a Windows link", () => plus({ name: "a", attributes: 0x0420 }), REFUSED, "neither a file"],
  [
    "a folder that holds bytes",
    () => plus({ name: "a/", data: "x", attributes: 0o040755 << 16 }),
    REFUSED,
    "is a folder that holds bytes",
  ],
  ["an encrypted entry", () => plus({ name: "a", flags: 0x0801 }), REFUSED, "is encrypted"],
  ["strong encryption", () => plus({ name: "a", flags: 0x0841 }), REFUSED, "encrypted"],
  ["hidden headers", () => plus({ name: "a", flags: 0x2800 }), REFUSED, "not known here"],
  ["another method", () => plus({ name: "a", method: 12 }), REFUSED, "method 12"],
];

export const manifests: readonly Attack[] = [
  ["no manifest", () => forge([MAIN]), REFUSED, "no plugin.json at its top"],
  [
    "its manifest in a folder",
    () => forge([{ name: "bad/plugin.json", data: MANIFEST }, MAIN]),
    REFUSED,
    "it has bad/plugin.json",
  ],
  ["a manifest that is no JSON", () => withManifest("{"), "MANIFEST_INVALID", "not valid JSON"],
  [
    "a manifest of 100 KiB",
    () => withManifest(JSON.stringify({ a: "x".repeat(100_000) })),
    "MANIFEST_INVALID",
    "longer than",
  ],
  [
    "a manifest that nests 5000 levels",
    () => withManifest(`${"[".repeat(5000)}${"]".repeat(5000)}`),
    "MANIFEST_INVALID",
    "",
  ],
  [
    "the hub's own capability",
    () => withManifest(JSON.stringify({ ...JSON.parse(MANIFEST), capabilities: { admin: {} } })),
    "MANIFEST_INVALID",
    "admin",
  ],
  [
    "a name that leads elsewhere",
    () => withManifest(JSON.stringify({ ...JSON.parse(MANIFEST), name: "../bad" })),
    "MANIFEST_INVALID",
    "name",
  ],
  [
    "a name of the hub's own",
    () => withManifest(JSON.stringify({ ...JSON.parse(MANIFEST), name: "kernel" })),
    "CONFLICT",
    "comes with the hub",
  ],
  [
    "no entry file",
    () => forge([{ name: "plugin.json", data: MANIFEST }]),
    REFUSED,
    "lacks main.ts",
  ],
  [
    "an entry that leads elsewhere",
    () => withManifest(JSON.stringify({ ...JSON.parse(MANIFEST), entry: "a/../../main.ts" })),
    REFUSED,
    "lacks a/../../main.ts",
  ],
  [
    "a program for its entry",
    () =>
      forge([
        {
          name: "plugin.json",
          data: JSON.stringify({ ...JSON.parse(MANIFEST), entry: "plugin.bin" }),
        },
        { name: "plugin.bin", data: "\u007fELF" },
      ]),
    "NOT_AVAILABLE",
    "of no kind that this hub runs",
  ],
  [
    "another SDK",
    () => withManifest(JSON.stringify({ ...JSON.parse(MANIFEST), sdk: "9.0.0" })),
    "SDK_MISMATCH",
    "needs SDK 9.0.0",
  ],
];
