/** How the page looks and is handled in a real browser: languages, themes, widths, names, hostile names. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, type PageFile } from "../../support/fake-hub.ts";
import { audit } from "../../support/page-audit.ts";
import {
  browserMissing,
  startBrowser,
  tellSkip,
  type VisitOptions,
  visit,
} from "../../support/page-browser.ts";

let browser: Browser;
let files: readonly PageFile[];
const open = (options?: VisitOptions) => visit(browser, files, options);

tellSkip("the page's look in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const SCREENS: readonly (VisitOptions & { readonly name: string })[] = [
  { name: "small phone, Chinese, light", width: 360, height: 740 },
  { name: "small phone, English, dark", width: 360, height: 740, locale: "en-US", dark: true },
  { name: "phone, English, light", width: 390, height: 844, locale: "en-GB" },
  { name: "tablet, Chinese, dark", width: 1024, height: 768, dark: true },
];

const DOORS = ["hub", "plugins", "providers", "persona", "settings", "people"];

describe.skipIf(browserMissing !== null)("the look", () => {
  test.for(SCREENS)(
    "$name: all is named, readable, in reach and inside the screen",
    async (screen) => {
      await using visited = await open(screen);
      const { page, hub, problems } = visited;
      const found: string[] = [];
      const look = async (where: string) => {
        for (const wrong of await audit(page)) found.push(`${where}: ${wrong}`);
      };
      const closed = () =>
        page.locator(".overlay, .pane .sheet__close").waitFor({ state: "detached" });
      await look("home");
      for (const id of [
        "sim.living_light",
        "sim.strip",
        "sim.ac",
        "sim.kitchen_light",
        "sim.vacuum",
      ]) {
        await page.locator(`.card[data-device="${id}"] .card__open`).click();
        await page.locator(".changes").waitFor({ state: "attached" });
        await look(id);
        await page.keyboard.press("Escape");
        await closed();
      }
      hub.chat = {
        deltas: [],
        reply: "好的",
        tools: [
          {
            name: "device_command",
            arguments: { targets: ["sim.living_light"], capability: "on", value: false },
            outcome: "unconfirmed",
          },
        ],
      };
      await page.locator("[data-tab=chat]").click();
      await look("greeting");
      await page.locator(".offer").first().click();
      await page.locator(".answer[data-phase=done]").waitFor();
      await look("chat");
      await page.locator("[data-tab=memory]").click();
      await look("memory");
      await page.locator("[data-tab=admin]").click();
      await look("admin");
      for (const door of DOORS) {
        await page.locator(`[data-door=${door}]`).click();
        await page.locator(".panel, .tiles, .search, .person, textarea").first().waitFor();
        await look(door);
        await page.keyboard.press("Escape");
        await closed();
      }
      expect(found).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  test.for([
    { name: "set-up, small phone", width: 360, height: 740, signedIn: false },
    { name: "set-up, dark, English", width: 390, signedIn: false, dark: true, locale: "en" },
  ])("$name: the door is named, readable and inside the screen", async (screen) => {
    await using visited = await open(screen);
    await visited.page.locator(".code__field").waitFor();
    await visited.page.locator("button[type=submit]").click();
    expect(await audit(visited.page)).toEqual([]);
    expect(visited.problems).toEqual([]);
  });

  test("the reviewer sees what it is there to see", async () => {
    await using visited = await open();
    const { page } = visited;
    expect(await audit(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.setProperty("--ink-2", "#b8b2a8");
      document.querySelector(".card .toggle")?.removeAttribute("aria-label");
      const pill = document.querySelector<HTMLElement>(".pill");
      pill?.style.setProperty("min-height", "30px");
      const name = document.querySelector<HTMLElement>(".card__name");
      name?.style.setProperty("width", "900px");
    });
    const kinds = new Set((await audit(page)).map((wrong) => wrong.split(/[ :]/)[0]));
    expect([...kinds].toSorted()).toEqual(["contrast", "no", "target", "wider"]);
  });

  test("text at twice its size stays inside the screen", async () => {
    await using visited = await open({ width: 390 });
    const { page } = visited;
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const wrong: string[] = [...(await audit(page))];
    await page.locator('.card[data-device="sim.ac"] .card__open').click();
    wrong.push(...(await audit(page)));
    await page.keyboard.press("Escape");
    for (const tab of ["chat", "memory", "admin"]) {
      await page.locator(`[data-tab=${tab}]`).click();
      wrong.push(...(await audit(page)));
    }
    expect(wrong).toEqual([]);
  });

  test("language and theme follow the system, can be chosen, and the choice is kept", async () => {
    await using visited = await open({ dark: true, locale: "en-US" });
    const { page, problems } = visited;
    const look = () =>
      page.evaluate(() => {
        const { lang, dataset } = document.documentElement;
        return [lang, dataset["theme"], getComputedStyle(document.documentElement).colorScheme];
      });
    expect(await look()).toEqual(["en", "dark", "dark"]);
    await page.locator("[data-tab=admin]").click();
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: "管理" }).waitFor();
    await page.getByRole("button", { name: "浅色" }).click();
    expect(await look()).toEqual(["zh-CN", "light", "light"]);
    await page.reload();
    await page.getByRole("heading", { name: "管理" }).waitFor();
    expect(await look()).toEqual(["zh-CN", "light", "light"]);
    await page.getByRole("button", { name: "跟随系统" }).click();
    expect(await look()).toEqual(["zh-CN", "dark", "dark"]);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(look).toEqual(["zh-CN", "light", "light"]);
    expect(problems).toEqual([]);
  });

  test("hostile names are text and nothing else", async () => {
    const names = {
      "sim.living_light": '<img src=x onerror="document.title=1"><script>alert(1)</script>',
      "sim.reading_light": "\u202Egnp.exe\u202C 灯",
      "sim.strip": "👨‍👩‍👧‍👦 \"灯\" 'a' & `b`",
      "sim.curtain": "第一行\n第二行",
      "sim.tv_plug": "a".repeat(200),
    };
    await using visited = await open({
      width: 360,
      prepare: (hub) => {
        for (const [id, name] of Object.entries(names)) {
          const device = hub.devices.get(id);
          if (device) hub.devices.set(id, { ...device, name, area: { id: "living", name } });
        }
      },
    });
    const { page, problems } = visited;
    const shown = async (id: string) =>
      await page.locator(`.card[data-device="${id}"] .card__name`).textContent();
    expect(await shown("sim.living_light")).toBe(names["sim.living_light"]);
    expect(await shown("sim.reading_light")).toBe("gnp.exe 灯");
    expect(await shown("sim.strip")).toBe(names["sim.strip"]);
    expect(await shown("sim.curtain")).toBe("第一行 第二行");
    await page.locator('.card[data-device="sim.living_light"] .card__open').click();
    await page.locator("#sheet-title", { hasText: "<script>alert(1)</script>" }).waitFor();
    expect(await audit(page)).toEqual([]);
    expect(await page.locator("#app img, #app script").count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

describe.skipIf(browserMissing !== null)("a sheet", () => {
  test("takes the focus, keeps what is behind still, and gives the focus back", async () => {
    await using visited = await open();
    const { page } = visited;
    const opener = page.locator('.card[data-device="sim.living_light"] .card__open');
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "客厅主灯" });
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("sheet-title");
    expect(await page.locator(".app").getAttribute("inert")).not.toBeNull();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => opener.evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test("closes by the phone's back, by the ground behind it, and by a pull", async () => {
    await using visited = await open();
    const { page } = visited;
    const card = page.locator('.card[data-device="sim.living_light"] .card__open');
    const dialog = page.getByRole("dialog");
    await card.click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await card.click();
    await page.locator(".overlay__scrim").click({ position: { x: 100, y: 10 } });
    await dialog.waitFor({ state: "detached" });
    await card.click();
    await page.locator(".sheet__grab").waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.getAnimations().length)).toBe(0);
    const box = await page.locator(".sheet__grab").boundingBox();
    if (!box) throw new Error("the sheet has no edge to pull");
    await page.mouse.move(box.x + 60, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 220, { steps: 6 });
    await page.mouse.up();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toMatch(/^(#\/home)?$/);
  });

  test("tells the last changes with who or what caused them", async () => {
    await using visited = await open();
    const { page } = visited;
    await page.locator('.card[data-device="sim.living_light"] .card__open').click();
    const lines = page.locator(".change");
    await lines.first().waitFor();
    const told = await lines.evaluateAll((all) =>
      all.map((line) => [
        line.querySelector(".change__what")?.textContent,
        line.querySelector(".change__why")?.textContent,
      ]),
    );
    expect(told).toEqual([
      ["亮度 80%", "爸爸在手机上操作"],
      ["亮度 30%", "妈妈说了一句话"],
      ["亮度 100%", "自动化「日落开灯」"],
      ["开", "设备自己变的"],
      ["关 · 亮度 8%", "设备自己变的"],
    ]);
  });
});
