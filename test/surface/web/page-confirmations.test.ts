/** What waits for the owner's yes, in a real browser: its whole text, a yes that is asked twice, a no. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPage, type FakeHub, type PageFile } from "../../support/fake-hub.ts";
import { audit } from "../../support/page-audit.ts";
import { browserMissing, startBrowser, tellSkip, visit } from "../../support/page-browser.ts";
import { soon } from "../../support/soon.ts";

let browser: Browser;
let files: readonly PageFile[];

tellSkip("confirmations in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const HOSTILE = '["/bin/sh", "<img src=x onerror=alert(1)>"], 30 s';
const waits = (id: string, action: string) => ({
  id,
  area: "cmd",
  action,
  askedBy: "安娜",
  channel: "page",
  askedAt: new Date(Date.now()).toISOString(),
  expiresAt: new Date(Date.now() + 120_000).toISOString(),
});
const asking = (hub: FakeHub) => {
  hub.confirmations = [waits("cf_0000000000000001", HOSTILE), waits("cf_0000000000000002", "two")];
};

describe.skipIf(browserMissing !== null)("what waits for the owner", () => {
  test("is shown as text, allowed only by a second yes, and refused by one no", async () => {
    await using visited = await visit(browser, files, { prepare: asking });
    const { page, hub, problems } = visited;
    await page.locator("[data-tab=chat]").click();
    const first = page.locator("[data-confirmation=cmd]").first();
    await first.getByText(HOSTILE).waitFor();
    expect(await audit(page)).toEqual([]);
    await first.getByRole("button", { name: "允许" }).click();
    expect(hub.decided).toEqual([]);
    const question = page.getByRole("alertdialog");
    expect(await question.textContent()).toContain(HOSTILE);
    await question.getByRole("button", { name: "允许" }).click();
    await soon(() => hub.decided).toEqual([{ id: "cf_0000000000000001", allow: true }]);
    await soon(() => page.locator("[data-confirmation]").count()).toBe(1);
    await page.getByRole("button", { name: "拒绝" }).click();
    await page.locator("[data-confirmation]").waitFor({ state: "detached" });
    expect(hub.decided.at(-1)).toEqual({ id: "cf_0000000000000002", allow: false });
    expect(problems).toEqual([]);
  });

  test("appears with the notice that tells of it, and not for members", async () => {
    await using visited = await visit(browser, files, {});
    const { page, hub } = visited;
    await page.locator("[data-tab=chat]").click();
    asking(hub);
    hub.emit("notice", { channel: "page", personId: "anna", text: "需要您确认" });
    await page.locator("[data-confirmation]").first().waitFor();
    await using other = await visit(browser, files, {
      prepare: (member) => {
        member.role = "member";
        asking(member);
      },
    });
    await other.page.locator("[data-tab=chat]").click();
    other.hub.emit("notice", { channel: "page", personId: "max", text: "提醒" });
    await other.page.getByText("提醒").first().waitFor();
    expect(await other.page.locator("[data-confirmation]").count()).toBe(0);
  });
});
