/** Skills in the hands of a model: packed and unpacked whole, and none written without the owner's yes. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openRig } from "./rig.ts";

const TEA = { name: "tea", description: "泡茶: how", body: "# Tea\n\nWait three minutes." };

describe("a skill", () => {
  test("is created after the owner's yes, packed, and installed again from that file", async () => {
    await using rig = openRig();
    expect(await rig.call("skill_create", TEA)).toMatchObject({ outcome: "unconfirmed" });
    expect(rig.skills.list()).toEqual([]);
    expect(rig.confirmations.list()[0]?.action).toContain(
      'add the skill "tea": "泡茶: how", "# Tea',
    );
    expect((await rig.decide(true)).outcome).toBe("ok");
    expect(rig.skills.list()).toMatchObject([{ name: "tea", description: "泡茶: how" }]);
    mkdirSync(join(rig.dataDir, "skills", "tea", "notes"));
    writeFileSync(join(rig.dataDir, "skills", "tea", "notes", "green.md"), "70 °C");
    expect((await rig.call("skill_export", { name: "tea", path: "tea.skm" })).outcome).toBe("ok");
    expect((await rig.call("skill_export", { name: "tea", path: "tea.skm" })).outcome).toBe(
      "invalid",
    );
    // The system's own tar reads what we write.
    const listed = spawnSync("tar", ["-tzf", join(rig.filesDir, "tea.skm")], { encoding: "utf8" });
    expect(listed.stdout.trim().split("\n").sort()).toEqual(["SKILL.md", "notes/green.md"]);
    expect((await rig.call("skill_install", { path: "tea.skm" })).outcome).toBe("invalid");
    await rig.call("skill_install", { path: "tea.skm", name: "tea-2" });
    // What was asked about is what is installed, whatever becomes of the file.
    writeFileSync(join(rig.filesDir, "tea.skm"), "other");
    expect((await rig.decide(true)).outcome).toBe("ok");
    expect(rig.skills.read("tea-2", "notes/green.md")).toBe("70 °C");
    expect(rig.skills.read("tea-2")).toContain("Wait three minutes.");
  });

  test("of another program's tar is taken with its one folder, and named after it", async () => {
    await using rig = openRig();
    mkdirSync(join(rig.filesDir, "coffee", "notes"), { recursive: true });
    writeFileSync(join(rig.filesDir, "coffee", "SKILL.md"), "---\ndescription: c\n---\nGrind.");
    writeFileSync(join(rig.filesDir, "coffee", "notes", "a.md"), "a");
    const made = spawnSync("tar", ["--format=ustar", "-czf", "any.skm", "coffee"], {
      cwd: rig.filesDir,
    });
    expect(made.status).toBe(0);
    await rig.call("skill_install", { path: "any.skm" });
    expect((await rig.decide(true)).outcome).toBe("ok");
    expect(rig.skills.files("coffee").map(({ path }) => path)).toEqual(["SKILL.md", "notes/a.md"]);
  });
});

/** One entry of an archive that nobody checked. */
function entry(path: string, content = "x", type = "0", size = content.length): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write("0000644\0", 100);
  header.write(size.toString(8).padStart(11, "0"), 124);
  header.write("00000000000", 136);
  header.write(type, 156);
  if (type === "1" || type === "2") header.write("/etc/passwd", 157);
  header.write("ustar\u000000", 257);
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}
const MAIN = entry("SKILL.md", "Do it.");
const END = Buffer.alloc(1024);
const pack = (...parts: Buffer[]) => gzipSync(Buffer.concat([...parts, END]));

describe("a package is refused whole where", () => {
  test.each<[string, () => Buffer]>([
    ["it climbs", () => pack(MAIN, entry("../evil"))],
    ["it climbs in the middle", () => pack(MAIN, entry("a/../../evil"))],
    ["it is absolute", () => pack(MAIN, entry("/tmp/evil"))],
    ["it has a drive", () => pack(MAIN, entry("C:evil"))],
    ["it has a backslash", () => pack(MAIN, entry("a\\evil"))],
    ["a name has a line break", () => pack(MAIN, entry("a\nb"))],
    ["a name turns its direction", () => pack(MAIN, entry("a\u202eb"))],
    ["a name is empty in the middle", () => pack(MAIN, entry("a//b"))],
    ["it holds a symbolic link", () => pack(MAIN, entry("link", "", "2"))],
    ["it holds a hard link", () => pack(MAIN, entry("link", "", "1"))],
    ["it holds a device", () => pack(MAIN, entry("dev", "", "3"))],
    ["it holds a pipe", () => pack(MAIN, entry("pipe", "", "6"))],
    [
      "it holds an extension that renames",
      () => pack(entry("x", "18 path=/etc/evil\n", "x"), MAIN),
    ],
    ["it has a name twice", () => pack(MAIN, entry("a.md"), entry("A.MD"))],
    ["a size lies beyond the end", () => pack(MAIN, entry("a", "x", "0", 99_999_999))],
    ["a header is damaged", () => pack(MAIN, Buffer.from(entry("a")).fill("b", 0, 1))],
    ["something follows its end", () => gzipSync(Buffer.concat([MAIN, END, entry("a")]))],
    ["its end is missing", () => gzipSync(MAIN)],
    ["it unpacks to very much", () => pack(MAIN, entry("big", "x".repeat(50 * 1024 * 1024)))],
    [
      "it has very many files",
      () => pack(MAIN, ...Array.from({ length: 300 }, (_, i) => entry(`f${i}`))),
    ],
    ["it is no gzip", () => Buffer.from("SKILL.md")],
    ["it is cut", () => pack(MAIN).subarray(0, 30)],
    ["it is empty", () => Buffer.alloc(0)],
    ["it has no SKILL.md", () => pack(entry("README.md"))],
    ["its folder has no skill's name", () => pack(entry("Evil Folder/SKILL.md"))],
  ])("%s", async (_what, make) => {
    await using rig = openRig();
    writeFileSync(join(rig.filesDir, "evil.skm"), make());
    const result = await rig.call("skill_install", { path: "evil.skm" });
    expect([result.outcome, rig.confirmations.list(), rig.skills.list()]).toEqual([
      "invalid",
      [],
      [],
    ]);
  });

  test("its file leads elsewhere", async () => {
    await using rig = openRig();
    writeFileSync(join(rig.dataDir, "outside.skm"), pack(MAIN));
    symlinkSync(join(rig.dataDir, "outside.skm"), join(rig.filesDir, "evil.skm"));
    const result = await rig.call("skill_install", { path: "evil.skm" });
    expect(result.outcome).toBe("denied");
  });
});

test("a plain package of the same make is taken", async () => {
  await using rig = openRig();
  writeFileSync(join(rig.filesDir, "good.skm"), pack(MAIN, entry("a/", "", "5"), entry("a/b.md")));
  expect((await rig.call("skill_install", { path: "good.skm" })).outcome).toBe("unconfirmed");
  expect((await rig.decide(true)).outcome).toBe("ok");
  const packed = { name: "good", path: "again.skm" };
  await rig.call("skill_export", packed);
  expect(gunzipSync(readFileSync(join(rig.filesDir, "again.skm"))).length % 512).toBe(0);
});
