/** Management and the installed app in a real browser: roles, settings, sessions, opening without a hub. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, type PageFile } from "../../support/fake-hub.ts";
import { browserMissing, startBrowser, tellSkip, visit } from "../../support/page-browser.ts";

let browser: Browser;
let files: readonly PageFile[];

tellSkip("management in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

describe.skipIf(browserMissing !== null)("management", () => {
  test("tells of the plugins whether they run and whether they are fenced in", async () => {
    await using visited = await visit(browser, files);
    const { page, hub } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=plugins]", { hasText: "2 个在运行，共 3 个" }).click();
    const mqtt = page.locator("[data-plugin=mqtt]");
    await mqtt.getByText("未隔离").waitFor();
    await mqtt.getByText("重启过 3 次").waitFor();
    await page.locator("[data-plugin=sim]").getByText("已隔离").waitFor();
    hub.emit("plugin_state", {
      name: "sim",
      version: "1.0.0",
      state: "backoff",
      sandbox: "landlock",
      restarts: 1,
      reason: "它崩溃了",
    });
    await page.locator("[data-plugin=sim][data-state=backoff]", { hasText: "它崩溃了" }).waitFor();
  });

  test("a setting is changed by its type, refused in words, and says when a restart is due", async () => {
    await using visited = await visit(browser, files);
    const { page, problems } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=settings]").click();
    await page.locator(".search__field").fill("轮");
    await page.locator("[data-setting]").click();
    await page.locator(".field").fill("many");
    expect(await page.getByRole("button", { name: "保存" }).isDisabled()).toBe(true);
    await page.locator(".field").fill("500");
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByRole("alert").getByText("这个值不合适。").waitFor();
    await page.locator(".field").fill("12");
    await page.getByRole("button", { name: "保存" }).click();
    await page.locator(".toast", { hasText: "已保存。" }).waitFor();
    await page.goBack();
    await page.locator('[data-setting="core.daemon.log_level"]').click();
    await page.getByText("改了要重启中枢才生效").waitFor();
    await page.getByRole("button", { name: "debug" }).click();
    await page.locator(".toast", { hasText: "重启中枢后生效" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("settings are in family words, and the page cannot switch itself off", async () => {
    await using visited = await visit(browser, files);
    const { page } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=settings]").click();
    await page.locator('[data-setting="core.house.language"]', { hasText: "跟随说话人" }).click();
    await page.getByRole("button", { name: "英文" }).click();
    await page.locator(".toast", { hasText: "已保存。" }).waitFor();
    await page.goBack();
    await page.locator('[data-setting="core.house.language"]', { hasText: "英文" }).waitFor();
    await page.getByRole("heading", { name: "插件 sim（说明只有英文）" }).waitFor();
    await page.locator('[data-setting="plugin.admin.enabled"]').click();
    await page.getByText("关掉就再也打不开设置了").waitFor();
    expect(await page.locator("[data-sheet]").getByRole("switch").count()).toBe(0);
  });

  test("a source that failed says so in words, its own behind a tap", async () => {
    await using visited = await visit(browser, files);
    const { page } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=providers]").click();
    await page.getByText("出错了，过会儿再试").waitFor();
    await page.getByText("密钥不对").waitFor();
    expect(await page.getByText("401: key refused").isVisible()).toBe(false);
    await page.getByText("上次的原话").click();
    await page.getByText("401: key refused").waitFor();
  });

  test("a session is revoked after a question", async () => {
    await using visited = await visit(browser, files);
    const { page } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=people]").click();
    await page.getByRole("button", { name: "收回「妈妈的手机」" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "收回", exact: true }).click();
    await page.locator('[data-token="s_1"]').waitFor({ state: "detached" });
    expect(await page.locator("[data-token]").count()).toBe(2);
  });

  test.for([
    ["guest", []],
    ["member", ["hub", "plugins", "providers"]],
  ] as const)("a %s sees only the doors that open", async ([role, doors]) => {
    await using visited = await visit(browser, files, {
      prepare: (hub) => {
        hub.role = role;
      },
    });
    const { page } = visited;
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await page.locator("[data-tab=admin]").click();
    await page.getByRole("button", { name: "退出登录" }).waitFor();
    const shown = await page
      .locator("[data-door]")
      .evaluateAll((all) => all.map((door) => door.getAttribute("data-door")));
    expect(shown).toEqual(doors);
    expect(refused).toEqual([]);
  });

  test("a role that the hub took back is told plainly", async () => {
    await using visited = await visit(browser, files);
    const { page, hub } = visited;
    hub.role = "member";
    await page.locator("[data-tab=admin]").click();
    await page.locator("[data-door=people]", { hasText: "这部分只有主人能看。" }).click();
    await page.locator("[data-sheet=people] .note", { hasText: "只有主人能看" }).waitFor();
  });

  test("signing out leaves nothing of the house behind", async () => {
    await using visited = await visit(browser, files);
    const { page } = visited;
    await page.locator("[data-tab=admin]").click();
    await page.getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("heading", { name: "欢迎回家" }).waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});

describe.skipIf(browserMissing !== null)("without a hub", () => {
  test("the installed page opens, shows the last picture of the house, and lets nobody act", async () => {
    await using visited = await visit(browser, files, { workers: true });
    const { page, hub } = visited;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.locator(".card").first().waitFor();
    const cached = await page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) paths.push(new URL(request.url).pathname);
      }
      return paths;
    });
    expect(cached).toContain("/");
    expect(cached.filter((path) => path.startsWith("/api/"))).toEqual([]);
    await hub[Symbol.asyncDispose]();
    await page.reload();
    await page.locator(".banner", { hasText: "连不上中枢" }).waitFor();
    await page.locator('.card[data-device="sim.living_light"]', { hasText: "80%" }).waitFor();
    const toggle = page.locator('.card[data-device="sim.living_light"]').getByRole("switch");
    expect(await toggle.isDisabled()).toBe(true);
  });
});
