/** The page in a real browser: first set-up, live house, wishes and refusals. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, DOOR, firstLoadBytes, type PageFile } from "../../support/fake-hub.ts";
import {
  browserMissing,
  startBrowser,
  tellSkip,
  type VisitOptions,
  visit,
} from "../../support/page-browser.ts";

const FIRST_LOAD_MAX = 100 * 1024;

let browser: Browser;
let files: readonly PageFile[];
const open = (options?: VisitOptions) => visit(browser, files, options);

tellSkip("the page in a browser");
beforeAll(async () => {
  files = await buildPage();
  if (browserMissing === null) browser = await startBrowser();
});
afterAll(() => browser?.close());

test("the first load is small enough for a slow radio link", () => {
  expect(firstLoadBytes(files)).toBeLessThan(FIRST_LOAD_MAX);
});

describe.skipIf(browserMissing !== null)("the first visit", () => {
  test("asks for code, name and password, and says what is missing", async () => {
    await using visited = await open({ signedIn: false });
    const { page, problems } = visited;
    await page.locator(".code__field").fill("47-11");
    await page.locator("button[type=submit]").click();
    await page.getByText("设置码是 8 位数字。").waitFor();
    await page.getByText("密码至少 8 个字。").waitFor();
    expect(await page.locator(".code__box").allTextContents()).toEqual(
      ["4", "7", "1", "1", "", "", "", ""], // the dash is no digit
    );
    expect(problems).toEqual([]);
  });

  test("refuses a wrong code in words, then lets the owner in and remembers him", async () => {
    await using visited = await open({ signedIn: false });
    const { page, problems } = visited;
    await page.locator("input[autocomplete=username]").fill("妈妈");
    await page.locator("input[type=password]").fill(DOOR.password);
    await page.locator(".code__field").fill("00000000");
    await page.locator("button[type=submit]").click();
    await page.getByText("设置码不对，请再看一遍。").waitFor();
    await page.locator(".code__field").fill(DOOR.code);
    await page.locator("button[type=submit]").click();
    await page.locator(".card").first().waitFor();
    await page.reload();
    await page.locator(".card").first().waitFor();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain("never-kept");
    expect(kept).not.toContain(DOOR.password);
    expect(problems).toEqual([]);
  });

  test("after too many wrong codes says how long to wait, and waits", async () => {
    await using visited = await open({ signedIn: false });
    const { page } = visited;
    await page.locator("input[autocomplete=username]").fill("妈妈");
    await page.locator("input[type=password]").fill(DOOR.password);
    for (let digit = 0; digit < 5; digit += 1) {
      await page.locator(".code__field").fill(String(digit).repeat(8));
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.locator("button[type=submit]").click();
      await answered;
    }
    await page.getByText(/试得太多了，请等 1:\d\d 再试。/).waitFor();
    expect(await page.locator("button[type=submit]").isDisabled()).toBe(true);
  });

  test("leads to the login when somebody else was faster", async () => {
    await using visited = await open({ signedIn: false });
    const { page, hub } = visited;
    await page.locator("input[autocomplete=username]").fill("妈妈");
    await page.locator("input[type=password]").fill(DOOR.password);
    await page.locator(".code__field").fill(DOOR.code);
    hub.setupNeeded = false;
    await page.locator("button[type=submit]").click();
    await page.getByRole("button", { name: "去登录" }).click();
    await page.getByRole("heading", { name: "欢迎回家" }).waitFor();
  });

  test("a wrong password is said, and a session that ended leads back to the login", async () => {
    await using visited = await open();
    const { page } = visited;
    await page.context().clearCookies();
    await page.reload();
    await page.getByText("登录已经失效，请再登录一次。").waitFor();
    await page.locator("input[autocomplete=username]").fill("妈妈");
    await page.locator("input[type=password]").fill("wrong horse");
    await page.locator("button[type=submit]").click();
    await page.getByText("名字或密码不对。").waitFor();
  });
});

describe.skipIf(browserMissing !== null)("the house", () => {
  test("a change at the wall shows without a reload, in percent of the device's own range", async () => {
    await using visited = await open();
    const { page, hub, problems } = visited;
    const card = page.locator('.card[data-device="sim.living_light"]');
    expect(await card.locator(".card__line").textContent()).toBe("80% · 暖白");
    hub.change("sim.living_light", { brightness: 127 });
    await card.getByText("50% · 暖白").waitFor();
    hub.change("sim.living_light", { on: false });
    await card.getByText("关", { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test("says plainly which device cannot be reached, and when all is well", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    await page.locator(".pill", { hasText: "1 个设备连不上" }).click();
    await page.locator(".worry", { hasText: "厨房灯" }).click();
    await page.locator("[data-sheet]", { hasText: "它现在连不上" }).waitFor();
    expect(await page.locator(".controls").getByRole("switch").isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    hub.change("sim.kitchen_light", {}, true);
    await page.locator(".worry--well").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".pill", { hasText: "一切正常" }).waitFor();
  });

  test("a broken line is said, and after it the house is true again", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    const resumed = page.waitForRequest((request) => request.url().endsWith("/events"));
    const device = hub.devices.get("sim.reading_light");
    if (!device) throw new Error("the flat has no reading light");
    hub.cutLines();
    // What changed while nobody listened is in no event: only a new look at the house tells it.
    hub.devices.set(device.id, { ...device, state: { on: true, brightness: 254 } });
    await page.locator(".pill", { hasText: "正在重连" }).waitFor();
    expect((await resumed).headers()["last-event-id"] ?? "none yet").toMatch(/\d+|none yet/);
    await page.locator('.card[data-device="sim.reading_light"]').getByText("100%").waitFor();
    await page.locator(".pill:not(.pill--busy)").waitFor();
  });

  test("a device that comes or is renamed appears by itself", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    const device = hub.devices.get("sim.bed_light");
    if (!device) throw new Error("the flat has no bed light");
    hub.devices.set(device.id, { ...device, name: "小夜灯" });
    hub.devices.set("sim.new", { ...device, id: "sim.new", name: "新台灯" });
    hub.emit("house_changed", { revision: 2 });
    await page.getByRole("heading", { name: "小夜灯" }).waitFor();
    await page.getByRole("heading", { name: "新台灯" }).waitFor();
  });
});

describe.skipIf(browserMissing !== null)("a wish", () => {
  test("shows at once, waits for the device, and is done", async () => {
    await using visited = await open({
      prepare: (hub) => {
        hub.commandMs = 400;
      },
    });
    const { page, hub, problems } = visited;
    const card = page.locator('.card[data-device="sim.reading_light"]');
    const toggle = card.getByRole("switch");
    await toggle.click();
    await page.locator('.card[data-device="sim.reading_light"][data-phase=pending]').waitFor();
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    await page.locator('.card[data-device="sim.reading_light"][data-phase=done]').waitFor();
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    expect(hub.commands.map(({ id, capability, value }) => [id, capability, value])).toEqual([
      ["sim.reading_light", "on", true],
    ]);
    expect(problems).toEqual([]);
  });

  test("that is refused goes back to the truth and says why", async () => {
    await using visited = await open({
      prepare: (hub) => {
        hub.refusals.set("sim.reading_light", { status: 503, code: "DEVICE_UNAVAILABLE" });
      },
    });
    const { page, problems } = visited;
    const card = page.locator('.card[data-device="sim.reading_light"]');
    await card.getByRole("switch").click();
    await page.locator('.card[data-device="sim.reading_light"][data-phase=refused]').waitFor();
    await page.locator(".toast", { hasText: "阅读灯: 它现在连不上。" }).waitFor();
    expect(await card.getByRole("switch").getAttribute("aria-checked")).toBe("false");
    expect(problems).toEqual([]);
  });

  test("made with a slider sends raw values, few of many, and always the last one", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    await page.locator('.card[data-device="sim.living_light"] .card__open').click();
    const slider = page.locator('[data-capability="brightness"] input');
    await slider.evaluate((element: HTMLInputElement) => {
      for (let value = 10; value <= 130; value += 1) {
        element.value = String(value);
        element.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await expect.poll(() => hub.commands.at(-1)?.value).toBe(130);
    expect(hub.commands.length).toBeLessThan(5);
    await page.locator('[data-capability="brightness"]').getByText("51%").waitFor();
  });

  test("to unlock is asked about first; to lock is not", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    await page.getByRole("button", { name: "锁上玄关门锁" }).click();
    await page.getByRole("button", { name: "打开玄关门锁的锁" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "取消" }).click();
    expect(hub.commands.map(({ value }) => value)).toEqual([true]);
    await page.getByRole("button", { name: "打开玄关门锁的锁" }).click();
    await page.getByRole("button", { name: "开锁", exact: true }).click();
    await expect.poll(() => hub.commands.map(({ value }) => value)).toEqual([true, false]);
  });

  test("every capability that takes commands has a control, and what is only told has none", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    await page.locator('.card[data-device="sim.ac"] .card__open').click();
    await page.locator("[data-sheet]").getByRole("button", { name: "制热" }).click();
    await expect
      .poll(() => hub.commands.at(-1))
      .toMatchObject({ capability: "mode", value: "heat" });
    await page.getByRole("button", { name: "设定温度 +" }).click();
    await expect.poll(() => hub.commands.at(-1)).toMatchObject({ value: 25.5 });
    const shown = await page
      .locator("[data-capability]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-capability")));
    expect(shown).toEqual(["mode", "target_temperature", "fan_mode"]);
    await page.locator(".tile", { hasText: "室内温度" }).getByText("26.5°").waitFor();
  });
});

describe.skipIf(browserMissing !== null)("a device that is gone", () => {
  const sheet = async (visited: Awaited<ReturnType<typeof open>>, id: string) => {
    await visited.page.locator(`.card[data-device="${id}"] .card__open`).click();
    await visited.page.locator(".about").waitFor();
    return visited.page.getByRole("button", { name: "忘掉这个设备" });
  };

  test("is forgotten after a question; one that can be reached is not", async () => {
    await using visited = await open();
    const { page, hub, problems } = visited;
    expect(await (await sheet(visited, "sim.living_light")).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.locator(".overlay").waitFor({ state: "detached" });
    await (await sheet(visited, "sim.kitchen_light")).click();
    const question = page.getByRole("alertdialog", { name: "忘掉「厨房灯」？" });
    await question.getByRole("button", { name: "取消" }).click();
    expect(hub.devices.has("sim.kitchen_light")).toBe(true);
    await page.getByRole("button", { name: "忘掉这个设备" }).click();
    await question.getByRole("button", { name: "忘掉", exact: true }).click();
    await page.locator(".toast", { hasText: "已忘掉「厨房灯」。" }).waitFor();
    await page.locator('.card[data-device="sim.kitchen_light"]').waitFor({ state: "detached" });
    await page.locator(".overlay").waitFor({ state: "detached" });
    expect(hub.devices.has("sim.kitchen_light")).toBe(false);
    expect(problems).toEqual([]);
  });

  test("that came back meanwhile stays, and says so", async () => {
    await using visited = await open();
    const { page, hub } = visited;
    const button = await sheet(visited, "sim.kitchen_light");
    const device = hub.devices.get("sim.kitchen_light");
    if (!device) throw new Error("the flat lacks its kitchen light");
    hub.devices.set(device.id, { ...device, available: true });
    await button.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "忘掉", exact: true }).click();
    await page.locator(".toast", { hasText: "它又连上了，所以没有忘掉。" }).waitFor();
  });

  test("is for the owner to forget, and a member sees his own name in what he changed", async () => {
    await using visited = await open({
      prepare: (hub) => {
        hub.role = "member";
      },
    });
    const { page } = visited;
    expect(await (await sheet(visited, "sim.kitchen_light")).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.locator(".overlay").waitFor({ state: "detached" });
    await page.locator('.card[data-device="sim.living_light"] .card__open').click();
    await page.locator(".change__why", { hasText: "妈妈说了一句话" }).waitFor();
    await page.locator(".change__why", { hasText: "主人在手机上操作" }).waitFor();
  });

  test("a curtain's way is one line of its history", async () => {
    await using visited = await open();
    const { page } = visited;
    await page.locator('.card[data-device="sim.curtain"] .card__open').click();
    await page.locator(".change").first().waitFor();
    const told = await page.locator(".change__what").allTextContents();
    expect(told).toEqual(["打开程度 60% → 100%", "打开程度 60%"]);
  });
});
