// The Sudoku scene: a grid is typed, read, asked about, explained and shared.
import { readFile } from "node:fs/promises";
import { expect, type Locator, link, type Page, test } from "./test";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EASY_SOLVED =
  "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/** It takes chains. */
const HARD = "7..98...5.92..143..6....8.9.4913..7.......5....36.....4..7.......5.4.....7.......";
/** EASY as f-puzzles packs it, by the JavaScript library lz-string 1.5.0. */
const F_PUZZLES =
  "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QFEBDMATxFUIFc0ALAewCcEQBxRgEwkIDtyQBzBhHYIA2qNAA3Qlkq4ArKn4RJMXvDQM5AX2RSZchAGYlKtQk069u4DZDTZuAOynV6yzBtfr1gLrIJewNcADZXcw0tTx9bPSDHBABGcPcouwdDJBSLNLiMhWzIq1iS7X8JdOCEFAEzVOL4zIAOQo9vUpjG0Nbc23L9BPgW2rcc4vbKwbCRiLaY9q7jHp1+xfgAFmXojoHmrYX8pZn67YOq+GTjsc9Vw/gXK6LT+bzzgCZ9l5K16eVRp7KAW+d1+dWuEy+aw+jzmu1wwz+s16gIqkLumxhvTWl0RJ0mmRquPBaPOikxKyBEOB5wRYIBJMGDyJ9Lh1X2vl82iAA";

function cell(page: Page, row: number, column: number): Locator {
  return page.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column},`) });
}

/** The digits that the cells speak of, as a line. */
async function digits(page: Page): Promise<string> {
  const cells = page.locator(".grid-board [role=gridcell]");
  const labels = await cells.evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
  return labels
    .map((label) => /^row \d+, column \d+, (\d+)/.exec(label ?? "")?.[1] ?? ".")
    .join("");
}

async function expectDigits(page: Page, line: string): Promise<void> {
  await expect.poll(() => digits(page)).toBe(line);
}

function tab(page: Page, name: string): Locator {
  return page.getByRole("tab", { name, exact: true });
}

function status(page: Page): Locator {
  return page.locator("p.status");
}

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((it) => navigator.clipboard.writeText(it), text);
  await page.keyboard.press("Control+v");
}

test("digits are typed, conflict, and are undone", { tag: "@scene" }, async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await expect(status(page)).toHaveText(/exactly one solution/);
  await cell(page, 1, 3).click();
  await page.keyboard.press("5");
  await expect(status(page)).toHaveText(/✗.*5/);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 5, in conflict/);
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/given, in conflict/);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("1");
  await expect(status(page)).toHaveText(/no solution from here/);
  await page.keyboard.press("4");
  await expect(status(page)).toHaveText(/exactly one solution/);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("Control+z");
  await expectDigits(page, EASY);
  await expect(page.getByRole("button", { name: "Redo" })).toBeEnabled();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("Control+y");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  // A given is not typed over.
  await cell(page, 1, 1).click();
  await page.keyboard.press("9");
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 5, given/);
});

test("solved by keys alone", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  // From the top of the page to the grid, which is one stop.
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press("Tab");
    if (await cell(page, 1, 1).evaluate((it) => it === document.activeElement)) break;
  }
  await expect(cell(page, 1, 1)).toBeFocused();
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      const at = row * 9 + column;
      if (EASY[at] === ".") await page.keyboard.press(EASY_SOLVED[at] ?? "");
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
  await expectDigits(page, EASY_SOLVED);
  await expect(status(page)).toHaveText(/✓ solved/);
});

test("pencil marks, and candidates shown in turn", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "Corner" })).toBeChecked();
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "Centre" })).toBeChecked();
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("1");
  await page.keyboard.press("4");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, marks 2 4/);
  await page.getByRole("radio", { name: "Basic" }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, candidates 1 2 4/);
  await page.getByRole("radio", { name: "True" }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, candidates 4$/);
  await page.getByRole("radio", { name: "Mine" }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, marks 2 4/);
  await page.locator("summary").filter({ hasText: "Clear" }).click();
  await page.getByRole("button", { name: "my marks" }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty$/);
});

const DRAWN = `+-------+-------+-------+
${EASY.match(/.{27}/g)
  ?.map((band) =>
    band
      .match(/.{9}/g)
      ?.map(
        (row) =>
          `| ${row
            .match(/.{3}/g)
            ?.map((it) => [...it].join(" "))
            .join(" | ")} |`,
      )
      .join("\n"),
  )
  .join("\n+-------+-------+-------+\n")}
+-------+-------+-------+`;

/** EASY as SudokuPad shortens grids: each character is a digit plus ten times the blanks behind it. */
function shortLink(line: string): string {
  const signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
  let text = "";
  for (let at = 0; at < line.length; ) {
    const digit = line[at] === "." ? 0 : Number(line[at]);
    let blanks = 0;
    while (blanks < 5 && line[at + 1 + blanks] === ".") blanks += 1;
    text += signs[digit + 10 * blanks];
    at += 1 + blanks;
  }
  return `https://sudokupad.app/scf${text}`;
}

/** EASY as cells of a spreadsheet: tabs, and nothing for blanks. */
const SHEET = EASY.match(/.{9}/g)
  ?.map((row) => [...row].map((it) => (it === "." ? "" : it)).join("\t"))
  .join("\n");

for (const [name, text] of [
  ["a line", EASY],
  ["a drawing", DRAWN],
  ["cells of a spreadsheet", SHEET ?? ""],
  ["a link of f-puzzles", F_PUZZLES],
  ["a link of SudokuPad", shortLink(EASY)],
  ["a link of SudokuWiki", `https://www.sudokuwiki.org/sudoku.htm?bd=${EASY.replaceAll(".", "0")}`],
] as const) {
  test(`${name} is pasted`, async ({ page, open }) => {
    await open("#/sudoku");
    await cell(page, 5, 5).click();
    await paste(page, text);
    await expectDigits(page, EASY);
    await expect(status(page)).toHaveText(/exactly one solution/);
    await expect(page.locator(".faults")).toHaveCount(0);
  });
}

/** The candidates that rows, columns and boxes leave of EASY, in part. */
const CANDIDATES = `
.-------------------.-------------------.--------------------.
| 5     3     124   | 26    7     2468  | 1489  1249   248   |
| 6     247   247   | 1     9     5     | 3478  234    2478  |
| 12    9     8     | 23    34    24    | 13457 6      247   |
:-------------------+-------------------+--------------------:
| 8     125   1259  | 579   6     147   | 4579  2459   3     |
| 4     25    2569  | 8     35    3     | 579   259    1     |
| 7     15    1359  | 59    2     14    | 4589  459    6     |
:-------------------+-------------------+--------------------:
| 139   6     134579| 357   35    17    | 2     8      4     |
| 23    278   237   | 4     1     9     | 36    36     5     |
| 123   1245  12345 | 2356  8     26    | 1346  7      9     |
'-------------------'-------------------'--------------------'`;

test("a grid with candidates is pasted, and they are the centre marks", async ({ page, open }) => {
  await open("#/sudoku");
  await paste(page, CANDIDATES);
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 5, given/);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/empty, marks 1 2 4$/);
  await expect(cell(page, 9, 4)).toHaveAccessibleName(/empty, marks 2 3 5 6$/);
});

test("cages of f-puzzles are drawn and solved, other rules are refused by name", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  const row = "[{},{},{},{}]";
  const cage = (cells: string, sum: string) => `{"cells":[${cells}],"value":"${sum}"}`;
  const cages = [
    cage('"R1C1","R1C2"', "3"),
    cage('"R1C1","R2C1"', "5"),
    cage('"R3C3","R4C3"', "5"),
  ].join(",");
  const puzzle = (more: string) =>
    `{"size":4,"grid":[${row},${row},${row},${row}],"killercage":[${cages}]${more}}`;
  await open("#/sudoku");
  await paste(page, puzzle(""));
  await expect(page.locator(".grid-board .cage")).toHaveCount(3);
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/cage of [35]/);
  await expect(status(page)).toHaveText(/one solution|several solutions/);
  await paste(page, puzzle(',"thermometer":[{"lines":[["R1C1","R1C2"]]}]'));
  await expect(page.locator(".faults .what")).toContainText(/not understood: .thermometer/);
  // What was there stays.
  await expect(page.locator(".grid-board .cage")).toHaveCount(3);
});

test("a text with several puzzles lets you choose", async ({ page, open }) => {
  await open("#/sudoku");
  await tab(page, "Load").click();
  await page.locator(".panel-side textarea").fill(`${HARD}\n${EASY}\n`);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  const choice = page.getByRole("group", { name: "Puzzles in this text" });
  await expect(choice.getByRole("button")).toHaveCount(2);
  await choice.getByRole("button").nth(1).click();
  await expectDigits(page, EASY);
});

test("a text that is no puzzle is refused with its place", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/sudoku");
  await cell(page, 1, 1).click();
  await page.keyboard.press("7");
  await tab(page, "Load").click();
  await page.locator(".panel-side textarea").fill(EASY.replace("9", "!"));
  await page.getByRole("button", { name: "Read", exact: true }).click();
  const faults = page.locator(".faults");
  await expect(faults.locator(".what")).toContainText(/line 1, column \d+/);
  await expect(faults.locator(".place mark")).toHaveText("!");
  // What is wrong is all said; the number is for faults of the service.
  await expect(faults.locator(".request")).toHaveCount(0);
  // What was there stays.
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 7$/);
});

test("a hint names the technique, the place and the step, and applies it", async ({
  page,
  open,
}) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  const panel = page.getByRole("tabpanel");
  for (let n = 1; n <= 2; n += 1) {
    await panel.getByRole("button", { name: "Hint" }).click();
    await expect(panel.getByText(/The next step is/)).toBeVisible();
    await expect(panel.getByText(/Look at/)).toHaveCount(0);
    await panel.getByRole("button", { name: "Where to look" }).click();
    await expect(panel.getByText(/Look at/)).toBeVisible();
    await panel.getByRole("button", { name: "Show the pattern" }).click();
    await expect(page.locator(".grid-board .sign.in")).toHaveCount(0);
    await panel.getByRole("button", { name: "Show the step" }).click();
    await expect(page.locator(".grid-board .sign.in")).toHaveCount(1);
    await expect(panel.locator(".step-name")).not.toBeEmpty();
    await expect(page.locator(".grid-board .ground rect").first()).toBeVisible();
    await panel.getByRole("button", { name: "Do it" }).click();
    await expect
      .poll(async () => (await digits(page)).replaceAll(".", "").length)
      .toBe(EASY.replaceAll(".", "").length + n);
  }
});

test("a hint says which digit is wrong", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("1");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("tabpanel").getByText(/wrong: r1c3/)).toBeVisible();
});

test("an explanation is stepped through, scrubbed and played to its end", async ({
  page,
  open,
}) => {
  await open(link("sudoku", { p: HARD }));
  await expectDigits(page, HARD);
  await page.getByRole("button", { name: "Explain the solution" }).click();
  const walk = page.getByRole("region", { name: "Explanation" });
  await expect(page.locator(".step-name")).not.toBeEmpty();
  await expect(page.getByText(/each step checked/)).toBeVisible();
  const slider = walk.getByRole("slider", { name: "step" });
  const said = (): Promise<string | null> => slider.getAttribute("aria-valuetext");
  const steps = Number(await slider.getAttribute("max"));
  expect(steps).toBeGreaterThan(20);
  await expect(page.locator(".steps li")).toHaveCount(steps);
  expect(await said()).toBe(`step 1 of ${steps}`);
  await walk.getByRole("button", { name: "Forward" }).click();
  await page.keyboard.press("]");
  await expect.poll(said).toBe(`step 3 of ${steps}`);
  await walk.getByRole("button", { name: "Back" }).click();
  await page.keyboard.press("[");
  await expect.poll(said).toBe(`step 1 of ${steps}`);
  // Somewhere on the way there is a chain, with links of both kinds and candidates that go.
  const chain = page
    .locator(".steps li")
    .filter({ hasText: /chain|AIC|wing|loop/i })
    .first();
  await chain.getByRole("button").click();
  await expect(chain.getByRole("button")).toHaveAttribute("aria-current", "step");
  await expect(page.locator(".grid-board .sign.out").first()).toBeVisible();
  await expect(page.locator(".grid-board .link, .grid-board .links path").first()).toBeVisible();
  const before = await digits(page);
  await slider.fill(String(steps));
  await expect(walk).toContainText("This is where the steps lead.");
  await expect.poll(() => digits(page)).not.toContain(".");
  await slider.fill(String(steps - 2));
  await walk.getByRole("button", { name: "Play" }).click();
  await expect.poll(said).toBe("after the last step");
  expect(before).toContain(".");
  await walk.getByRole("button", { name: "Close the explanation" }).click();
  await expectDigits(page, HARD);
});

test("a puzzle is rated on three scales", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await tab(page, "Solve").click();
  await page.getByRole("button", { name: "Rate" }).click();
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(row("Gordian")).toContainText(/hardest \d/);
  await expect(row("HoDoKu")).toContainText(/score \d+/);
  await expect(row("Sudoku Explainer")).toContainText(/ER \d/);
});

test("a puzzle is solved, and solutions are counted", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await tab(page, "Solve").click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expectDigits(page, EASY_SOLVED);
  await expect(status(page)).toHaveText(/✓ solved/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectDigits(page, EASY);
  // Without its first given there are several.
  await cell(page, 1, 1).click();
  await page.getByRole("radio", { name: "Givens" }).check();
  await cell(page, 1, 1).click();
  await page.keyboard.press("Backspace");
  await cell(page, 9, 9).click();
  await page.keyboard.press("Backspace");
  await cell(page, 9, 8).click();
  await page.keyboard.press("Backspace");
  await expect(status(page)).toHaveText(/several solutions/);
  await page.getByRole("button", { name: "Count solutions" }).click();
  await expect(page.locator(".verdict .badge")).toHaveText(
    /[2-9]\d* solutions · checked|1\d+ solutions/,
  );
});

test("givens in conflict are named", async ({ page, open }) => {
  // Nothing contradicts at once, but no digit is left for the last cell of the first row.
  await open(link("sudoku", { p: `12345678.${"........9"}${".".repeat(63)}` }));
  await expect(status(page)).toHaveText(/no solution from here/);
  await tab(page, "Solve").click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.locator(".verdict .badge")).toHaveText(/no solution, proved/);
  await expect(page.getByText(/These conflict/)).toBeVisible();
});

test("a new puzzle is generated to criteria", async ({ page, open }) => {
  await open("#/sudoku");
  await tab(page, "New").click();
  await page.getByLabel("Symmetry").selectOption("half-turn");
  await page.getByLabel("Seed").fill("7");
  await page.getByRole("button", { name: "Generate a puzzle" }).click();
  await expect(page.getByText(/unique · checked/)).toBeVisible();
  await expect(page.getByText(/seed 7/)).toBeVisible();
  await expect(status(page)).toHaveText(/exactly one solution/);
  const made = await digits(page);
  const clues = [...made].filter((it) => it !== ".").length;
  expect(clues).toBeGreaterThanOrEqual(17);
  const pattern = [...made].map((it) => it === ".");
  expect(pattern).toEqual([...pattern].reverse());
});

test("a link opens the same grid elsewhere", async ({ page, open, browser, baseURL, watch }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await cell(page, 1, 4).click();
  await page.keyboard.press("c");
  await page.keyboard.press("6");
  await page.keyboard.press("2");
  await page.keyboard.press("Shift+Digit7");
  await page.keyboard.press("Control+Shift+Digit5");
  await tab(page, "Share").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  const shared = await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("#/sudoku?")
    .then(() => page.evaluate(() => navigator.clipboard.readText()));
  const other = await browser.newContext();
  await watch.follow(other, baseURL ?? "");
  const fresh = await other.newPage();
  await fresh.goto(shared);
  await expect(cell(fresh, 1, 3)).toHaveAccessibleName(/, 4$/);
  await expect(cell(fresh, 1, 4)).toHaveAccessibleName(
    /empty, marks 2 6, corner marks 7, coloured teal$/,
  );
  await expect(cell(fresh, 1, 1)).toHaveAccessibleName(/, 5, given$/);
  await expectDigits(fresh, `534${EASY.slice(3)}`);
  await other.close();
  await page.getByRole("button", { name: "Copy line", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(EASY);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save puzzle file" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toContain('kind = "grid"');
});

test("the puzzle is kept after a reload", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await expect(status(page)).toHaveText(/exactly one solution/);
  await expect.poll(() => page.url()).toContain("d=");
  await page.goto("/#/jobs");
  await expect(page.getByRole("heading", { name: "Jobs" })).toBeVisible();
  await page.goto("/#/sudoku");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await page.reload();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await expectDigits(page, `534${EASY.slice(3)}`);
});

test("irregular regions and diagonals", async ({ page, open }) => {
  await open("#/play");
  await page.getByRole("link", { name: "Open Irregular with diagonals" }).click();
  await expect(status(page)).toHaveText(/exactly one solution/);
  await expect(page.locator(".grid-board .diagonal")).toHaveCount(2);
  // The last cell of the same diagonal holds an 8.
  await cell(page, 1, 1).click();
  await page.keyboard.press("8");
  await expect(status(page)).toHaveText(/✗ main diagonal has 8 twice/);
  await page.keyboard.press("Backspace");
  await tab(page, "Solve").click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(status(page)).toHaveText(/✓ solved/);
});

test("a killer is solved by its sums", async ({ page, open }) => {
  await open("#/play");
  await page.getByRole("link", { name: "Open Killer Sudoku" }).click();
  await expect(status(page)).toHaveText(/exactly one solution/);
  await expect(page.locator(".grid-board .cage").first()).toBeVisible();
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/cage of 10/);
  await tab(page, "Solve").click();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(status(page)).toHaveText(/✓ solved/);
});

test("large grids take numbers of two figures and letters", async ({ page, open }) => {
  await open("#/sudoku");
  await tab(page, "Load").click();
  await page.getByLabel("Rows").fill("16");
  await page.getByRole("button", { name: "Empty grid" }).click();
  await expect(page.locator(".grid-board [role=gridcell]")).toHaveCount(256);
  await cell(page, 2, 2).click();
  await page.keyboard.press("g");
  await expect(cell(page, 2, 2)).toHaveAccessibleName(/, 16$/);
  await cell(page, 3, 7).click();
  await page.keyboard.type("12");
  await expect(cell(page, 3, 7)).toHaveAccessibleName(/, 12$/);
});

test("a wrong link shows what is wrong, and no blank page", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("sudoku", { p: "12345" }));
  await expect(page.locator(".faults .what").first()).not.toBeEmpty();
  await expect(page.locator(".grid-board")).toBeVisible();
  // The puzzle can still be typed.
  await cell(page, 1, 1).click();
  await page.keyboard.press("3");
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/, 3$/);
});

test("print shows only the puzzle", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".sheet svg").first()).toBeVisible();
  await expect(page.locator(".panel-side")).toBeHidden();
  await expect(page.locator("header")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("digits are tapped", async ({ page, open }) => {
    await open(link("sudoku", { p: EASY }));
    await expectDigits(page, EASY);
    await cell(page, 1, 3).tap();
    await page.getByRole("button", { name: /^4 \d left/ }).tap();
    await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
    await page.getByRole("button", { name: "Erase" }).tap();
    await expectDigits(page, EASY);
  });
});

test("the keys of a grid stand in one row on a phone", async ({ page, open }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await open("#/sudoku");
  const keys = page.locator(".digits button");
  await expect(keys).toHaveCount(9);
  const tops = await keys.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test("a text that is no puzzle, pasted right after the page was loaded", async ({
  page,
  open,
  watch,
  context,
}) => {
  watch.allowRefusals();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 740 });
    await open("#/sudoku");
    await page.reload();
    await page.evaluate(() => navigator.clipboard.writeText("hello, this is not a sudoku"));
    await expect(page.locator(".grid-board")).toBeVisible();
    await page.keyboard.press("Control+V");
    await expect(page.locator(".faults .what")).toContainText("21 cells");
    await expect(page.locator(".faults .what")).toBeInViewport();
  }
});

test("the list of keys names all that empty a cell", async ({ page, open }) => {
  await open("#/sudoku");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help.locator("dt").filter({ hasText: "Backspace, Delete, 0" })).toBeVisible();
});

test("the time of a puzzle is kept over a reload, and the solve message has it", async ({
  page,
  open,
}) => {
  // All but two cells, as givens.
  const short = `.${EASY_SOLVED.slice(1, -1)}.`;
  await open(link("sudoku", { p: short }));
  await expectDigits(page, short);
  const clock = page.getByRole("button", { name: /^Time/ });
  await expect(clock).toHaveText("⏱ 0:00");
  await page.waitForTimeout(1500);
  await expect(clock).toHaveText("⏱ 0:00");
  await cell(page, 1, 1).click();
  await page.keyboard.press("5");
  await expect(clock).toHaveText(/ 0:0[2-9]$/);
  await clock.click();
  await expect(clock).toHaveText("⏱");
  await page.reload();
  await expect(clock).toHaveText("⏱");
  await clock.click();
  await expect(clock).toHaveText(/ \d+:(0[2-9]|[1-5]\d)$/);
  await cell(page, 9, 9).click();
  await page.keyboard.press("9");
  await expect(status(page)).toHaveText(/✓ solved in \d+:\d\d$/);
  // It stands, also after a reload.
  const time = (await clock.textContent()) ?? "";
  await expect(status(page)).toHaveText(`✓ solved in ${time.replace("⏱ ", "")}`);
  await page.reload();
  await expect(status(page)).toHaveText(`✓ solved in ${time.replace("⏱ ", "")}`);
  // A solution that came with a link has no time.
  await open(link("sudoku", { p: EASY, d: EASY_SOLVED }));
  await expect(status(page)).toHaveText("✓ solved");
  await expect(clock).toHaveCount(0);
});

test("what was done is replayed", async ({ page, open }) => {
  await open(link("sudoku", { p: EASY }));
  await expectDigits(page, EASY);
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await cell(page, 1, 4).click();
  await page.keyboard.press("Control+2");
  await page.keyboard.press("6");
  await page.getByRole("button", { name: "Replay" }).click();
  const replay = page.getByRole("region", { name: "Replay" });
  await expect(replay.getByRole("slider")).toHaveAttribute("aria-valuetext", "move 0 of 3");
  await expectDigits(page, EASY);
  await replay.getByRole("button", { name: "Forward" }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, 4$/);
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/, empty$/);
  await page.keyboard.press("]");
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/, empty, marks 2$/);
  await page.keyboard.press("[");
  await replay.getByRole("slider").fill("3");
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/, 6$/);
  // It is played from the start, also with reduced motion.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await replay.getByRole("button", { name: "Play", exact: true }).click();
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, empty/);
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/, 6$/);
  await expect(replay.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await replay.getByRole("button", { name: "Back" }).click();
  // What is typed ends it, and changes nothing.
  await cell(page, 1, 6).click();
  await page.keyboard.press("8");
  await expect(replay).toHaveCount(0);
  await expect(cell(page, 1, 6)).toHaveAccessibleName(/, empty$/);
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/, 6$/);
  // It is there again after a reload.
  await page.reload();
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(replay.getByRole("slider")).toHaveAttribute("aria-valuetext", "move 0 of 3");
  await page.getByRole("button", { name: "Close the replay" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
});
