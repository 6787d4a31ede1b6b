// Golden Waste: coins are drawn by click and by keys, and the walk is watched.
import { expect, type Locator, link, type Page, test } from "./test";

function place(page: Page, row: number, column: number): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column},`) });
}

test("coins are drawn, solved and walked", { tag: "@scene" }, async ({ page, open }) => {
  await open("#/golden-waste");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("0 coins")).toBeVisible();
  await expect(page.getByRole("button", { name: "Solve", exact: true })).toBeDisabled();
  await page.getByLabel("Rows").fill("3");
  await page.getByLabel("Rows").press("Tab");
  await expect(page.getByRole("gridcell")).toHaveCount(24);
  await page.getByLabel("Columns").fill("3");
  await page.getByLabel("Columns").press("Tab");
  await expect(page.getByRole("gridcell")).toHaveCount(9);
  // Some by click,
  await place(page, 1, 2).click();
  await place(page, 2, 2).click();
  await place(page, 2, 3).click();
  // one taken back, and the others by keys.
  await place(page, 2, 3).click();
  await expect(place(page, 2, 3)).toHaveAccessibleName(/empty/);
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("x");
  await place(page, 2, 1).press("1");
  await expect(place(page, 2, 1)).toHaveAccessibleName(/first coin/);
  await expect(page.getByText("6 coins")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("5 coins")).toBeVisible();
  await page.keyboard.press("Control+y");
  await expect(page.getByLabel("The walk starts at")).toHaveValue("3");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator(".verdict .badge").first()).toHaveText(/(unique|solutions) · checked/);
  const slider = page.getByRole("slider", { name: "coin" });
  const said = (): Promise<string | null> => slider.getAttribute("aria-valuetext");
  await expect.poll(said).toBe("coin 6 of 6");
  await expect(place(page, 2, 1)).toHaveAccessibleName(/number 1$/);
  await expect(page.locator(".coin-board .leg")).toHaveCount(5);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.poll(said).toBe("coin 5 of 6");
  await page.keyboard.press("[");
  await expect.poll(said).toBe("coin 4 of 6");
  await expect(page.locator(".coin-board .leg")).toHaveCount(3);
  await slider.fill("1");
  await expect.poll(said).toBe("coin 1 of 6");
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(said).toBe("coin 6 of 6");
  await page.getByRole("button", { name: "Count solutions" }).click();
  await expect(page.locator(".verdict .badge").nth(1)).toHaveText(/\d+ solutions? · checked/);
});

test("a board that cannot be walked", async ({ page, open }) => {
  await open(link("golden-waste", { p: "X..-.X.-..X" }));
  await expect(page.getByText("3 coins")).toBeVisible();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator(".verdict .badge")).toHaveText(/no solution, proved/);
});

test("the example, its link, and its draft", async ({ page, open }) => {
  await open("#/golden-waste");
  await page.getByRole("button", { name: "Example" }).click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator(".verdict .badge")).toHaveText(/unique · checked/);
  const coins = await page.getByText(/^\d+ coins$/).textContent();
  // The address of the example is written a moment after it is shown.
  await expect.poll(() => page.url()).toContain("p=");
  const before = page.url();
  await place(page, 1, 1).click();
  await expect(page.getByText(coins ?? "", { exact: true })).toHaveCount(0);
  const changed = await page.getByText(/^\d+ coins$/).textContent();
  await expect.poll(() => page.url()).not.toBe(before);
  await page.reload();
  await expect(page.getByText(changed ?? "", { exact: true })).toBeVisible();
});

test("a wrong link says what is wrong", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("golden-waste", { p: "kind = 'goishi'\nboard = '''\n.Q.\n'''\n" }));
  await expect(page.locator(".faults .what").first()).not.toBeEmpty();
  await expect(page.locator(".coin-board")).toBeVisible();
});

test("undo in a text field is not undo of the board", async ({ page, open }) => {
  await open("#/golden-waste");
  const coins = page.getByText(/^\d+ coins$/);
  await place(page, 1, 1).click();
  const said = (await coins.textContent()) ?? "";
  await page.getByLabel("Rows").focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(coins).toHaveText(said);
  await place(page, 1, 1).focus();
  await page.keyboard.press("Control+z");
  await expect(coins).not.toHaveText(said);
});

test("board, player and verdict are seen at once on a laptop, and the board grows", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open("#/golden-waste");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  for (const part of [".coin-board", ".player", ".verdict .badge"]) {
    await expect(page.locator(part).first()).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 2560, height: 1440 });
  const box = await page.locator(".coin-board").boundingBox();
  expect(box?.width).toBeGreaterThan(1000);
  await expect(page.locator(".coin-board")).toBeInViewport({ ratio: 1 });
});
