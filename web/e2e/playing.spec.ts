// Playing a line: the marked move follows the model, is told and stays in sight; copying; printing.
import { expect, link, type Page, SCENES, test } from "./test";

const LONG = "R U F2 L D' B2 R' U2 F L2 D R2 B' U' L F2 D2 R B U L' F D' R2 U' B2 L2 F' R' D";

/** The number of the marked move, 0 for none, and of the moves that are done. */
function place(page: Page): Promise<{ marked: number; done: number }> {
  return page.evaluate(() => {
    const moves = [...document.querySelectorAll(".moves-line .move")];
    return {
      marked: moves.findIndex((it) => it.getAttribute("aria-current") === "step") + 1,
      done: moves.filter((it) => it.hasAttribute("data-done")).length,
    };
  });
}

test("the marked move is the current one, is announced, and stays visible", {
  tag: "@scene",
}, async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(link("cube", { p: "R", s: LONG, i: "0" }));
  await expect(page.getByText("Loading the model…")).toHaveCount(0);
  expect(await place(page)).toEqual({ marked: 0, done: 0 });
  // A small list, so that it has to scroll.
  await page.locator(".moves-line").evaluate((it: HTMLElement) => {
    it.style.maxHeight = "2.4rem";
  });
  const scroll = await page.evaluate(() => scrollY);
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const seen = new Set<number>();
  for (;;) {
    const { marked, done } = await place(page);
    seen.add(marked);
    // The one that is played comes after those that are done.
    expect(marked - done === 1 || marked === 30, `${marked} marked, ${done} done`).toBe(true);
    if (done === 30) break;
    await page.waitForTimeout(30);
  }
  expect(seen.size).toBeGreaterThan(5);
  await expect(page.locator(".spoken[role=status]")).toContainText("move 30 of 30: D");
  const inSight = await page.evaluate(() => {
    const move = document.querySelector("[aria-current=step]")?.getBoundingClientRect();
    const list = document.querySelector(".moves-line")?.getBoundingClientRect();
    return move && list ? move.top >= list.top - 3 && move.bottom <= list.bottom + 3 : false;
  });
  expect(inSight).toBe(true);
  // The page itself has not moved.
  expect(await page.evaluate(() => scrollY)).toBe(scroll);
  // A click on a move goes there.
  await page.locator(".moves-line .move").nth(27).click();
  await expect.poll(() => place(page)).toEqual({ marked: 28, done: 28 });
});

test("solving on a phone brings the model into sight", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const scene of ["cube", "square1"]) {
    await open(link(scene, { p: scene === "cube" ? "R U F2" : "(1,0)/(3,-3)/" }));
    await expect(page.getByText("Loading the model…")).toHaveCount(0);
    const solve = page.getByRole("button", { name: "Solve", exact: true });
    await solve.scrollIntoViewIfNeeded();
    await solve.click();
    await expect(page.locator(".moves-line")).toBeVisible();
    await expect(page.locator(".viewer canvas")).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeInViewport();
  }
});

test("the scenes of the cube and the Square-1 fit a small laptop", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const [scene, p] of [
    ["cube", LONG],
    ["square1", "(1,0)/(3,-3)/(0,3)/"],
  ] as const) {
    await open(link(scene, { p }));
    await expect(page.getByText("Loading the model…")).toHaveCount(0);
    await page.getByRole("button", { name: "Solve", exact: true }).click();
    await expect(page.getByText("✓ replayed")).toBeVisible();
    await expect(page.locator(".scene3d > .sticky")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("region", { name: "Position" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("✓ replayed")).toBeInViewport({ ratio: 1 });
  }
});

test("copying is confirmed", async ({ page, open, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const scene of ["cube", "square1", "sudoku-cube", "golden-waste", "model"]) {
    await open(`#/${scene}`);
    const button = page.getByRole("button", { name: "Copy link" });
    await button.click();
    await expect(button).toContainText("Copied");
    await expect(page.locator(".spoken[role=status]")).toContainText("Copied: link");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`#/${scene}`);
    await expect(button).not.toContainText("Copied");
  }
});

test("where copying is refused the link is selected", async ({ page, open }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await open("#/cube");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".copy-by-hand")).toBeVisible();
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected).toContain("#/cube");
  await expect(page.locator(".spoken[role=status]")).toContainText("is selected");
});

test.describe("on paper", () => {
  test.use({ colorScheme: "dark" });

  test("everything is black on white", async ({ page, open }) => {
    for (const { path } of [{ path: "" }, ...SCENES]) {
      await open(`#/${path}`);
      await expect(page.locator("main .loading")).toHaveCount(0);
      const colours = () =>
        page.evaluate(() => {
          const { backgroundColor, color, colorScheme } = getComputedStyle(document.body);
          const html = getComputedStyle(document.documentElement);
          const cards = [...document.querySelectorAll(".card, .sheet")].map(
            (it) => getComputedStyle(it).backgroundColor,
          );
          return { backgroundColor, color, colorScheme, scheme: html.colorScheme, cards };
        });
      expect((await colours()).backgroundColor).not.toBe("rgb(255, 255, 255)");
      await page.emulateMedia({ media: "print" });
      const paper = await colours();
      expect(paper).toMatchObject({
        backgroundColor: "rgb(255, 255, 255)",
        color: "rgb(0, 0, 0)",
        scheme: "light",
      });
      for (const card of paper.cards) {
        expect(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]).toContain(card);
      }
      await expect(page.locator("header.bar")).toBeHidden();
      if (path === "cube") {
        // Of a cube all faces are printed.
        await expect(page.locator(".viewer svg.cube-net")).toBeVisible();
        await expect(page.locator(".viewer canvas")).toHaveCount(0);
      }
      if (path === "sudoku") await expect(page.locator(".sheet svg").first()).toBeVisible();
      await page.emulateMedia({ media: "screen" });
    }
    // Golden Waste is printed too, after a Sudoku was shown.
    await open("#/golden-waste");
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".coins").first()).toBeVisible();
  });
});
