// Helpers for the tests of pencil puzzles.
import type { Locator, Page } from "./test";

/** The place of a cell, counted from 1. */
export function cell(page: Page, row: number, column: number): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column},`) });
}

export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

/** A point of the board in cells: row 1 is from 0 to 1, so that the middle of r1c1 is at 0.5, 0.5. */
export interface BoardPoint {
  readonly x: number;
  readonly y: number;
}

/** The middle of a cell, counted from 1. */
export function middle(row: number, column: number): BoardPoint {
  return { x: column - 0.5, y: row - 0.5 };
}

/** Where points of the board are in the window. */
export async function boardToWindow(page: Page): Promise<(point: BoardPoint) => BoardPoint> {
  const first = page.locator('[data-place="cell0.0"]');
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  if (!box) throw new Error("the board is not shown");
  return ({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
}

/** Drags with the mouse through points of the board. */
export async function drag(page: Page, points: readonly BoardPoint[]): Promise<void> {
  const at = await boardToWindow(page);
  const [start, ...others] = points.map(at);
  if (!start) throw new Error("a drag needs a start");
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of others) await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

/** Clicks a point of the board. */
export async function click(
  page: Page,
  point: BoardPoint,
  button: "left" | "right" = "left",
): Promise<void> {
  const { x, y } = (await boardToWindow(page))(point);
  await page.mouse.click(x, y, { button });
}

/** The marks of all cells as they are spoken, by their place, without those that are empty. */
export async function spokenMarks(page: Page): Promise<readonly string[]> {
  const labels = await page
    .getByRole("gridcell")
    .evaluateAll((cells) => cells.map((it) => it.getAttribute("aria-label") ?? ""));
  return labels.filter((label) => !label.endsWith(", empty"));
}
