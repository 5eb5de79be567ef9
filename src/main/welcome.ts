/** What a person sees on the terminal when the hub is ready. */
import { networkInterfaces } from "node:os";
import qrcode from "qrcode-generator";
import { isLoopback } from "./arguments.ts";

/** What to tell. */
export interface Welcome {
  /** Undefined without the page. */
  readonly url: string | undefined;
  readonly host: string;
  readonly setupCode: string | null;
  readonly readyMs: number;
}

/** The lines for the terminal: address, setup code, and a QR code when phones can reach it. */
export function welcomeText(welcome: Welcome): string {
  const address = welcome.url === undefined ? undefined : reachable(welcome.url, welcome.host);
  const lines = [`HomeAgent 已就绪 / ready (${Math.round(welcome.readyMs)} ms)`];
  if (address !== undefined) lines.push(`  页面 / page:  ${address}`);
  if (welcome.setupCode !== null) lines.push(`  设置码 / setup code:  ${welcome.setupCode}`);
  lines.push("  停止 / stop:  Ctrl-C");
  if (address !== undefined && !isLoopback(welcome.host)) lines.push("", qrText(address));
  return lines.join("\n");
}

/** An address that a phone can open: a wildcard host is replaced by one of this machine's own. */
function reachable(url: string, host: string): string {
  if (host !== "0.0.0.0" && host !== "::") return url;
  const own = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal)?.address;
  return own === undefined ? url : `http://${own}:${new URL(url).port}/`;
}

/** The QR code in half blocks, dark on light with the quiet zone that scanners need. */
function qrText(text: string): string {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const dark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && code.isDark(row, column);
  const lines: string[] = [];
  for (let row = -2; row < size + 2; row += 2) {
    let line = "  ";
    for (let column = -2; column < size + 2; column += 1) {
      const upper = dark(row, column);
      const lower = dark(row + 1, column);
      line += upper ? (lower ? " " : "▄") : lower ? "▀" : "█";
    }
    lines.push(line);
  }
  return lines.join("\n");
}
