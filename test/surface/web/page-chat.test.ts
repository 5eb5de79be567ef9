/** The conversation in a real browser: streaming, actions and their undo, stop, words for failures. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, type PageFile } from "../../support/fake-hub.ts";
import { browserMissing, startBrowser, tellSkip, visit } from "../../support/page-browser.ts";

let browser: Browser;
let files: readonly PageFile[];

tellSkip("the conversation in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** A page with the conversation open. */
async function talk() {
  const visited = await visit(browser, files);
  await visited.page.locator("[data-tab=chat]").click();
  return visited;
}

const DIM = {
  name: "device_command",
  arguments: { targets: ["sim.living_light"], capability: "brightness", value: 76 },
  outcome: "ok",
} as const;

describe.skipIf(browserMissing !== null)("the conversation", () => {
  test("an answer grows as it comes, with what was done before → after, and can be undone", async () => {
    await using visited = await talk();
    const { page, hub, problems } = visited;
    hub.chat = {
      deltas: ["灯调到", "三成了。"],
      tools: [DIM],
      reply: "灯调到三成了。",
      gapMs: 300,
    };
    await page.locator(".say__field").fill("把客厅灯调到三成");
    await page.keyboard.press("Enter");
    await page.locator(".answer[data-phase=growing] .bubble", { hasText: /灯调到$/ }).waitFor();
    await page.locator(".answer[data-phase=done] .bubble", { hasText: "灯调到三成了。" }).waitFor();
    expect(await page.locator(".act__text").textContent()).toBe("客厅主灯 亮度 80% → 30%");
    expect(await page.locator(".footnote").textContent()).toBe("离线听懂的");
    hub.change("sim.living_light", { brightness: 76 });
    await page.getByRole("button", { name: /^撤销：客厅主灯/ }).click();
    await expect.poll(() => hub.commands).toMatchObject([{ capability: "brightness", value: 204 }]);
    await page.getByText("已撤销").waitFor();
    expect(await page.locator(".say__field").inputValue()).toBe("");
    expect(problems).toEqual([]);
  });

  test("stop ends the answer at the hub", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    hub.chat = { deltas: ["我先"], tools: [], reply: "", waitForStop: true };
    await page.locator(".say__field").fill("讲个很长的故事");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "停下" }).click();
    await page.locator(".answer[data-phase=stopped]", { hasText: "已停下" }).waitFor();
    expect(hub.stops).toBe(1);
    await page.getByRole("button", { name: "发送" }).waitFor();
  });

  test("a failure and a refused action are told in words", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    hub.chat = {
      deltas: [],
      tools: [{ ...DIM, outcome: "denied" }],
      reply: "",
      problem: { code: "BUSY", status: 503, detail: "queue full" },
    };
    await page.locator(".say__field").fill("开灯");
    await page.keyboard.press("Enter");
    await page.locator(".bubble--failed", { hasText: "正忙着，稍后再试。" }).waitFor();
    await page.locator(".act[data-outcome=not]", { hasText: "你没有权限" }).waitFor();
    expect(await page.getByRole("button", { name: /撤销/ }).count()).toBe(0);
  });

  test("Enter that chooses a word of an input method does not send", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    hub.chat = { deltas: [], tools: [], reply: "好的" };
    const field = page.locator(".say__field");
    await field.fill("kai deng");
    await field.evaluate((element) => {
      element.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      const enter = { key: "Enter", bubbles: true, cancelable: true, isComposing: true };
      element.dispatchEvent(new KeyboardEvent("keydown", enter));
    });
    expect(await page.locator(".bubble--me").count()).toBe(0);
    await field.evaluate((element) => {
      element.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    });
    await field.fill("开灯");
    await page.locator(".say__button").click();
    await page.locator(".bubble--me", { hasText: "开灯" }).waitFor();
  });

  test("a reminder that nobody asked for is shown wherever one is, and waits in the conversation", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    await page.locator("[data-tab=home]").click();
    hub.emit("notice", { channel: "web", personId: "owner", text: "关火的时间到了" });
    await page.locator(".toast", { hasText: "关火的时间到了" }).waitFor();
    expect(await page.locator("[data-tab=chat]").textContent()).toContain("1 条新消息");
    await page.locator("[data-tab=chat]").click();
    await page.locator(".notice", { hasText: "关火的时间到了" }).waitFor();
    await page.locator(".tab__count").waitFor({ state: "detached" });
  });

  test("an offered sentence is said at a tap", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    hub.chat = { deltas: [], tools: [], reply: "客厅 26.5 度。", provider: "deepseek" };
    await page.getByRole("button", { name: "现在家里几度？" }).click();
    await page.locator(".bubble--hub", { hasText: "客厅 26.5 度。" }).waitFor();
    await page.locator(".footnote", { hasText: "由 deepseek 回答" }).waitFor();
  });
});
