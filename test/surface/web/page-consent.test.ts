/** The owner's consent on the page: what a plugin asks for, in a real browser, with every hostile word as text. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PluginGrants } from "#contract";
import { buildPage, type FakeHub, type PageFile, problem } from "../../support/fake-hub.ts";
import { audit } from "../../support/page-audit.ts";
import { browserMissing, startBrowser, tellSkip, visit } from "../../support/page-browser.ts";
import { soon } from "../../support/soon.ts";

let browser: Browser;
let files: readonly PageFile[];

tellSkip("consent in a browser");
beforeAll(async () => {
  if (browserMissing !== null) return;
  files = await buildPage();
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const WAITING = {
  name: "hello",
  version: "2.0.0",
  sha256: "ab".repeat(32),
  state: "disabled",
  sandbox: "none",
  restarts: 0,
  reason: "waits for the owner's consent: exec, fs, net (waiter plugin grants hello)",
  source: "installed",
  consent: "waiting",
  asks: ["exec", "fs", "net"],
  grants: [],
};
const GRANTS: PluginGrants = {
  name: "hello",
  version: "2.0.0",
  consent: "waiting",
  asks: {
    net: {
      connect: [80, 443],
      reason: {
        zh: '<img src=x onerror="document.title=1"><b>天气</b>\u202e',
        en: "<script>document.title=1</script>weather",
      },
    },
    fs: [
      { path: "/srv/music", mode: "rw" },
      { path: "/etc/<i>hostname</i>", mode: "r" },
    ],
    exec: [{ argv: ["/usr/bin/uptime", "-p x"] }],
  },
  grants: {},
  revision: "c".repeat(64),
};

/** Answers what is asked for, and writes down what is decided. */
function record(
  hub: FakeHub,
  answers: Response[],
): { readonly method: string; readonly body: unknown }[] {
  const sent: { method: string; body: unknown }[] = [];
  hub.onPackage = async (request) => {
    const text = await request.text();
    if (request.method === "GET") return Response.json(GRANTS);
    sent.push({
      method: `${request.method} ${new URL(request.url).pathname}`,
      body: JSON.parse(text),
    });
    return answers.shift() ?? problem(500, "INTERNAL", "not expected");
  };
  return sent;
}

async function openWaiting(page: Page, hub: FakeHub): Promise<void> {
  await page.locator("[data-tab=admin]").click();
  await page.locator("[data-door=plugins]").click();
  await page.locator("[data-plugin=mqtt]").waitFor();
  hub.emit("plugin_state", WAITING);
  await page.locator("[data-plugin=hello]").waitFor();
}
const switchOf = (page: Page, key: string) => page.locator(`[data-grant="${key}"] [role=switch]`);

describe.skipIf(browserMissing !== null)("consent", () => {
  test("what waits says so; all that is asked stands there as text, and what is switched off is not granted", async () => {
    await using visited = await visit(browser, files);
    const { page, hub, problems } = visited;
    const sent = record(hub, [Response.json({ ...GRANTS, consent: "narrowed" })]);
    await openWaiting(page, hub);
    const row = page.locator("[data-plugin=hello]");
    await row.getByText("等你同意", { exact: true }).waitFor();
    await row.getByText("你同意之前，它什么也做不了").waitFor();
    await page.getByRole("button", { name: "看看「hello」要什么" }).click();
    const form = page.locator("[data-grants=hello]");
    await form.waitFor();
    // Markup in reasons and paths is shown, not obeyed, and turns no text around.
    await form.getByText('<img src=x onerror="document.title=1"><b>天气</b>').first().waitFor();
    expect(await form.locator("img, b, i, script").count()).toBe(0);
    expect(await form.textContent()).not.toContain("\u202e");
    await form.getByText("/etc/<i>hostname</i>").waitFor();
    await form.getByText('"/usr/bin/uptime" "-p x"').waitFor();
    await form.getByText("管不住它连到哪里").waitFor();
    expect(await audit(page)).toEqual([]);
    await switchOf(page, "connect 80").click();
    await switchOf(page, "write /srv/music").click();
    await form.getByRole("button", { name: "只同意选中的 3 项" }).click();
    await page.getByText("同意了。").waitFor();
    expect(sent).toEqual([
      {
        method: "PUT /api/v1/plugins/hello/grants",
        body: {
          revision: GRANTS.revision,
          capabilities: {
            net: { connect: [443] },
            fs: [{ path: "/etc/<i>hostname</i>", mode: "r" }],
            exec: [{ argv: ["/usr/bin/uptime", "-p x"] }],
          },
        },
      },
    ]);
    expect(problems).toEqual([]);
  });

  test("granting all grants just what was shown; refusing is asked once more", async () => {
    await using visited = await visit(browser, files);
    const { page, hub, problems } = visited;
    const sent = record(hub, [
      problem(409, "CONFLICT", '"hello" asks for something else by now'),
      Response.json({ ...GRANTS, consent: "refused" }),
    ]);
    await openWaiting(page, hub);
    await page.getByRole("button", { name: "看看「hello」要什么" }).click();
    const form = page.locator("[data-grants=hello]");
    await form.getByRole("button", { name: "全部同意" }).click();
    await soon(() => sent.length).toBe(1);
    await form.getByRole("button", { name: "拒绝" }).click();
    await page.getByRole("alertdialog").getByText("它会停下来").waitFor();
    expect(sent.length).toBe(1);
    await page.getByRole("alertdialog").getByRole("button", { name: "拒绝" }).click();
    await page.getByText("拒绝了。").waitFor();
    expect(sent.map(({ body }) => body)).toEqual([
      {
        revision: GRANTS.revision,
        capabilities: {
          net: { connect: [80, 443] },
          fs: GRANTS.asks.fs,
          exec: GRANTS.asks.exec,
        },
      },
      { revision: GRANTS.revision, capabilities: null },
    ]);
    expect(problems).toEqual([]);
  });

  test("members see that a plugin waits, and no way to decide", async () => {
    await using visited = await visit(browser, files, {
      prepare: (hub) => {
        hub.role = "member";
      },
    });
    const { page, hub } = visited;
    await openWaiting(page, hub);
    await page.locator("[data-plugin=hello]").getByText("等你同意", { exact: true }).waitFor();
    expect(await page.locator("[data-plugin=hello]").getByRole("button").count()).toBe(0);
  });
});
