// The frame: links of all scenes, help, the theme, a server that goes away and comes back.

import { startSite } from "./site";
import { expect, link, SCENES, test } from "./test";

test("every scene has a link and says its keys", { tag: "@scene" }, async ({ page, open }) => {
  await open("#/");
  for (const { title, path, entry } of SCENES) {
    if (entry === undefined) {
      await page.getByRole("contentinfo").getByRole("link", { name: title }).click();
    } else {
      const navigation = (name: string) => page.getByRole("navigation", { name, exact: true });
      await navigation("Entries")
        .filter({ visible: true })
        .first()
        .getByRole("link", { name: entry, exact: true })
        .click();
      if (title !== entry) {
        await navigation("Scenes").getByRole("link", { name: title, exact: true }).click();
      }
    }
    await expect.poll(() => page.url()).toContain(`#/${path}`);
    await expect(page).toHaveTitle(new RegExp(`^${title} `));
    await expect(page.locator("main h1")).toBeVisible();
    await expect(page.locator("main")).toBeFocused();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys" });
    await expect(help).toBeVisible();
    await expect(help.locator("dt").filter({ hasText: "Tab" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(help).toHaveCount(0);
  }
  // Back leads where we came from.
  await page.goBack();
  await expect.poll(() => page.url()).toContain(`#/${SCENES.at(-2)?.path}`);
});

test("an unknown address shows an error", async ({ page, open }) => {
  await open("#/nowhere");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the first page." }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Exact answers to puzzles");
  await open(`#/sudoku?p=${"1".repeat(70_000)}`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("the content of a link is never executed", async ({ page, open, watch }) => {
  watch.allowRefusals();
  const evil = "<img src=x onerror=\"document.title='run'\">";
  for (const scene of [
    "sudoku",
    "golden-waste",
    "square1",
    "cube",
    "sudoku-cube",
    "perm",
    "model",
  ]) {
    await open(link(scene, { p: evil, s: evil, g: evil, z: evil, d: evil, m: evil }));
    await expect(page.locator("main img")).toHaveCount(0);
    await expect(page).not.toHaveTitle("run");
  }
});

test("light and dark are switched and remembered", async ({ page, open }) => {
  await open("#/");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect(page.getByRole("button", { name: "Light theme" })).toBeVisible();
  expect(await ground()).not.toBe(light);
});

test("nothing is lost while the server cannot be reached", async ({ page, watch }) => {
  watch.allow(/Failed to load resource: net::ERR_|request to another origin/);
  const site = await startSite();
  try {
    await page.goto(`${site.address}/#/sudoku`);
    const cell = page.getByRole("gridcell", { name: /^row 1, column 1,/ });
    await cell.click();
    await page.keyboard.press("5");
    await expect(page.locator("p.status")).toHaveText(/several solutions/);
    await site.service.stop();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("6");
    await expect(page.getByText("The server cannot be reached.")).toBeVisible();
    await page.getByRole("tab", { name: "Solve", exact: true }).click();
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await expect(page.locator(".faults .hint").first()).toContainText(/nothing you typed is lost/);
    await site.service.start();
    await expect(page.getByText("The server cannot be reached.")).toHaveCount(0);
    await expect(page.locator("p.status")).toHaveText(/several solutions/);
    await expect(cell).toHaveAccessibleName(/, 5$/);
    await expect(page.getByRole("gridcell", { name: /^row 1, column 2,/ })).toHaveAccessibleName(
      /, 6$/,
    );
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await expect(page.locator(".verdict .badge")).toBeVisible();
  } finally {
    await site.close();
  }
});

test("no scene is wider than a small phone", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { path } of [{ path: "" }, ...SCENES]) {
    await open(`#/${path}`);
    await expect(page.locator("main .loading")).toHaveCount(0);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `#/${path}`).toBeLessThanOrEqual(0);
  }
});
