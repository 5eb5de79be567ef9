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

  test("the newest is in view however many chips come, unless somebody scrolled up", async () => {
    await using visited = await talk();
    const { page, hub, problems } = visited;
    const targets = [...hub.devices.keys()];
    const each = targets.slice(0, 3);
    const command = (to: readonly string[]) =>
      ({ ...DIM, arguments: { targets: to, capability: "on", value: false } }) as const;
    hub.chat = {
      deltas: ["都", "关", "好了。"],
      tools: [command(targets.slice(0, 8)), command(each), command(each)],
      reply: "都关好了。",
      gapMs: 40,
    };
    const beyond = () =>
      page
        .locator(".chat__scroll")
        .evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
    for (let count = 1; count <= 5; count += 1) {
      await page.locator(".say__field").fill("把灯都关掉");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(".answer[data-phase=done]").count()).toBe(count);
      await expect.poll(beyond).toBeLessThanOrEqual(1);
    }
    const last = page.locator(".answer").last();
    expect(await last.locator(".acts summary").textContent()).toContain("8 个设备 · 关了");
    await last.locator(".acts summary").click();
    await last.getByText("客厅主灯").first().waitFor();
    expect(await last.locator(".acts > div.act").count()).toBe(8);

    const scrolled = () => page.locator(".chat__scroll").evaluate((box) => box.scrollTop);
    const top = (await scrolled()) - 900;
    await page.locator(".chat__scroll").hover();
    await page.mouse.wheel(0, -900);
    // The wheel takes its time; what follows is about where it came to rest.
    await expect.poll(scrolled).toBe(top);
    expect(await beyond()).toBeGreaterThan(300);
    hub.emit("notice", { channel: "web", personId: "owner", text: "关火的时间到了" });
    await page.locator(".notice").waitFor({ state: "attached" });
    expect(await scrolled()).toBe(top);
    await page.locator(".say__field").fill("把灯都关掉");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".answer[data-phase=done]").count()).toBe(6);
    await expect.poll(beyond).toBeLessThanOrEqual(1);
    expect(problems).toEqual([]);
  });

  test("of a group that failed in part, the lamps that did change are done", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    const targets = ["sim.living_light", "sim.strip", "sim.fan", "sim.tv_plug"];
    const wanted = { targets, capability: "on", value: false };
    hub.chat = {
      deltas: [],
      tools: [{ name: "device_command", arguments: wanted, outcome: "failed" }],
      reply: "有两个没关上。",
    };
    hub.change("sim.living_light", { on: false });
    await page.locator(".say__field").fill("把它们都关掉");
    await page.keyboard.press("Enter");
    await page.locator(".acts summary", { hasText: "1 个关了 · 3 个没成功" }).waitFor();
    hub.change("sim.strip", { on: false });
    await page.locator(".acts summary", { hasText: "2 个关了 · 2 个没成功" }).waitFor();
    await page.locator(".acts summary").click();
    const marks = page.locator(".acts > div.act");
    const told = () => marks.evaluateAll((all) => all.map((one) => one.dataset["outcome"]));
    expect(await told()).toEqual(["done", "done", "not", "not"]);
    // What happens to a lamp afterwards is another story: it was done.
    hub.change("sim.living_light", { on: true });
    hub.change("sim.fan", { on: false });
    await page.locator(".acts summary", { hasText: "3 个关了 · 1 个没成功" }).waitFor();
    expect(await told()).toEqual(["done", "done", "done", "not"]);
  });

  test("text that turned out void is wiped before what is told anew", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const pause = async (told: number) => gates[told - 1]?.promise;
    const deltas = ["我先", "好的，", "开了。"];
    hub.chat = { deltas, tools: [], reply: "好的，开了。", void: 1, pause };
    await page.locator(".say__field").fill("开灯");
    await page.keyboard.press("Enter");
    const growing = page.locator(".answer[data-phase=growing] .bubble bdi");
    await growing.getByText("我先", { exact: true }).waitFor();
    gates[0]?.resolve();
    await growing.getByText("好的，", { exact: true }).waitFor();
    for (const gate of gates) gate.resolve();
    await page.locator(".answer[data-phase=done] .bubble", { hasText: "好的，开了。" }).waitFor();
  });

  test("an answer that breaks off is joined again as the same sentence, and told whole", async () => {
    await using visited = await talk();
    const { page, hub } = visited;
    hub.chat = { deltas: ["灯"], tools: [DIM], reply: "灯调到三成了。", breaks: 2 };
    const say = async () => {
      await page.locator(".say__field").fill("把客厅灯调到三成");
      await page.keyboard.press("Enter");
    };
    await say();
    await page.locator(".answer[data-phase=done] .bubble", { hasText: "灯调到三成了。" }).waitFor();
    expect(await page.locator(".act").count()).toBe(1);
    expect(hub.said.map(({ text }) => text)).toEqual(Array(3).fill("把客厅灯调到三成"));
    const ids = hub.said.map(({ messageId }) => messageId);
    expect(ids[0]).toMatch(/^[0-9a-f]{24}$/);
    expect(new Set(ids).size).toBe(1);
    hub.chat = { ...hub.chat, breaks: 0 };
    await say();
    await expect.poll(() => page.locator(".answer[data-phase=done]").count()).toBe(2);
    expect(new Set(hub.said.map(({ messageId }) => messageId)).size).toBe(2);
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
