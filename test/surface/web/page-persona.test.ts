/** The question for a persona in a real browser: asked once, its three answers, and the place to change it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, type FakeHub, type PageFile } from "../../support/fake-hub.ts";
import { audit } from "../../support/page-audit.ts";
import { browserMissing, startBrowser, tellSkip, visit } from "../../support/page-browser.ts";

let browser: Browser;
let files: readonly PageFile[];

tellSkip("the persona in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** A hub whose owner has not answered as far as `state` says. */
const asked = (state: FakeHub["persona"]["state"]) => (hub: FakeHub) => {
  hub.persona = { state, text: "温和、踏实。" };
};

describe.skipIf(browserMissing !== null)("the first question", () => {
  test("is asked after the sign-in, answered in one's own words, and not asked again", async () => {
    await using visited = await visit(browser, files, { prepare: asked("unasked") });
    const { page, hub, problems } = visited;
    await page.getByRole("heading", { name: "想让助手是什么样的？" }).waitFor();
    expect(await audit(page)).toEqual([]);
    await page.getByText("内置的是这样").click();
    await page.getByText("温和、踏实。").waitFor();
    const save = page.getByRole("button", { name: "就这样" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel("你写的").fill("叫我老王。\n话短一点。");
    await save.click();
    await page.locator(".toast", { hasText: "记下了。" }).waitFor();
    await page.locator("[data-sheet]").waitFor({ state: "detached" });
    expect(hub.persona).toEqual({ state: "custom", text: "叫我老王。\n话短一点。" });
    await page.reload();
    await page.locator(".room").first().waitFor();
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=persona]", { hasText: "你自己写的" }).waitFor();
    expect(await page.locator("[data-sheet]").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("is answered with the built-in one at a touch", async () => {
    await using visited = await visit(browser, files, { prepare: asked("unasked") });
    const { page, hub } = visited;
    await page.getByRole("button", { name: "用内置的" }).click();
    await page.locator("[data-sheet]").waitFor({ state: "detached" });
    expect(hub.persona.state).toBe("default");
  });

  test.each([
    ["the button", "以后再说"],
    ["closing it", "关闭"],
  ])("waits for later by %s: not at a reload, but at the next sign-in", async (_what, button) => {
    await using visited = await visit(browser, files, { prepare: asked("unasked") });
    const { page, hub } = visited;
    await page.getByRole("button", { name: button }).click();
    await page.locator("[data-sheet]").waitFor({ state: "detached" });
    await expect.poll(() => hub.persona.state).toBe("later");
    const seen: string[] = [];
    page.on("response", (answer) => seen.push(new URL(answer.url()).pathname));
    await page.reload();
    await page.locator(".room").first().waitFor();
    await expect.poll(() => seen).toContain("/api/v1/persona");
    expect(await page.locator("[data-sheet]").count()).toBe(0);
    await page.locator("[data-tab=admin]").click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "退出登录" }).click();
    await page.locator("input[autocomplete=username]").fill("爸爸");
    await page.locator("input[type=password]").fill("correct horse");
    await page.locator("button[type=submit]").click();
    await page.getByRole("heading", { name: "想让助手是什么样的？" }).waitFor();
  });

  test("is not for members, who may not choose", async () => {
    await using visited = await visit(browser, files, {
      prepare(hub) {
        asked("unasked")(hub);
        hub.role = "member";
      },
    });
    const { page, hub } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=hub]").waitFor();
    expect(await page.locator("[data-sheet], [data-door=persona]").count()).toBe(0);
    expect(hub.persona.state).toBe("unasked");
  });
});

describe.skipIf(browserMissing !== null)("the place to change it", () => {
  test("holds the owner's words; the built-in one comes back after a question", async () => {
    await using visited = await visit(browser, files, {
      prepare(hub) {
        hub.persona = { state: "custom", text: "叫我老王。" };
      },
    });
    const { page, hub } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=settings]").click();
    await page.locator('[data-setting="core.agent.system_prompt"]').click();
    await page.getByRole("heading", { name: "助手的性格" }).waitFor();
    expect(await page.getByLabel("你写的").inputValue()).toBe("叫我老王。");
    await page.getByRole("button", { name: "用内置的" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "用内置的" }).click();
    await page.getByRole("heading", { name: "设置", exact: true }).waitFor();
    expect(hub.persona.state).toBe("default");
  });

  test("says in words what is refused, and keeps what was written", async () => {
    await using visited = await visit(browser, files);
    const { page } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=persona]", { hasText: "内置的" }).click();
    await page.getByLabel("你写的").fill("灯".repeat(5_001));
    await page.getByRole("button", { name: "就这样" }).click();
    await page.getByRole("alert").getByText("内容太长了。").waitFor();
    expect((await page.getByLabel("你写的").inputValue()).length).toBe(5_001);
  });

  test("tells of a file that cannot be used, the hub's own words behind a tap", async () => {
    await using visited = await visit(browser, files, {
      prepare(hub) {
        hub.persona = { state: "custom", text: "温和。", problem: "personal.md is not used: x" };
      },
    });
    const { page } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=persona]").click();
    await page.getByText("现在用不了").waitFor();
    expect(await page.getByLabel("你写的").inputValue()).toBe("");
    await page.getByText("中枢的原话").click();
    await page.getByText("personal.md is not used: x").waitFor();
    expect(await audit(page)).toEqual([]);
  });
});
