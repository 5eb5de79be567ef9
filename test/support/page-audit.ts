/** Looks over what is on the screen as a strict reviewer would: names, targets, contrast, width. */
import type { Page } from "playwright-core";

/** Everything that is wrong with what is shown now. */
export function audit(page: Page): Promise<readonly string[]> {
  return page.evaluate(lookOver);
}

/** Runs inside the page, so it stands alone. */
function lookOver(): string[] {
  const found: string[] = [];
  const tell = (what: string, element: Element) => {
    const text = (element.textContent ?? "").trim().slice(0, 24);
    found.push(`${what}: <${element.tagName.toLowerCase()} class="${element.className}"> ${text}`);
  };
  const isShown = (element: Element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isClipped = style.clipPath !== "none" && box.width <= 1;
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && !isClipped;
  };
  const isBehind = (element: Element) => element.closest("[inert], [aria-hidden=true]") !== null;

  // Nothing is wider than the screen, but for what scrolls sideways by design.
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  for (const element of document.querySelectorAll("body *")) {
    const box = element.getBoundingClientRect();
    if (!isShown(element) || element.closest(".rooms, svg, .hidden")) continue;
    if (box.right > innerWidth + 1 || box.left < -1) tell("wider than the screen", element);
  }

  // Every control has a name and a target that a thumb can hit.
  const controls = "button, input, textarea, summary, [role=switch], [role=dialog]";
  for (const control of document.querySelectorAll(controls)) {
    if (!isShown(control) || isBehind(control)) continue;
    const labels = (control as HTMLInputElement).labels ?? [];
    const name = [
      control.getAttribute("aria-label"),
      document.getElementById(control.getAttribute("aria-labelledby") ?? "-")?.textContent,
      ...[...labels].map((label) => label.textContent),
      control.matches("button, summary") ? control.textContent : "",
    ].join("");
    if (name.trim() === "") tell("no name", control);
    const box = control.getBoundingClientRect();
    if (control.matches("[role=dialog]")) continue;
    if (box.width < 47.5 || box.height < 47.5) {
      tell(`target ${Math.round(box.width)}×${Math.round(box.height)}`, control);
    }
  }

  // Text stands out from what is behind it.
  type Color = readonly [red: number, green: number, blue: number, alpha: number];
  const read = (css: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const over = (top: Color, below: Color): Color => {
    const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
    return [mix(0), mix(1), mix(2), 1];
  };
  const behind = (element: Element | null): Color => {
    if (!element) return [255, 255, 255, 1];
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const luminance = (color: Color) => {
    const linear = (index: 0 | 1 | 2) => {
      const share = color[index] / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element || (walker.currentNode.textContent ?? "").trim() === "") continue;
    if (!isShown(element) || element.closest("[inert], noscript, .hidden, :disabled")) continue;
    const ground = behind(element);
    const ink = over(read(getComputedStyle(element).color), ground);
    const [light, dark] = [luminance(ink), luminance(ground)].toSorted((a, b) => b - a);
    const contrast = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
    if (contrast < 4.5) tell(`contrast ${contrast.toFixed(2)}`, element);
  }
  return found;
}
