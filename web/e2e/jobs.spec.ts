// Jobs: submitted from a scene, followed, cancelled, and their results.
import { expect, type Locator, link, type Page, test } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/** So few givens that nobody counts its solutions to the end. */
const ENDLESS = `12${".".repeat(79)}`;

function state(page: Page): Locator {
  return page.locator(".card .badge").first();
}

async function submit(page: Page, name: string): Promise<string> {
  await page.getByRole("tab", { name: "Solve", exact: true }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/#\/jobs\/\d+$/);
  return /\d+$/.exec(page.url())?.[0] ?? "";
}

test("a long count is followed, left alone, found again and cancelled", async ({ page, open }) => {
  await open(link("sudoku", { p: ENDLESS }));
  const id = await submit(page, "Count as a job");
  await expect(page.getByRole("heading", { name: new RegExp(`Job ${id}`) })).toBeVisible();
  await expect(state(page)).toHaveText(/running/);
  await expect(page.locator(".card").first()).toContainText(/\d/);
  await page.reload();
  await expect(state(page)).toHaveText(/running/);
  await page.getByRole("link", { name: "← All jobs" }).click();
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: id, exact: true }) });
  await expect(row).toContainText(/running/);
  await row.getByRole("link", { name: id, exact: true }).click();
  await page.getByRole("button", { name: /Cancel/ }).click();
  await expect(state(page)).toHaveText(/cancelled/);
  await page.getByRole("link", { name: "← All jobs" }).click();
  await expect(row).toContainText(/cancelled/);
  await page.getByLabel("State").selectOption("cancelled");
  await expect(row).toBeVisible();
  await page.getByLabel("State").selectOption("done");
  await expect(row).toHaveCount(0);
});

test("a short one shows its result", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await submit(page, "Solve as a job");
  await expect(state(page)).toHaveText(/done/);
  await expect(page.locator("main")).toContainText(/unique · checked/);
  await expect(page.locator("main svg, main pre").first()).toBeVisible();
  await page.reload();
  await expect(page.locator("main")).toContainText(/unique · checked/);
});

test("a job that is not there", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/jobs/999999");
  await expect(page.locator(".faults .what")).not.toBeEmpty();
});
