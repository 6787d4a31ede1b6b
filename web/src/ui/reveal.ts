// Bringing what was asked for into sight.
import { reducedMotion } from "../shell/theme";

/** Less than this part of a drawing in sight is as good as none. */
const ENOUGH = 0.6;

/** Scrolls to an element if most of it is out of sight, as on a phone after a button below it. */
export function reveal(element: Element | null): void {
  if (element === null) return;
  const { top, bottom, height } = element.getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (seen >= ENOUGH * Math.min(height, innerHeight)) return;
  element.scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "start" });
}
