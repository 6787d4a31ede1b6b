// Steps of explanations and hints in detail, and the pages of techniques.
import { expect, link, type Page, test } from "./test";

/** It takes a W-wing: a chain of five links. */
const HARD = "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";
/** A net is needed: no chain is enough. */
const NET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

async function explain(page: Page): Promise<void> {
  await expect(page.locator("p.status")).toHaveText(/exactly one/);
  await page.getByRole("button", { name: "Explain the solution" }).click();
  await expect(page.locator(".steps li").first()).toBeVisible();
}

async function choose(page: Page, name: RegExp): Promise<void> {
  await page.locator(".steps li").filter({ hasText: name }).first().getByRole("button").click();
}

test("links are drawn in order, and a sentence highlights its own", { tag: "@scene" }, async ({
  page,
  open,
}) => {
  await open(link("sudoku", { p: HARD }));
  await explain(page);
  await choose(page, /W-wing/);
  const order = page.locator(".grid-board .order text");
  const numbers = (await order.allTextContents()).map(Number).sort((a, b) => a - b);
  expect(numbers.length).toBeGreaterThan(2);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  await expect(page.locator(".grid-board .link.strong .line").first()).toBeVisible();
  await expect(page.locator(".grid-board .link.lit")).toHaveCount(0);
  const second = page.getByRole("button", { name: "Highlight sentence 2 in the grid" });
  await second.focus();
  await page.keyboard.press("Enter");
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".grid-board .link.lit").first()).toBeVisible();
  // Another step is not highlighted.
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(page.locator(".grid-board .link.lit")).toHaveCount(0);
});

test("the notation of a step is copied", async ({ page, open }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("#/techniques/aic");
  const shown = await page.locator(".notation code").textContent();
  expect(shown).toMatch(/^\(\d\)r\dc\d = \(\d\)r\dc\d - .* => r/);
  await page.getByRole("button", { name: "Copy notation" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});

test("a forcing net is explained from its assumption to its conclusion", async ({ page, open }) => {
  test.slow();
  await open(link("sudoku", { p: NET }));
  await explain(page);
  await choose(page, /forcing net contradiction/i);
  const told = page.getByRole("region", { name: "Step" }).locator(".explanation li");
  await expect(told.first()).toContainText("Assume that r");
  await expect(told.nth(-2)).toContainText("a contradiction");
  await expect(told.last()).toContainText("So the assumption is false: r");
});

test("a hint is shown level by level", async ({ page, open }) => {
  await open("#/techniques/naked-triple");
  await page.getByRole("link", { name: "Open this position" }).click();
  await expect(page.locator("p.status")).toHaveText(/exactly one/);
  await page.getByRole("button", { name: "Hint" }).click();
  const box = page.locator(".hint-box");
  const grid = page.locator(".grid-board");
  await expect(box.getByRole("link")).toHaveAttribute("href", /^#\/techniques\/[a-z-]+$/);
  await expect(grid.locator(".ground rect")).toHaveCount(0);
  await box.getByRole("button", { name: "Where to look" }).click();
  await expect(box).toContainText("Look at");
  await expect(grid.locator(".ground rect").first()).toBeVisible();
  await expect(grid.locator(".sign")).toHaveCount(0);
  await box.getByRole("button", { name: "Show the pattern" }).click();
  await expect(grid.locator(".sign").first()).toBeVisible();
  await expect(grid.locator(".sign.out, .sign.in")).toHaveCount(0);
  await box.getByRole("button", { name: "Show the step" }).click();
  await expect(grid.locator(".sign.out, .sign.in").first()).toBeVisible();
  await box.getByRole("button", { name: "Do it" }).click();
  await expect(box).toHaveCount(0);
});

test("the name of a technique leads to its page", async ({ page, open, context }) => {
  await open(link("sudoku", { p: HARD }));
  await explain(page);
  const name = page.locator(".step-name a");
  const title = (await name.textContent()) ?? "";
  const [other] = await Promise.all([context.waitForEvent("page"), name.click()]);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(other.getByRole("img", { name: /^Example of / })).toBeVisible();
  await other.close();
  // The explanation is still there.
  await expect(page.getByRole("region", { name: "Explanation" })).toBeVisible();
});

test("techniques are found by other names, and their pages lead on", async ({ page, open }) => {
  await open("#/techniques");
  await page.getByLabel("Find a technique by any of its names").fill("y-wing");
  await page.getByRole("link", { name: "XY-wing", exact: true }).click();
  await expect(page).toHaveTitle("XY-wing · Gordian");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("XY-wing");
  await page
    .getByRole("navigation", { name: "Related techniques" })
    .getByRole("link", { name: "W-wing" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("W-wing");
  await open("#/techniques/uniqueness-test-4");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unique rectangle type 4");
  await open("#/techniques/goldfish");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No such technique");
  await page.getByRole("link", { name: "See all of them." }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test("the list of keys and the footer lead to the techniques", async ({ page, open }) => {
  await open("#/sudoku");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByRole("link", { name: "All Sudoku techniques" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sudoku techniques");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open("#/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Sudoku techniques" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sudoku techniques");
});

test("the step is shown beside the player, on a laptop and on a phone", async ({ page, open }) => {
  await open(link("sudoku", { p: HARD }));
  await explain(page);
  const walk = page.getByRole("region", { name: "Explanation" });
  await expect(walk.locator(".step-box")).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(walk.locator(".step-box")).toHaveCount(1);
  await expect(page.locator(".step-box")).toHaveCount(1);
});
