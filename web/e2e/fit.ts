// What does not fit in a page: texts outside of their boxes, controls that are too small, sideways scrolling.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The sizes at which every scene has to fit; the narrow ones are used by touch. */
export const SIZES = [
  { width: 360, height: 740, touch: true },
  { width: 390, height: 844, touch: true },
  { width: 768, height: 1024, touch: true },
  { width: 1280, height: 720, touch: false },
  { width: 1920, height: 1080, touch: false },
  { width: 2560, height: 1440, touch: false },
] as const;

/** The least side of a control in pixels: for a mouse (WCAG 2.2, 2.5.8), and for a finger (2.5.5). */
export const LEAST = { mouse: 24, touch: 44 } as const;

/** Lists what does not fit; `least` is the least side of a control. */
export function misfits(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    const short = (text: string | null) => (text ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    const nameOf = (element: Element) => {
      const kind = typeof element.className === "string" ? element.className : "";
      return `${element.tagName.toLowerCase()}${kind === "" ? "" : `.${kind.trim().replace(/\s+/g, ".")}`} “${short(element.getAttribute("aria-label") ?? element.textContent)}”`;
    };
    /** Whether an element is drawn: hidden ones and those that are only spoken are not. */
    const isDrawn = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { clipPath } = getComputedStyle(at);
        if (clipPath !== "none" && at.getBoundingClientRect().width <= 2) return false;
      }
      return true;
    };
    const scrollsSideways = (element: Element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowX);

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide`);

    // Texts: inside the window, and inside the control, badge or box that they belong to.
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || short(node.textContent) === "" || parent.closest("svg, script, style, option"))
        continue;
      if (!isDrawn(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()];
      if (rects.length === 0) continue;
      const left = Math.min(...rects.map((it) => it.left));
      const right = Math.max(...rects.map((it) => it.right));
      const top = Math.min(...rects.map((it) => it.top));
      const bottom = Math.max(...rects.map((it) => it.bottom));
      for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (scrollsSideways(at) || style.textOverflow === "ellipsis") break;
        if (style.display === "inline" || style.display === "contents") continue;
        const box = at.getBoundingClientRect();
        if (left < box.left - 1.5 || right > box.right + 1.5) {
          found.push(
            `text is ${Math.round(right - left)} wide in ${Math.round(box.width)}: ${nameOf(at)}`,
          );
          break;
        }
        const isBox = at.matches("button, .button, .badge, [role=tab]");
        // Lines are higher than their letters.
        if (isBox && (top < box.top - 3 || bottom > box.bottom + 3)) {
          found.push(
            `text is ${Math.round(bottom - top)} high in ${Math.round(box.height)}: ${nameOf(at)}`,
          );
          break;
        }
      }
    }

    // Controls: large enough. Links in running text are as high as their line.
    const controls = document.querySelectorAll(
      "button, .button, a[href], input, select, textarea, summary, [role=tab]",
    );
    for (const control of controls) {
      // A box or circle is pressed by its label, and may be invisible itself.
      const isBox = control.matches("input[type=checkbox], input[type=radio]");
      const target = (isBox && control.closest("label")) || control;
      if (!isDrawn(target) || target.closest("[aria-hidden=true]")) continue;
      if (target.tagName === "A" && getComputedStyle(target).display === "inline") continue;
      const box = target.getBoundingClientRect();
      if (box.width < least - 0.5 || box.height < least - 0.5) {
        found.push(`${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${nameOf(target)}`);
      }
    }
    return [...new Set(found)];
  }, least);
}

/** The texts whose contrast is too low, as axe measures it. */
export async function lowContrast(page: Page): Promise<string[]> {
  // In the page itself: a second one would send this one to the background, where it starves.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withRules(["color-contrast"]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ nodes }) =>
    nodes.map((node) => `contrast: ${node.target}: ${node.any[0]?.message ?? ""}`),
  );
}

/** Everything fits at the size that the window has, in the theme that it has. */
export async function expectFit(page: Page, least: number, what: string): Promise<void> {
  const found = [...(await misfits(page, least)), ...(await lowContrast(page))];
  expect(found, `${what}:\n${found.join("\n")}`).toEqual([]);
}
