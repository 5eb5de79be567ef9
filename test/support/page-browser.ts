/** A phone or tablet for the page's tests: a real Chromium in front of a fake hub, watched for errors. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { DOOR, type FakeHub, type PageFile, startFakeHub } from "./fake-hub.ts";

const CHROMIUM = "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why the browser's tests cannot run here; null where they can. */
export const browserMissing: string | null = existsSync(CHROMIUM)
  ? null
  : `${CHROMIUM} is not installed`;

/** Tells on the terminal that tests are skipped, and why. */
export function tellSkip(what: string): void {
  if (browserMissing !== null) process.stderr.write(`skipped: ${what}: ${browserMissing}\n`);
}

/** Starts the browser. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

/** What a visit is like. */
export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
  readonly dark?: boolean;
  readonly workers?: boolean;
  /** False: nobody has signed in, and the hub waits for its first set-up. */
  readonly signedIn?: boolean;
  /** Changes the hub before the page opens. */
  readonly prepare?: (hub: FakeHub) => void;
}

/** An open page with its own hub. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly hub: FakeHub;
  /** Errors in the console, uncaught errors, and violations of the security policy, as they come. */
  readonly problems: string[];
}

/** Opens the page. */
export async function visit(
  browser: Browser,
  files: readonly PageFile[],
  options: VisitOptions = {},
): Promise<Visit> {
  const hub = startFakeHub(files);
  hub.setupNeeded = options.signedIn === false;
  options.prepare?.(hub);
  const context = await browser.newContext({
    viewport: { width: options.width ?? 390, height: options.height ?? 844 },
    locale: options.locale ?? "zh-CN",
    colorScheme: options.dark === true ? "dark" : "light",
    serviceWorkers: options.workers === true ? "allow" : "block",
    hasTouch: true,
  });
  const page = await context.newPage();
  const problems = watch(page);
  if (options.signedIn !== false) await signIn(page, hub);
  else await page.goto(hub.url);
  return {
    page,
    hub,
    problems,
    async [Symbol.asyncDispose]() {
      await context.close();
      await hub[Symbol.asyncDispose]();
    },
  };
}

/** Signs in through the page's own login. */
async function signIn(page: Page, hub: FakeHub): Promise<void> {
  await page.goto(hub.url);
  await page.locator("input[autocomplete=username]").fill("爸爸");
  await page.locator("input[type=password]").fill(DOOR.password);
  await page.locator("button[type=submit]").click();
  await page.locator(".room").first().waitFor();
  await page.locator(".pill:not(.pill--busy)").first().waitFor();
}

/** A refusal is the hub's word, not the page's fault: Chromium logs each as an error of its own. */
const NETWORK = "Failed to load resource";

function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" || message.text().startsWith(NETWORK)) return;
    problems.push(`console: ${message.text()}`);
  });
  return problems;
}
