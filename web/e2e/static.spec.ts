// The page as static files: without a program behind it, and without a network.
import { expect, link, type Page, test } from "./test";

/** Waits until the service worker has all files of the page. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

test("every scene works without a network", { tag: "@scene" }, async ({ page, open, context }) => {
  await open("#/");
  await isKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("link", { name: "Nurikabe", exact: true })).toBeVisible();

  // A Sudoku: the module for it.
  await open(link("sudoku", { p: EASY }));
  await page.reload();
  await page.getByRole("tab", { name: "Solve" }).click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator(".status")).toHaveText(/✓ solved/);

  // A pencil puzzle, explained: the module of puzzles.
  await open(link("pencil", { p: "nurikabe/6/6/g2i2m2h3hw" }));
  await expect(page.locator("main svg").first()).toBeVisible();

  // A cube: the module of permutations.
  await open(link("cube", { p: "R U F" }));
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator("main")).toContainText("3 moves");
});

test("the page says what it is to systems that install it", async ({ page, open }) => {
  await open("#/");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await page.request.get(`/${address}`)).json();
  expect(manifest).toMatchObject({ name: "Gordian", start_url: "./", display: "standalone" });
  const icon = await page.request.get(`/${manifest.icons[0].src}`);
  expect(icon.ok()).toBe(true);
});

test("the state of a board is known without a server", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expect(page.locator(".status")).toHaveText(/one solution/);
});
