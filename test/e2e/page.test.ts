/** The phone page on a real hub, in a real Chromium at 390 × 844: set up, talk, watch the house change. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import { browserMissing, startBrowser, tellSkip } from "../support/page-browser.ts";

/** Where the README's picture goes; written when the tests run with `HOMEAGENT_SCREENSHOT=1`. */
const PICTURE = join(import.meta.dirname, "..", "..", "docs", "page.png");

tellSkip("the page on a real hub");

describe.skipIf(browserMissing !== null)("the page on a real hub", () => {
  let hub: HubProcess;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    hub = await startHub();
    browser = await startBrowser();
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: "zh-CN",
      hasTouch: true,
      deviceScaleFactor: 2,
    });
    page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.[Symbol.asyncDispose]();
  });

  const lightCard = () => page.locator('.card[data-device="sim.living_light"]');

  it("is set up with the code from the terminal", async () => {
    await page.goto(hub.url);
    const code = hub.waiter("setup-code").stdout.trim();
    expect(code).toMatch(/^\d{8}$/);
    await page.locator(".code__field").fill(code);
    await page.locator("input[autocomplete=username]").fill("妈妈");
    await page.locator("input[type=password]").fill("a long password");
    await page.locator("button[type=submit]").click();
    await lightCard().waitFor();
    expect(hub.waiter("setup-code").code).toBe(1);
  });

  it("asks once what the agent should be like, and keeps the answer", async () => {
    await page.getByRole("button", { name: "用内置的" }).click();
    await page.locator("[data-sheet]").waitFor({ state: "detached" });
    expect(JSON.parse(hub.waiter("persona", "--json").stdout)).toMatchObject({ state: "default" });
  });

  it("says a sentence, and the card changes without a reload", async () => {
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await page.locator("[data-tab=chat]").click();
    await page.locator(".say__field").fill("把客厅灯调到三成");
    await page.keyboard.press("Enter");
    await page.getByText("好的，客厅主灯调到 30%").waitFor();
    await page.locator("[data-tab=home]").click();
    await lightCard().getByText("30%").waitFor();
    expect(await page.evaluate(() => "notReloaded" in window)).toBe(true);
  });

  it("shows what others change, as it happens, and who did it", async () => {
    hub.waiter("device", "set", "sim.living_light", "brightness", "70");
    await lightCard().getByText("70%").waitFor();
    await lightCard().locator(".card__open").click();
    await page.locator("[data-sheet]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-sheet]").waitFor({ state: "detached" });
  });

  it("switches a card's device at a touch", async () => {
    await page.locator('.card[data-device="sim.kitchen_light"]').getByRole("switch").click();
    await page.locator('.card[data-device="sim.kitchen_light"][data-phase=done]').waitFor();
    expect(hub.waiter("say", "厨房灯开着吗").stdout).toContain("开");
  });

  it("shows plugins as sandboxed", async () => {
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=plugins]").click();
    await page.locator("[data-plugin=sim]").getByText("已隔离").waitFor();
    await page.keyboard.press("Escape");
  });

  it("switches language and theme", async () => {
    await page.locator("[data-tab=admin]").click();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Manage" }).waitFor();
    await page.getByRole("button", { name: "Dark" }).click();
    const scheme = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await scheme()).toBe("dark");
    await page.getByRole("button", { name: "Light" }).click();
    expect(await scheme()).toBe("light");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: "管理" }).waitFor();
  });

  it("looks as in the README, fits the screen, and has told no error", async () => {
    await page.locator("[data-tab=home]").click();
    for (const sentence of ["打开阅读灯", "打开客厅空调", "阅读灯调到一半"])
      hub.waiter("say", sentence);
    await page.locator('.card[data-device="sim.reading_lamp"]', { hasText: "50%" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    if (process.env["HOMEAGENT_SCREENSHOT"]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      mkdirSync(join(PICTURE, ".."), { recursive: true });
      await page.screenshot({ path: PICTURE });
    }
    expect(problems).toEqual([]);
  });
});
