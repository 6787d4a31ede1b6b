// The Sudoku scene as a workspace: it follows the window, an explanation takes the place of the keys, marks and colours
// behave as players expect, and killers keep their cages, author and rules in links.
import { SIZES } from "./fit";
import { expect, type Locator, link, type Page, test } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";

function cell(page: Page, row: number, column: number): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column},`) });
}

function status(page: Page): Locator {
  return page.locator("p.status");
}

async function opened(page: Page, open: (hash: string) => Promise<void>, puzzle: string) {
  await open(link("sudoku", { p: puzzle }));
  await expect(status(page)).toHaveText(/exactly one solution/);
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return box;
}

/** That a part is whole in the window, without scrolling. */
async function expectWhole(page: Page, part: Locator, what: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const { x, y, width: w, height: h } = await boxOf(part);
  const inside = x >= 0 && y >= 0 && x + w <= width + 0.5 && y + h <= height + 0.5;
  expect(inside, `${what}: ${JSON.stringify({ x, y, w, h })}`).toBe(true);
}

async function explain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Explain the solution" }).click();
  const chain = page.locator(".steps li").filter({ hasText: /wing/i }).first();
  await chain.getByRole("button").click();
  await expect(page.locator(".grid-board .link").first()).toBeVisible();
}

for (const touch of [false, true]) {
  test.describe(touch ? "by touch" : "with a mouse", () => {
    test.use({ hasTouch: touch, viewport: touch ? SIZES[0] : SIZES[3] });

    test("the board is whole and large, and the keys are large enough", async ({ page, open }) => {
      await opened(page, open, HARD);
      for (const size of SIZES.filter((it) => it.touch === touch)) {
        await page.setViewportSize(size);
        const what = `${size.width} × ${size.height}`;
        const board = page.locator(".grid-board");
        await expectWhole(page, board, `${what}, board`);
        await expectWhole(page, status(page), `${what}, verdict`);
        await expectWhole(page, page.locator(".controls"), `${what}, keys`);
        // The side of the board is most of the shorter side of the window.
        const { width } = await boxOf(board);
        const most = Math.min(size.width, size.height);
        expect(width / most, what).toBeGreaterThan(touch ? 0.78 : 0.85);
        const least = touch ? 44 : 24;
        for (const key of await page.locator(".digits button").all()) {
          const box = await boxOf(key);
          expect(Math.min(box.width, box.height), what).toBeGreaterThanOrEqual(least);
        }
        // Captions of the modes do not overlap.
        const modes = await page.locator(".modes label").evaluateAll((all) =>
          all.map((it) => {
            const range = document.createRange();
            range.selectNodeContents(it.querySelector("span") ?? it);
            const { left, right } = range.getBoundingClientRect();
            return { left, right };
          }),
        );
        for (const [index, mode] of modes.slice(1).entries()) {
          expect(mode.left, what).toBeGreaterThan(modes[index]?.right ?? 0);
        }
      }
    });

    test("an explanation takes the place of the keys and is readable", async ({ page, open }) => {
      await opened(page, open, HARD);
      await explain(page);
      await expect(page.locator(".controls")).toHaveCount(0);
      for (const size of SIZES.filter((it) => it.touch === touch)) {
        await page.setViewportSize(size);
        const what = `${size.width} × ${size.height}`;
        await expectWhole(page, page.locator(".grid-board"), `${what}, board`);
        const name = page.locator(".step-name");
        await expectWhole(page, name, `${what}, name of the step`);
        const sentence = page.locator(".explanation li > span").first();
        await expectWhole(page, sentence, `${what}, sentence`);
        // No column of single words.
        expect((await boxOf(sentence)).width, what).toBeGreaterThan(180);
        if (touch) continue;
        await expectWhole(
          page,
          page.getByRole("tab", { name: "Share", exact: true }),
          `${what}, Share`,
        );
        const list = await boxOf(page.locator(".steps"));
        const row = await boxOf(page.locator(".steps button[aria-current=step]"));
        expect(list.height / row.height, what).toBeGreaterThan(7);
      }
      // The step stays in view while steps are made.
      for (let n = 0; n < 3; n += 1) {
        await page.getByRole("button", { name: "Forward" }).click();
        await expectWhole(page, page.locator(".step-name"), "the next step");
      }
      await page.getByRole("button", { name: "Close the explanation" }).click();
      await expect(page.locator(".controls")).toBeVisible();
    });

    test("the keys of colours are as large as those of digits", async ({ page, open }) => {
      await opened(page, open, EASY);
      for (const size of SIZES.filter((it) => it.touch === touch)) {
        await page.setViewportSize(size);
        await page.keyboard.press("z");
        const digit = await boxOf(page.locator(".digits button").first());
        await page.keyboard.press("v");
        const keys = page.locator(".digits button").filter({ has: page.locator("svg") });
        await expect(keys).toHaveCount(9);
        for (const key of await keys.all()) {
          const box = await boxOf(key);
          expect(box.width).toBeGreaterThanOrEqual(digit.width - 1);
          const swatch = await boxOf(key.locator("svg"));
          expect(swatch.x).toBeGreaterThanOrEqual(box.x);
          expect(swatch.x + swatch.width).toBeLessThanOrEqual(box.x + box.width);
          expect(swatch.y + swatch.height).toBeLessThanOrEqual(box.y + box.height);
        }
      }
    });
  });
}

test("marks that are typed while other candidates are shown appear", async ({ page, open }) => {
  await opened(page, open, EASY);
  await page.getByRole("radio", { name: "Basic" }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, candidates 1 2 4$/);
  await cell(page, 1, 3).click();
  await page.keyboard.press("Control+Digit7");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, marks 7$/);
  await expect(page.getByRole("radio", { name: "Mine" })).toBeChecked();
});

test("basic candidates become marks of the player", async ({ page, open }) => {
  await opened(page, open, EASY);
  await page.getByRole("radio", { name: "Basic" }).click();
  await page.getByRole("button", { name: "Make these my marks" }).click();
  await expect(page.getByRole("radio", { name: "Mine" })).toBeChecked();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, marks 1 2 4$/);
  await expect(page.getByRole("button", { name: "Make these my marks" })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty$/);
});

test("the number of solutions is hidden while playing, and the digits are checked on request", async ({
  page,
  open,
}) => {
  await opened(page, open, EASY);
  await page.getByRole("button", { name: "Hide the number of solutions" }).click();
  await expect(status(page)).toHaveText("");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await cell(page, 1, 3).click();
  await page.keyboard.press("1");
  await page.waitForTimeout(1000);
  await expect(status(page)).toHaveText("");
  expect(asked.filter((path) => path.endsWith("/candidates"))).toEqual([]);
  // What breaks a rule at once is still said.
  await page.keyboard.press("5");
  await expect(status(page)).toHaveText(/✗.*5/);
  await page.keyboard.press("1");
  const panel = page.getByRole("tabpanel");
  await panel.getByRole("button", { name: "Check" }).click();
  await expect(panel.getByText("✗ wrong: r1c3")).toBeVisible();
  await page.keyboard.press("4");
  await expect(panel.getByText("✗ wrong")).toHaveCount(0);
  await panel.getByRole("button", { name: "Check" }).click();
  await expect(panel.getByText("✓ nothing is wrong so far")).toBeVisible();
  // It stays hidden after a reload, until it is shown again.
  await expect.poll(() => page.url()).toContain("d=..4");
  await page.reload();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await expect(status(page)).toHaveText("");
  await page.getByRole("button", { name: "Show the number of solutions" }).click();
  await expect(status(page)).toHaveText(/exactly one solution/);
});

test("a selection leaves colours as they are", async ({ page, open }) => {
  await opened(page, open, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("Control+Shift+Digit3");
  // Nothing is painted over the colour: the selection is an outline.
  await expect(page.locator(".grid-board .selected")).toHaveCount(0);
  await expect(page.locator(".grid-board .selection")).toHaveCount(1);
  // The middle of the cell has the colour that it has when another cell is selected.
  const box = await boxOf(cell(page, 1, 3));
  const clip = { x: box.x + box.width / 3, y: box.y + box.height / 3, width: 8, height: 8 };
  const selected = await page.screenshot({ clip });
  await cell(page, 5, 5).click();
  await expect(page.locator(".grid-board .selection")).toHaveCount(1);
  expect(Buffer.compare(await page.screenshot({ clip }), selected)).toBe(0);
});

/** A killer in f-puzzles' JSON: all 81 cells in cages of two or three, with an author and rules. */
function killer(): string {
  const solved =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  const cages: { cells: string[]; value: string }[] = [];
  for (let row = 0; row < 9; row += 1) {
    for (const columns of row % 2 === 0
      ? [
          [0, 1],
          [2, 3],
          [4, 5],
          [6, 7, 8],
        ]
      : [
          [0, 1, 2],
          [3, 4],
          [5, 6],
          [7, 8],
        ]) {
      const sum = columns.reduce((all, column) => all + Number(solved[row * 9 + column]), 0);
      const cells = columns.map((column) => `R${row + 1}C${column + 1}`);
      cages.push({ cells, value: String(sum) });
    }
  }
  const grid = Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({})));
  return JSON.stringify({
    size: 9,
    title: "Small cages",
    author: "Gordian's tests",
    ruleset:
      "Normal Sudoku rules apply.\nDigits in cages do not repeat, and add up to the sum in the corner.",
    grid,
    killercage: cages,
  });
}

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
  await page.keyboard.press("Control+v");
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a killer is shared whole, by a short link, with its author and rules", async ({
  page,
  open,
  browser,
  baseURL,
  watch,
}) => {
  await open("#/sudoku");
  await paste(page, killer());
  await expect(page.locator(".grid-board .cage")).toHaveCount(36);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Small cages");
  await expect(page.getByText("by Gordian's tests")).toBeVisible();
  await page.getByText("Rules", { exact: true }).click();
  await expect(page.getByText("Normal Sudoku rules apply.")).toBeVisible();
  // What the server has no techniques for is not offered; digits are compared with the solution.
  const panel = page.getByRole("tabpanel");
  await expect(panel.getByRole("button", { name: "Hint" })).toHaveCount(0);
  await expect(panel.getByText(/no hints and explanations for cages/)).toBeVisible();
  await panel.getByRole("button", { name: "Check" }).click();
  await expect(panel.locator(".badge")).toBeVisible();
  await page.getByRole("tab", { name: "Share", exact: true }).click();
  // A line of 81 dots is no killer.
  await expect(page.getByRole("button", { name: /^Copy line/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => clipboard(page)).toContain("#/sudoku?z=");
  const shared = await clipboard(page);
  expect(shared.length).toBeLessThanOrEqual(1000);
  await expect.poll(() => page.url()).toBe(shared);
  const other = await browser.newContext();
  await watch.follow(other, baseURL ?? "");
  const fresh = await other.newPage();
  await fresh.goto(shared);
  await expect(fresh.locator(".grid-board .cage")).toHaveCount(36);
  await expect(fresh.getByText("by Gordian's tests")).toBeVisible();
  await fresh.getByText("Rules", { exact: true }).click();
  await expect(fresh.getByText("Normal Sudoku rules apply.")).toBeVisible();
  // A reload reads the same board, and adds nothing to undo.
  await expect(fresh.getByRole("button", { name: "Undo" })).toBeEnabled();
  await fresh.reload();
  await expect(fresh.locator(".grid-board .cage")).toHaveCount(36);
  await other.close();
  // The link is read as a text, too.
  await page.keyboard.press("Control+z");
  await expect(page.locator(".grid-board .cage")).toHaveCount(0);
  await paste(page, shared);
  await expect(page.locator(".grid-board .cage")).toHaveCount(36);
});

test("links with a whole puzzle file are still read, broken ones are refused", async ({
  page,
  open,
}) => {
  const rows = "1...\n....\n....\n....";
  const file = `kind = "grid"\nsize = 4\nbox = [2, 2]\ndiagonals = ["main"]\ngivens = '''\n${rows}\n'''\n`;
  await open(link("sudoku", { p: file, d: "....3..........." }));
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 1, given/);
  await expect(cell(page, 2, 1)).toHaveAccessibleName(/, 3$/);
  await open("#/sudoku?z=AAAA");
  await expect(page.locator(".faults .what").first()).toContainText("cannot be unpacked");
});

test("the list of keys opens at its heading", async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open("#/sudoku");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help.getByRole("heading", { name: "Keys" })).toBeInViewport({ ratio: 1 });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  test("large grids are zoomed in and moved", async ({ page, open }) => {
    await open("#/sudoku");
    await expect(page.getByRole("button", { name: "Zoom" })).toHaveCount(0);
    await page.getByRole("tab", { name: "Load", exact: true }).tap();
    await page.getByLabel("Rows").fill("25");
    await page.getByRole("button", { name: "Empty grid" }).tap();
    await expect(page.getByRole("gridcell")).toHaveCount(625);
    const frame = page.getByRole("region", { name: "Grid" });
    await expectWhole(page, frame, "grid");
    await page.getByRole("button", { name: "Zoom" }).tap();
    await expectWhole(page, frame, "zoomed grid");
    expect((await boxOf(cell(page, 1, 1))).width).toBeGreaterThan(24);
    // Keys bring the active cell into view.
    await page.keyboard.press("Control+End");
    await expect(cell(page, 25, 25)).toBeFocused();
    await expect(cell(page, 25, 25)).toBeInViewport({ ratio: 0.9 });
    await expect.poll(() => frame.evaluate((it) => it.scrollTop)).toBeGreaterThan(100);
    await page.getByRole("button", { name: "Zoom" }).tap();
    await expectWhole(page, page.locator(".grid-board"), "grid");
  });
});
