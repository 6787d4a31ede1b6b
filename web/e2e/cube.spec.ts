// The cube and the Sudoku Cube: scrambled, painted, solved, and turned until all is right.
import { expect, type Locator, link, type Page, test } from "./test";

function now(page: Page): Locator {
  return page.locator(".now-line code").first();
}

async function expectModel(page: Page): Promise<void> {
  await expect(page.locator(".viewer canvas")).toBeVisible();
  await expect(page.getByText("Loading the model…")).toHaveCount(0);
}

function said(page: Page): Promise<string> {
  const slider = page.getByRole("slider", { name: "Move" });
  return slider.getAttribute("aria-valuetext").then((text) => text ?? "");
}

test("a scramble with centres is solved and the solution is played", { tag: "@scene" }, async ({
  page,
  open,
}) => {
  await open("#/cube");
  await expectModel(page);
  await expect(page.getByText("✓ solved")).toBeVisible();
  await page.getByLabel("centres matter").check();
  await page.getByRole("button", { name: "Scramble" }).click();
  await expect(page.getByText("✓ solved")).toHaveCount(0);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const card = page.getByRole("region", { name: "Solution" });
  await expect(card.getByText("✓ replayed")).toBeVisible();
  await expect(card.locator("dd").first()).toHaveText(/^\d+ moves$/);
  const slider = page.getByRole("slider", { name: "Move" });
  const moves = Number(await slider.getAttribute("max"));
  expect(moves).toBeGreaterThan(10);
  await page.keyboard.press("]");
  await expect.poll(() => said(page)).toMatch(/^1 of/);
  await page.getByRole("button", { name: "One move back" }).click();
  await expect.poll(() => said(page)).toBe("start");
  await slider.fill(String(moves - 2));
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText("✓ solved, centres too")).toBeVisible();
  await expect.poll(() => said(page)).toMatch(new RegExp(`^${moves} of ${moves}`));
});

test("a sequence is typed and proved shortest", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/cube");
  const text = page.getByLabel(/Moves from the solved cube/);
  await text.fill("R U F'");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator(".now-line code").nth(1)).toHaveText("R U F'");
  await page.getByLabel("prove it shortest").check();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ proved shortest")).toBeVisible();
  await expect(page.getByRole("region", { name: "Solution" }).locator("dd").first()).toHaveText(
    "3 moves",
  );
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByText("✓ solved")).toBeVisible();
  await text.fill("R U Q");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator(".faults .what")).toContainText(/`Q`.*line 1, column 5/);
});

test("moves by hand, by buttons and by keys", async ({ page, open }) => {
  await open("#/cube");
  await expectModel(page);
  const solved = (await now(page).textContent()) ?? "";
  await page.locator(".turns button").first().click();
  await expect(now(page)).not.toHaveText(solved);
  await page.locator("h1").click();
  await page.keyboard.press("Shift+U");
  await expect(now(page)).toHaveText(solved);
  await page.locator(".viewer canvas").focus();
  const before = await page.locator(".viewer canvas").getAttribute("aria-label");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".viewer canvas")).not.toHaveAttribute("aria-label", before ?? "");
});

test("a net is painted; one that cannot be is explained", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/cube");
  await page.getByText("Paint the net").click();
  const net = page.getByRole("application", { name: "Net of the cube" });
  const sticker = (name: string) => net.locator(`[data-place=${name}]`);
  // Two stickers of an edge change places: no turns do that.
  await page
    .getByRole("group", { name: "Colour" })
    .getByRole("button", { name: /, front$/i })
    .click();
  await sticker("U7").click();
  await sticker("F1").focus();
  await page.keyboard.press("u");
  await expect(page.getByText("Nine stickers of each colour.")).toBeVisible();
  await page.getByRole("button", { name: "Use this net" }).click();
  await expect(page.locator(".faults .what")).not.toBeEmpty();
  await expect(page.locator(".faults .hint")).not.toBeEmpty();
  await sticker("U7").focus();
  await page.keyboard.press("r");
  await expect(page.getByText(/Not nine of each/)).toBeVisible();
  await page.locator("details").getByRole("button", { name: "Solved" }).click();
  await page.getByRole("button", { name: "Use this net" }).click();
  await expect(page.getByText("✓ solved")).toBeVisible();
});

test("a link holds the line and the index of the player", async ({ page, open }) => {
  await open(link("cube", { p: "R U F2", c: "1" }));
  await expect(page.getByLabel("centres matter")).toBeChecked();
  await page.getByRole("button", { name: "One move back" }).click();
  await expect.poll(() => page.url()).toContain("i=2");
  const position = (await now(page).textContent()) ?? "";
  await page.reload();
  await expect(now(page)).toHaveText(position);
});

test("a wrong link says what is wrong", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("cube", { p: "nothing" }));
  await expect(page.locator(".faults .what").first()).not.toBeEmpty();
  await expectModel(page);
});

test("without WebGL the cube is drawn flat", async ({ page, open }) => {
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
      return /webgl/.test(kind) ? null : Reflect.apply(get, this, [kind]);
    } as typeof get;
  });
  await open(link("cube", { p: "R U F2" }));
  await expect(page.getByText(/No 3D in this browser/)).toBeVisible();
  await expect(page.locator(".viewer svg.cube-net")).toBeVisible();
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(page.getByText("✓ solved")).toBeVisible();
});

test("the Sudoku Cube of the example is turned until every face is right", async ({
  page,
  open,
}) => {
  await open("#/sudoku-cube");
  await page.getByRole("button", { name: "Example" }).click();
  await expectModel(page);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ solved and checked")).toBeVisible();
  await expect(page.getByText("✓ the only solution")).toBeVisible();
  await expect(page.getByRole("img", { name: "The solved net" })).toBeVisible();
  await page.getByRole("button", { name: "The goal" }).click();
  await expect(page.getByRole("button", { name: "The goal" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "The cube" }).click();
  const slider = page.getByRole("slider", { name: "Move" });
  const moves = Number(await slider.getAttribute("max"));
  expect(moves).toBeGreaterThan(5);
  await expect(page.getByText("✓ every face is right")).toHaveCount(0);
  await slider.fill(String(moves - 2));
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText("✓ every face is right")).toBeVisible();
  // A link opens it at the same place.
  await expect.poll(() => page.url()).toContain(`i=${moves}`);
  await page.reload();
  await expect(page.getByText("✓ every face is right")).toBeVisible();
});

test("a Sudoku Cube of size 2 is typed by keys", async ({ page, open }) => {
  await open("#/sudoku-cube");
  await page.getByRole("combobox", { name: "Size" }).selectOption("2");
  await expect(page.getByText("24 stickers are blank")).toBeVisible();
  const net = page.getByRole("application", { name: /2 by 2 by 2/ });
  await net.locator("[data-place=U0]").focus();
  for (let face = 0; face < 6; face += 1) {
    for (const digit of "1234") {
      await page.keyboard.press(digit);
      await page.keyboard.press("ArrowUp");
    }
  }
  await expect(page.getByText(/blank/)).toHaveCount(0);
  await expect(page.getByText("✓ every face is right")).toBeVisible();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ solved and checked")).toBeVisible();
});

test("a wrong link of a Sudoku Cube says what is wrong", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("sudoku-cube", { p: "nothing" }));
  await expect(page.locator(".faults .what").first()).not.toBeEmpty();
});

test("after a scramble was refused, the button says which position is solved", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open(link("cube", { p: "R U" }));
  await expectModel(page);
  await page.locator(".position-text textarea").fill("R U Q");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const card = page.getByRole("region", { name: "Solution" });
  await expect(card.getByText("the typed position was refused")).toBeVisible();
  await expect(card.getByRole("button", { name: "Solve", exact: true })).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Solve the previous position" })).toBeVisible();
});
