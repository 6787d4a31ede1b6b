// Making puzzles: what follows from a board is there while it is edited, and answers that a limit
// ended go on.
import { cell, openTab } from "./pencil";
import { expect, expectAccessible, type Locator, link, type Page, test } from "./test";

const UNIQUE = "Exactly one solution, proved";

/** A Slitherlink of 4×4 with exactly one solution. */
const SLITHER = "https://puzz.link/p?slither/4/4/dgdh2c7b";

/** Two solutions: rows 2 and 4 have 1 and 2 in their last columns, in either order. */
const TWO_SOLUTIONS = "123.34..21..43..";

/** With 17 givens no given can be left out: no Sudoku with 16 has exactly one solution. */
const FEWEST = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";

interface Board {
  readonly cells: readonly (readonly string[])[];
}

interface Answer {
  readonly outcome: string;
  readonly unique: boolean | null;
  readonly count: number | null;
  readonly limit: string | null;
}

function status(page: Page): Locator {
  return page.locator("p.status");
}

async function ask<T>(page: Page, operation: string, data: unknown): Promise<T> {
  return (await (await page.request.post(`/api/v1/${operation}`, { data })).json()) as T;
}

/** Solves a Slitherlink with another clue at a cell, counted from 0. */
async function solved(page: Page, board: Board, row: number, column: number, clue: string) {
  const cells = board.cells.map((line, r) =>
    line.map((old, c) => (r === row && c === column ? clue : old)),
  );
  const body = { kind: "slither", board: { ...board, cells } };
  const { puzzle } = await ask<{ puzzle: string }>(page, "pencil/write", body);
  return ask<Answer>(page, "solve", { puzzle });
}

/** The places of a board whose labels end with words. */
async function placesWith(page: Page, words: string): Promise<readonly string[]> {
  const labels = await page
    .getByRole("gridcell")
    .evaluateAll((cells) => cells.map((it) => it.getAttribute("aria-label") ?? ""));
  return labels
    .filter((label) => label.endsWith(`, ${words}`))
    .map((label) => label.split(", ").slice(0, 2).join(", "));
}

test("clues that are not needed are found, one by one, as the solver says", async ({
  page,
  open,
}) => {
  await open(link("pencil", { p: SLITHER }));
  await openTab(page, "Edit");
  await expect(status(page)).toHaveText(UNIQUE);
  const { board } = await ask<{ board: Board }>(page, "pencil/read", { puzzle: SLITHER });
  const expected: Record<"needed" | "spare", string[]> = { needed: [], spare: [] };
  for (const [r, line] of board.cells.entries()) {
    for (const [c, clue] of line.entries()) {
      if (clue === ".") continue;
      const { unique } = await solved(page, board, r, c, ".");
      expected[unique ? "spare" : "needed"].push(`row ${r + 1}, column ${c + 1}`);
    }
  }
  await page.getByRole("button", { name: "Which clues are not needed?" }).click();
  const count = expected.needed.length + expected.spare.length;
  await expect(page.getByText(`${count} clues tried`, { exact: true })).toBeVisible();
  expect(await placesWith(page, "needed")).toEqual(expected.needed);
  expect(await placesWith(page, "not needed")).toEqual(expected.spare);
  await expect(page.locator(".tag")).toHaveCount(count);
  await expectAccessible(page);
  // Another board is another question.
  await page.getByRole("button", { name: "Clear the clues" }).click();
  await expect(page.locator(".tag")).toHaveCount(0);
});

test("single clues that make a puzzle unique are found, proved and added", async ({
  page,
  open,
}) => {
  await open(link("pencil", { p: SLITHER }));
  await openTab(page, "Edit");
  await expect(status(page)).toHaveText(UNIQUE);
  const { board } = await ask<{ board: Board }>(page, "pencil/read", { puzzle: SLITHER });
  // A clue that is needed is removed: then it is one of those that are found.
  const clues = board.cells.flatMap((line, row) =>
    line.flatMap((clue, column) => (clue === "." ? [] : [{ row, column, clue }])),
  );
  let removed: (typeof clues)[number] | undefined;
  for (const clue of clues) {
    if ((await solved(page, board, clue.row, clue.column, ".")).unique === false) removed = clue;
  }
  if (!removed) throw new Error("the puzzle has a clue that is needed");
  const { row, column, clue } = removed;
  await cell(page, row + 1, column + 1).click();
  await page.keyboard.press("Delete");
  await expect(status(page)).toHaveText(/^Several solutions/);
  const cells = board.cells.map((line, r) =>
    line.map((old, c) => (r === row && c === column ? "." : old)),
  );
  const body = { kind: "slither", board: { ...board, cells } };
  const { puzzle } = await ask<{ puzzle: string }>(page, "pencil/write", body);
  const counted = await ask<Answer>(page, "solve", { puzzle, task: "count", limit: 100 });
  await page.getByRole("button", { name: "Count solutions" }).click();
  const said = counted.limit === null ? `Exactly ${counted.count} solutions, proved` : "At least";
  await expect(page.getByRole("region", { name: "Solutions" })).toContainText(said);
  await expect(page.getByRole("region", { name: "Solutions" })).toContainText(/line \w+ in \d+/);
  await page.getByRole("button", { name: "Which single clue makes it unique?" }).click();
  await expect(page.getByText(/^\d+ clues tried$/)).toBeVisible();
  const place = `row ${row + 1}, column ${column + 1}`;
  const enough = await page
    .getByRole("gridcell")
    .evaluateAll((all) => all.map((it) => it.getAttribute("aria-label") ?? ""));
  const found = enough.filter((label) => label.includes("unique with"));
  const words = new RegExp(`unique with (.* or )?${clue}\\b`);
  expect(found.some((label) => label.startsWith(place) && words.test(label))).toBe(true);
  await page
    .getByRole("button", { name: /^Add \d/ })
    .first()
    .click();
  await expect(status(page)).toHaveText(UNIQUE);
  await expect(page.locator(".tag")).toHaveCount(0);
});

test("the clues in conflict are named and marked while a board is edited", async ({
  page,
  open,
}) => {
  await open(link("pencil", { k: "skyscrapers", s: "4x4" }));
  for (const side of ["left", "right"]) {
    await page.getByRole("gridcell", { name: new RegExp(`^${side} of row 1,`) }).click();
    await page.keyboard.press("4");
  }
  await expect(status(page)).toHaveText("No solution, proved");
  const names = page.getByRole("group", { name: "What follows" }).getByRole("listitem");
  await expect(names.filter({ hasText: "visible from left" })).toHaveCount(1);
  await expect(names.filter({ hasText: "visible from right" })).toHaveCount(1);
  // The clues are beside the board: of the two places one is before its cells, one behind them.
  const paper = await page.locator(".pencil-drawing .paper").boundingBox();
  const marked = await page
    .locator(".pencil-drawing .named")
    .evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
  if (!paper) throw new Error("the board is not shown");
  expect(marked.some(({ right }) => right <= paper.x + 1)).toBe(true);
  expect(marked.some(({ left }) => left >= paper.x + paper.width - 1)).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(names).toHaveCount(0);
});

test("the difficulty is said, and the numbers of all solutions are drawn", async ({
  page,
  open,
}) => {
  await open(link("pencil", { k: "skyscrapers", s: "3x3" }));
  await page.getByRole("gridcell", { name: /^left of row 1,/ }).click();
  await page.keyboard.press("3");
  await expect(status(page)).toHaveText(/^Several solutions/);
  await page.getByRole("button", { name: "Count solutions" }).click();
  // The first row is 1 2 3; the others are the two Latin squares with it.
  await expect(page.getByRole("region", { name: "Solutions" })).toContainText(
    "Exactly 2 solutions, proved",
  );
  await page.getByLabel("show the numbers of all solutions").check();
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/notes 1$/);
  await expect(cell(page, 2, 1)).toHaveAccessibleName(/notes 2 3$/);
  await cell(page, 2, 1).click();
  await expect(page.getByText("2 in 1, 3 in 1 of 2 solutions")).toBeVisible();
  await page.getByRole("button", { name: "Difficulty", exact: true }).click();
  await expect(page.getByRole("region", { name: "Difficulty" })).toContainText(
    /(easy|medium|hard|expert): at most .* in a step.*, of what is determined/,
  );
});

test("an answer that a limit ended goes on with more time", async ({ page, open }) => {
  // The first answer is changed into one that the limit ended.
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const response = await send(input, init);
      if (!String(input).endsWith("/solve")) return response;
      if (JSON.parse(String(init?.body)).time_limit !== 5) return response;
      const answer = await response.json();
      const determined = { ...answer.determined, proved: false };
      return Response.json({ ...answer, unique: null, limit: "time", determined });
    };
  });
  const limits: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/solve")) limits.push(request.postDataJSON().time_limit);
  });
  await open(link("pencil", { p: SLITHER }));
  await expect(status(page)).toHaveText("A solution; stopped: time");
  const more = page.getByRole("group", { name: "More time" });
  await expect(more).toContainText("Stopped by the time limit of 5 s");
  await expect(more.getByRole("button", { name: "Solve as a job" })).toBeVisible();
  await expectAccessible(page);
  await more.getByRole("button", { name: "Go on, up to 10 s" }).click();
  await expect(status(page)).toHaveText(UNIQUE);
  await expect(more).toHaveCount(0);
  expect(limits).toEqual([5, 10]);
});

test("the numbers of a compass and the sums of a black cell have fields", async ({
  page,
  open,
}) => {
  await open(link("pencil", { k: "compass", s: "4x4" }));
  await cell(page, 2, 2).click();
  const fields = page.getByRole("group", { name: "Numbers of the clue" });
  await fields.getByLabel("up", { exact: true }).fill("1");
  await fields.getByLabel("left", { exact: true }).fill("0");
  await expect(cell(page, 2, 2)).toHaveAccessibleName(/clue 1,-,-,0/);
  await open(link("pencil", { k: "kakuro", s: "4x4" }));
  await cell(page, 2, 2).click();
  await fields.getByLabel("right", { exact: true }).fill("4");
  await expect(cell(page, 2, 2)).toHaveAccessibleName(/clue \\4/);
});

test("the givens of a Sudoku are examined while it is made", async ({ page, open }) => {
  await open(link("sudoku", { p: TWO_SOLUTIONS }));
  await page.getByRole("tab", { name: "Set", exact: true }).click();
  const solutions = page.getByRole("region", { name: "Solutions" });
  await expect(solutions).toContainText("Several solutions");
  await solutions.getByRole("button", { name: "Count up to 100" }).click();
  await expect(solutions).toContainText("Exactly 2 solutions, proved");
  const board = page.locator(".grid-board");
  await board.getByRole("gridcell", { name: /^row 2, column 3,/ }).click();
  await expect(solutions).toContainText("At r2c3: 1 in 1, 2 in 1 of 2 solutions");
  await page.getByRole("button", { name: "Which single given makes it unique?" }).click();
  // Two digits in each of four cells.
  await expect(page.getByRole("button", { name: /^Add \d/ })).toHaveCount(8);
  await expect(page.getByText("8 clues tried", { exact: true })).toBeVisible();
  await expect(board.getByRole("gridcell", { name: /unique with (1 or 2|2 or 1)$/ })).toHaveCount(
    4,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add 1 at r2c3" }).click();
  await expect(solutions).toContainText(UNIQUE);
  await page.getByRole("button", { name: "Which givens are not needed?" }).click();
  await expect(page.getByText("10 clues tried", { exact: true })).toBeVisible();
  // The new given is needed.
  const added = board.getByRole("gridcell", { name: /^row 2, column 3,/ });
  await expect(added).toHaveAccessibleName(/1, given, needed$/);
});

test("every given of a Sudoku with the fewest givens is needed", async ({ page, open }) => {
  await open(link("sudoku", { p: FEWEST }));
  await page.getByRole("tab", { name: "Set", exact: true }).click();
  await page.getByRole("button", { name: "Which givens are not needed?" }).click();
  await expect(page.getByText("Every given is needed.")).toBeVisible();
  await expect(page.locator(".grid-board .tag.is-needed")).toHaveCount(17);
});

test("cages, groups and diagonals of a Sudoku are drawn and removed", async ({ page, open }) => {
  await open(link("sudoku", { p: TWO_SOLUTIONS }));
  await page.getByRole("tab", { name: "Set", exact: true }).click();
  const solutions = page.getByRole("region", { name: "Solutions" });
  await expect(solutions).toContainText("Several solutions");
  const board = page.locator(".grid-board");
  const at = (row: number, column: number) =>
    board.getByRole("gridcell", { name: new RegExp(`^row ${row}, column ${column},`) });
  const rules = page.getByRole("region", { name: "Rules of the grid" });
  // The fourth digit of the third row is a 4, so that the other one is a 1.
  await at(2, 3).click();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(rules).toContainText("2 cells selected");
  await rules.getByLabel("Sum").fill("5");
  await rules.getByRole("button", { name: "Add a cage" }).click();
  await expect(solutions).toContainText(UNIQUE);
  await expect(at(2, 3)).toHaveAccessibleName(/cage of 5/);
  await rules.getByRole("button", { name: "Remove the cage of 5" }).click();
  await expect(solutions).toContainText("Several solutions");
  // Both cells have a 4.
  await rules.getByLabel("diagonal ＼").check();
  await expect(solutions).toContainText("No solution, proved");
  await solutions.getByRole("button", { name: "Which givens conflict?" }).click();
  await expect(solutions.getByRole("listitem").filter({ hasText: /^given/ })).not.toHaveCount(0);
  await expect(board.getByRole("gridcell", { name: /in conflict$/ })).not.toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rules.getByLabel("diagonal ＼")).not.toBeChecked();
  // These cells have the same digit in both solutions.
  await at(2, 3).click();
  await at(4, 4).click({ modifiers: ["Control"] });
  await rules.getByRole("button", { name: "Add a group" }).click();
  await expect(solutions).toContainText("No solution, proved");
  await at(2, 3).click();
  await rules.getByRole("button", { name: "Remove group 1" }).click();
  await expect(solutions).toContainText("Several solutions");
  // The upper left box then needs a 4 at r2c3, in the row of a given 4.
  await at(2, 2).click();
  await at(2, 3).click({ modifiers: ["Control"] });
  await rules.getByRole("button", { name: "Swap their regions" }).click();
  await expect(solutions).toContainText("No solution, proved");
});

test("a custom puzzle is made of rules from a list", async ({ page, open }) => {
  await open(link("pencil", { k: "custom-objects", s: "3x3" }));
  await expect(status(page)).toHaveText(/several solutions/i);
  const add = async (name: string) => {
    await page.getByRole("combobox", { name: "Rule", exact: true }).selectOption(name);
    await page.getByRole("button", { name: "Add the rule" }).click();
  };
  await add("apart");
  const apart = page.getByRole("group", { name: "apart" });
  await expect(apart.getByLabel("edge", { exact: true })).toBeChecked();
  await apart.getByLabel("corner").check();
  await add("count");
  const count = page.getByRole("group", { name: "count" });
  await count.getByRole("combobox", { name: "in", exact: true }).selectOption("board");
  await count.getByLabel("equals").fill("4");
  await count.getByLabel("equals").blur();
  // Four objects that do not touch are in the corners.
  await expect(status(page)).toHaveText(UNIQUE);
  await openTab(page, "Play");
  for (const [row, column] of [
    [1, 1],
    [1, 2],
  ] as const) {
    await cell(page, row, column).click();
  }
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(/✗ r1c1 and r1c2 (are|do) not both/)).toBeVisible();
  // The rules are in the link.
  await page.reload();
  await openTab(page, "Edit");
  await expect(page.getByRole("group", { name: "count" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the rule count" }).click();
  await expect(status(page)).toHaveText(/several solutions/i);
});

test("a puzzle does without a rule of its kind", async ({ page, open }) => {
  await open(link("pencil", { p: "starbattle/4/4/1/8ou888" }));
  await openTab(page, "Edit");
  await page.getByText("More rules").click();
  await page.getByLabel("two stars touch").check();
  // The rules of the puzzle say so.
  await expect(page.getByText(/so that this is allowed: two stars touch/)).toBeAttached();
  await expect(page).toHaveURL(/omit/);
  await page.reload();
  await openTab(page, "Edit");
  await expect(page.getByLabel("two stars touch")).toBeChecked();
});
