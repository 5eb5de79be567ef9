/** Plugins installed from a file and removed again on the page, in a real browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, type FakeHub, type PageFile, problem } from "../../support/fake-hub.ts";
import { audit } from "../../support/page-audit.ts";
import { browserMissing, startBrowser, tellSkip, visit } from "../../support/page-browser.ts";

let browser: Browser;
let files: readonly PageFile[];

tellSkip("plugin packages in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const HELLO = { name: "hello", version: "2.0.0", sha256: "ab".repeat(32) };
const STATUS = {
  ...HELLO,
  state: "running",
  sandbox: "landlock",
  restarts: 0,
  reason: null,
  source: "installed",
};

/** Writes down what is sent, and answers with what stands in `answers`, in turn. */
function record(hub: FakeHub, answers: Response[]): string[] {
  const sent: string[] = [];
  hub.onPackage = async (request) => {
    const { pathname, search } = new URL(request.url);
    sent.push(`${request.method} ${pathname.slice(8)}${search} ${await request.text()}`.trim());
    return answers.shift() ?? problem(500, "INTERNAL", "not expected");
  };
  return sent;
}

async function openSheet(page: Page): Promise<void> {
  await page.locator("[data-tab=admin]").click();
  await page.locator("[data-door=plugins]").click();
  await page.locator("[data-install]").waitFor();
}
const choose = (page: Page, text: string) =>
  page.locator("input[type=file]").setInputFiles({
    name: "hello.hmap",
    mimeType: "application/octet-stream",
    buffer: Buffer.from(text),
  });
const installed = (more: object = {}) =>
  Response.json(
    { ...HELLO, capabilities: {}, changed: true, state: "running", reason: null, ...more },
    { status: 201 },
  );

describe.skipIf(browserMissing !== null)("plugin packages", () => {
  test("a file is sent; where the plugin is there already the page asks before it replaces it", async () => {
    await using visited = await visit(browser, files);
    const { page, hub, problems } = visited;
    const sent = record(hub, [problem(409, "CONFLICT", "installed already"), installed()]);
    await openSheet(page);
    await choose(page, "PK-bytes");
    await page.getByRole("alertdialog").getByText("换成这个文件里的？").waitFor();
    expect(sent).toEqual(["POST plugins?overwrite=false PK-bytes"]);
    await page.getByRole("button", { name: "换上" }).click();
    await page.getByText("装好了：hello 2.0.0").waitFor();
    expect(sent.at(-1)).toBe("POST plugins?overwrite=true PK-bytes");
    hub.emit("plugin_state", { ...STATUS, state: "installing", reason: "unpacking, 40 %" });
    await page.locator("[data-plugin=hello]", { hasText: "unpacking, 40 %" }).waitFor();
    hub.emit("plugin_state", STATUS);
    await page.locator("[data-plugin=hello]", { hasText: "安装包 abababababab…" }).waitFor();
    expect(await audit(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a refusal is told in words, with the hub's own below them", async () => {
    await using visited = await visit(browser, files);
    const { page, hub, problems } = visited;
    record(hub, [
      problem(422, "PACKAGE_INVALID", 'the package is refused: "../evil" does not stay inside'),
      installed({ state: "disabled", reason: "no lamp", changed: false }),
    ]);
    await openSheet(page);
    await choose(page, "bad");
    const note = page.getByRole("status").filter({ hasText: "不是好的插件安装包" });
    await note.getByText('"../evil" does not stay inside').waitFor();
    expect(await audit(page)).toEqual([]);
    await choose(page, "good");
    await page.getByText("装上了，但它现在没有运行：").waitFor();
    await page.getByText("no lamp").waitFor();
    await page.getByText("代码和原来的一样。").waitFor();
    expect(problems).toEqual([]);
  });

  test("only what was installed can be removed, and the page asks what is to be kept", async () => {
    await using visited = await visit(browser, files);
    const { page, hub, problems } = visited;
    const gone = () => new Response(null, { status: 204 });
    const sent = record(hub, [gone(), gone()]);
    await openSheet(page);
    expect(await page.locator("[data-plugin=sim]").getByRole("button").count()).toBe(0);
    await page.getByRole("button", { name: "移除「mqtt」" }).click();
    await page.getByText("要留着吗").waitFor();
    expect(await audit(page)).toEqual([]);
    await page.getByRole("button", { name: "移除，留着数据" }).click();
    await page.locator("[data-plugin=mqtt]").waitFor({ state: "detached" });
    hub.emit("plugin_state", STATUS);
    await page.getByRole("button", { name: "移除「hello」" }).click();
    await page.getByRole("button", { name: "移除，全部删掉" }).click();
    await page.getByRole("alertdialog").getByText("永远消失").waitFor();
    expect(sent.length).toBe(1);
    await page.getByRole("button", { name: "全部删掉", exact: true }).click();
    await page.locator("[data-plugin=hello]").waitFor({ state: "detached" });
    expect(sent).toEqual([
      "DELETE plugins/mqtt?keepData=true",
      "DELETE plugins/hello?keepData=false",
    ]);
    expect(problems).toEqual([]);
  });

  test("a plugin that somebody else removed leaves the list; members see no way to do either", async () => {
    await using visited = await visit(browser, files, {
      prepare: (hub) => {
        hub.role = "member";
      },
    });
    const { page, hub } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=plugins]").click();
    await page.locator("[data-plugin=mqtt]").waitFor();
    expect(await page.locator("[data-install]").count()).toBe(0);
    expect(await page.locator("[data-plugin=mqtt]").getByRole("button").count()).toBe(0);
    hub.emit("plugin_state", { ...STATUS, name: "mqtt", state: "removed" });
    await page.locator("[data-plugin=mqtt]").waitFor({ state: "detached" });
  });
});
