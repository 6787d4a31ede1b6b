// The Sudoku grid as players use it: keys after every button, marks and colours, mouse, touch, small windows.
import { expect, type Locator, link, type Page, test } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";

function cell(page: Page, row: number, column: number): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column},`) });
}

function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

async function opened(page: Page, open: (hash: string) => Promise<void>, puzzle: string) {
  await open(link("sudoku", { p: puzzle }));
  await expect(page.locator("p.status")).toHaveText(/exactly one solution/);
}

/** Types into the cell that is selected, without a click on it, and takes it back. */
async function expectKeys(page: Page, what: string): Promise<void> {
  // Where there is a mark already, a second would take it away.
  const at = cell(page, 1, 4);
  await page.keyboard.press("Control+Digit2");
  await expect(at, what).toHaveAccessibleName(/marks .*2/);
  await page.keyboard.press("Control+Digit2");
  await expect(at, what).toHaveAccessibleName(/^((?!marks).)*$/);
}

test("the grid takes the keys after every button", { tag: "@scene" }, async ({ page, open }) => {
  await opened(page, open, EASY);
  // Right after the page was loaded, with nothing clicked.
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowRight");
  await expect(cell(page, 1, 4)).toBeFocused();
  await page.keyboard.press("2");
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/, 2$/);
  await button(page, "Undo").click();
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/empty$/);
  await expectKeys(page, "undo");
  await button(page, "Undo").click();
  await button(page, "Redo").click();
  await expectKeys(page, "redo");
  await button(page, "Erase").click();
  await expectKeys(page, "erase");
  for (const mode of ["Corner", "Centre", "Colour", "Givens", "Digit"]) {
    await page.getByRole("radio", { name: mode }).click();
    await expect(page.getByRole("radio", { name: mode })).toBeChecked();
    await expectKeys(page, mode);
  }
  for (const shown of ["Basic", "True", "Mine"]) {
    await page.getByRole("radio", { name: shown }).click();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("radio", { name: shown })).toBeChecked();
  }
  await expectKeys(page, "small digits");
  await page.locator("summary").filter({ hasText: "Clear" }).click();
  await button(page, "my colours").click();
  await expectKeys(page, "clear");
  for (const name of ["Solve", "Load", "New", "Share", "Logic"]) {
    const tab = page.getByRole("tab", { name, exact: true });
    await tab.click();
    // The arrows are the grid's as well, and Space changes the mode.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expectKeys(page, name);
  }
  await button(page, "Hint").click();
  await expect(page.getByRole("tabpanel")).toContainText(/The next step is/);
  await expectKeys(page, "hint");
  await page.getByRole("tab", { name: "Solve", exact: true }).click();
  await button(page, "Count solutions").click();
  await expect(page.locator(".verdict .badge")).toBeVisible();
  await expectKeys(page, "count");
  await button(page, "Rate").click();
  await expect(page.getByRole("row", { name: /^HoDoKu/ })).toContainText(/score/);
  await expectKeys(page, "rate");
  await page.getByRole("tab", { name: "Load", exact: true }).click();
  await button(page, "New easy puzzle").click();
  await expect(page.getByRole("tab", { name: "Logic" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+Shift+Digit4");
  await expect(page.getByRole("gridcell", { name: /coloured green/ })).toHaveCount(81);
  // A digit typed while a solution is explained goes into the grid.
  await button(page, "Explain the solution").click();
  await expect(page.getByRole("region", { name: "Explanation" })).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+Shift+Digit4");
  await expect(page.getByRole("gridcell", { name: /coloured green/ })).toHaveCount(80);
  await expect(page.getByRole("region", { name: "Explanation" })).toBeVisible();
});

test("controls that were reached by key keep their keys, and so do fields", async ({
  page,
  open,
}) => {
  await opened(page, open, EASY);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("4");
  await page.getByRole("tab", { name: "Logic", exact: true }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Load", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator(".panel-side textarea")).toBeFocused();
  await page.keyboard.type("12 zx");
  await expect(page.locator(".panel-side textarea")).toHaveValue("12 zx");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await page.keyboard.down("Shift");
  await expect(page.getByRole("radio", { name: "Digit" })).toBeChecked();
  await page.keyboard.up("Shift");
  // Read from the field by key: then the keys are the grid's again.
  await page.locator(".panel-side textarea").fill(HARD);
  await page.keyboard.press("Control+Enter");
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 7, given/);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await button(page, "Undo").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(button(page, "Undo")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty$/);
  await button(page, "Redo").focus();
  await page.keyboard.press("Enter");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
});

test("corner marks, centre marks and colours, by held keys, by letters and by buttons", async ({
  page,
  open,
}) => {
  await opened(page, open, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("Shift+Digit1");
  await page.keyboard.press("Control+Digit2");
  await page.keyboard.press("Control+Shift+Digit3");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(
    /empty, marks 2, corner marks 1, coloured yellow$/,
  );
  await page.keyboard.press("x");
  await page.keyboard.press("4");
  await page.keyboard.press("c");
  await page.keyboard.press("5");
  await page.keyboard.press("v");
  await page.keyboard.press("6");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(
    /empty, marks 2 5, corner marks 1 4, coloured yellow and blue$/,
  );
  await expect(page.locator(".grid-layer path[fill='url(#colour-6)']")).toHaveCount(1);
  await page.getByRole("button", { name: /^9 grey/ }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/coloured yellow and blue and grey$/);
  // While Shift is held, the buttons are for corner marks.
  await page.keyboard.down("Shift");
  await expect(page.getByRole("radio", { name: "Corner" })).toBeChecked();
  await page.getByRole("button", { name: /^7 \d left/ }).click();
  await page.keyboard.up("Shift");
  await expect(page.getByRole("radio", { name: "Colour" })).toBeChecked();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/corner marks 1 4 7/);
  await page.keyboard.press("Backspace");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/corner marks 1 4 7$/);
  await page.keyboard.press("Backspace");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty$/);
  await page.keyboard.press("z");
  await page.keyboard.press("4");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
});

function selected(page: Page): Locator {
  return page.locator(".grid-board [role=gridcell][aria-selected=true]");
}

async function middle(page: Page, row: number, column: number) {
  const box = await cell(page, row, column).boundingBox();
  if (!box) throw new Error("the cell is not drawn");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("cells are selected with the mouse", async ({ page, open }) => {
  await opened(page, open, EASY);
  const [from, to] = [await middle(page, 2, 2), await middle(page, 5, 5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  // A diagonal drag does not take its neighbours.
  await expect(selected(page)).toHaveCount(4);
  await page.keyboard.press("Shift+Digit9");
  await expect(cell(page, 3, 3)).toHaveAccessibleName(/8$|8, given$/);
  await expect(cell(page, 5, 5)).toHaveAccessibleName(/corner marks 9$/);
  await cell(page, 9, 1).click({ modifiers: ["Control"] });
  await cell(page, 9, 2).click({ modifiers: ["Shift"] });
  await expect(selected(page)).toHaveCount(6);
  await cell(page, 9, 1).click({ modifiers: ["Control"] });
  await expect(selected(page)).toHaveCount(5);
  await cell(page, 1, 2).dblclick();
  await expect(selected(page)).toHaveCount([...EASY].filter((digit) => digit === "3").length);
  await page.keyboard.press("Escape");
  await expect(selected(page)).toHaveCount(1);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+ArrowRight");
  await expect(selected(page)).toHaveCount(3);
});

test("undo goes back over links, and over a reload", async ({ page, open }) => {
  await opened(page, open, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+Shift+Digit2");
  await expect.poll(() => page.url()).toContain("c=");
  await open(link("sudoku", { p: HARD }));
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 7, given/);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 5, given/);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4, coloured orange$/);
  await expect.poll(() => page.url()).toContain("c=");
  await page.reload();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4, coloured orange$/);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty$/);
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("Control+y");
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 7, given/);
});

test("a link of another host is pasted", async ({ page, open }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("#/sudoku");
  const k = `-23${"-".repeat(79)}`;
  const text = `https://puzzles.example/gordian/${link("sudoku", { p: EASY, d: `..4${".".repeat(78)}`, k })}`;
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
  await page.keyboard.press("Control+v");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await expect(page.locator("p.status")).toHaveText(/exactly one solution/);
});

test("one click shows an explained step", async ({ page, open }) => {
  await open("#/sudoku");
  await button(page, "Show me an explained step").click();
  const walk = page.getByRole("region", { name: "Explanation" });
  await expect(walk.locator(".step-name")).not.toBeEmpty();
  await expect(page.locator(".grid-board .sign.out").first()).toBeVisible();
  await expect(page.locator(".steps button[aria-current=step]")).toBeInViewport();
});

/** That a part is whole in the window, and nothing has to be scrolled for it. */
async function expectWhole(page: Page, part: Locator, what: string): Promise<void> {
  const size = page.viewportSize();
  await expect
    .poll(async () => {
      const box = await part.boundingBox();
      if (!box || !size) return "not there";
      const inside =
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= size.width &&
        box.y + box.height <= size.height;
      return inside ? "whole" : `${what}: ${JSON.stringify(box)}`;
    })
    .toBe("whole");
}

async function explainChain(page: Page): Promise<void> {
  await button(page, "Explain the solution").click();
  const chain = page.locator(".steps li").filter({ hasText: /wing/i }).first();
  await chain.getByRole("button").click();
}

test("a laptop shows grid, step and list at once", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await opened(page, open, HARD);
  await explainChain(page);
  await expectWhole(page, page.locator(".grid-board"), "grid");
  await expectWhole(page, page.locator(".walk .step-box"), "step");
  await expectWhole(page, page.locator(".steps"), "list");
  await expectWhole(page, page.locator(".steps button[aria-current=step]"), "step in the list");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const list = await page.locator(".steps").boundingBox();
  expect(list?.height).toBeGreaterThan(100);
});

/** Taps a mode. On a slow machine a tap takes so long that the browser takes it for a long press. */
async function tapMode(page: Page, mode: string): Promise<void> {
  const radio = page.getByRole("radio", { name: mode });
  await expect(async () => {
    await radio.tap();
    await expect(radio).toBeChecked({ timeout: 1000 });
  }).toPass();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the grid stays in view while results scroll, and nothing is too wide", async ({
    page,
    open,
  }) => {
    await opened(page, open, HARD);
    await explainChain(page);
    const scrolled = () =>
      page.locator(".play-side").evaluate((sheet) => {
        sheet.scrollTop = sheet.scrollHeight / 2;
        return sheet.scrollTop;
      });
    await expect.poll(scrolled).toBeGreaterThan(100);
    await expectWhole(page, page.locator(".grid-board"), "grid");
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wide()).toBeLessThanOrEqual(0);
    for (const name of ["Solve", "Load", "New", "Share"]) {
      await page.getByRole("tab", { name, exact: true }).tap();
      expect(await wide(), name).toBeLessThanOrEqual(0);
    }
  });

  test("several cells are selected with a finger", async ({ page, open }) => {
    await opened(page, open, EASY);
    const [from, to] = [await middle(page, 3, 1), await middle(page, 3, 6)];
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, at: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: at });
    await touch("touchStart", [from]);
    for (let part = 1; part <= 5; part += 1) {
      await touch("touchMove", [{ x: from.x + ((to.x - from.x) * part) / 5, y: from.y }]);
    }
    await touch("touchEnd", []);
    await expect(selected(page)).toHaveCount(6);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await tapMode(page, "Corner");
    await page.getByRole("button", { name: /^1 \d left/ }).tap();
    await expect(page.getByRole("gridcell", { name: /corner marks 1$/ })).toHaveCount(
      [...EASY.slice(18, 24)].filter((digit) => digit === ".").length,
    );
    await cell(page, 1, 1).tap();
    await expect(selected(page)).toHaveCount(1);
    await tapMode(page, "Colour");
    await page.getByRole("button", { name: /^1 red/ }).tap();
    await expect(cell(page, 1, 1)).toHaveAccessibleName(/coloured red$/);
  });
});
