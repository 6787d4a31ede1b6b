// Scrolling results into view.
import { reducedMotion } from "../shell/theme";

/** Scroll if less than this part of an element is visible. */
const ENOUGH = 0.6;

/** Scrolls to an element if most of it is out of sight, as on a phone after a button below it. */
export function scrollIntoSight(element: Element | null): void {
  if (element === null) return;
  const { top, bottom, height } = element.getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (seen >= ENOUGH * Math.min(height, innerHeight)) return;
  element.scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "start" });
}
