// Pencil puzzles: every kind is shown, and boards are played, edited, solved, explained and shared by mouse, touch and keys.
import { join } from "node:path";
import { cell, openTab } from "./pencil";
import { expect, expectAccessible, type Locator, link, type Page, test } from "./test";

const SLITHER = "https://puzz.link/p?slither/4/4/dgdh2c7b";
const UNIQUE = /Exactly one solution, proved/;

/** A Nurikabe of 4×4 with exactly one solution. */
const NURIKABE = "kind = 'nurikabe'\nboard = '''\n. . 2 .\n. . . .\n4 . . .\n. . . 1\n'''\n";

/** The field with the text of the clue at the active place. */
function clueText(page: Page, place: string): Locator {
  return page.getByRole("textbox", { name: new RegExp(`^Clue at ${place}`) });
}

/** Presses the middle between a cell and the next one in a direction. */
async function pressSide(page: Page, at: Locator, side: "right" | "bottom" | "top" | "left") {
  const box = await at.boundingBox();
  if (!box) throw new Error("the cell is not shown");
  const { x, y, width, height } = box;
  const points = {
    right: [x + width - 1, y + height / 2],
    left: [x + 1, y + height / 2],
    top: [x + width / 2, y + 1],
    bottom: [x + width / 2, y + height - 1],
  } as const;
  await page.mouse.click(...points[side]);
}

interface KindExample {
  readonly kind: string;
  readonly puzzle: string;
}

/** The examples of all kinds of pencil puzzles. */
async function examples(page: Page): Promise<readonly KindExample[]> {
  const kinds = await page.request.post("/api/v1/pencil/kinds", { data: {} });
  const known = ((await kinds.json()) as { kinds: { kind: string }[] }).kinds;
  const names = new Set(known.map(({ kind }) => kind));
  const answer = await page.request.get("/api/v1/examples");
  const all = ((await answer.json()) as { examples: KindExample[] }).examples;
  const found = all.filter(({ kind }) => names.has(kind));
  expect(new Set(found.map(({ kind }) => kind))).toEqual(names);
  return found;
}

test("the example of every kind is drawn, solved and shared", { tag: "@scene" }, async ({
  page,
  open,
}) => {
  await open("#/pencil");
  for (const { kind, puzzle } of await examples(page)) {
    // A player's marks are those of the solution, so that the page has to say that it is solved.
    const [read, solved] = await Promise.all(
      ["pencil/read", "solve"].map(async (operation) => {
        const reply = await page.request.post(`/api/v1/${operation}`, { data: { puzzle } });
        return (await reply.json()) as { link: string | null; puzzle: string; solution: unknown };
      }),
    );
    await page.evaluate(
      (marks) => localStorage.setItem("gordian.pencil.marks", JSON.stringify(marks)),
      [[read?.link ?? read?.puzzle, solved?.solution]],
    );
    await page.goto(`/${link("pencil", { p: puzzle })}`);
    await expect(page.getByText("✓ solved: every rule holds"), kind).toBeVisible();
    // Not before: it could be what is said of the previous puzzle.
    await expect(page.locator("p.status"), kind).toHaveText(UNIQUE);
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText("✓ no mark is wrong"), kind).toBeVisible();
    await page.getByRole("button", { name: "Clear the marks" }).click();
    await expect(page.getByText("✓ solved: every rule holds"), kind).toHaveCount(0);
    await openTab(page, "Solve");
    await page.getByRole("button", { name: "Show the solution" }).click();
    await expect(page.locator(".pencil-drawing .mark").first(), kind).toBeAttached();
    if (process.env.PICTURES !== undefined) {
      for (const scheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        const path = join("..", "target", "e2e", `pencil-${kind}-${scheme}.png`);
        await page.locator("main").screenshot({ path });
      }
    }
    await openTab(page, "Share");
    // Rules of the catalogue have no links.
    const address = page.locator(".address");
    if (kind.startsWith("custom-")) await expect(address, kind).toHaveCount(0);
    else await expect(address, kind).toHaveText(/^https:\/\/puzz\.link\/p\?/);
    await expect(page.locator("main .faults"), kind).toHaveCount(0);
  }
});

test("a link is pasted, and its board is played to the end by mouse", async ({ page, open }) => {
  await open("#/pencil");
  await page.getByLabel(/A link of puzz.link/).fill(SLITHER);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Slitherlink" })).toBeVisible();
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  await expect(page).toHaveURL(/p=https/);
  // A line that is not of the solution is found by the check.
  await pressSide(page, cell(page, 4, 4), "bottom");
  await expect(cell(page, 4, 4)).toHaveAccessibleName(/line down/);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("✗ wrong marks: 1")).toBeVisible();
  await expect(page.locator(".pencil-drawing .is-wrong")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, 4, 4)).not.toHaveAccessibleName(/line/);
  // The loop, line by line, as the server solves it.
  const answer = await page.request.post("/api/v1/solve", { data: { puzzle: SLITHER } });
  const { horizontal, vertical } = (
    (await answer.json()) as {
      solution: { edges: { horizontal: string[]; vertical: string[] } };
    }
  ).solution.edges;
  for (const [row, line] of horizontal.entries()) {
    for (const [column, value] of [...line].entries()) {
      if (value !== "1") continue;
      if (row < 4) await pressSide(page, cell(page, row + 1, column + 1), "top");
      else await pressSide(page, cell(page, row, column + 1), "bottom");
    }
  }
  await expect(page.getByText("✓ solved")).toHaveCount(0);
  // Fast machines draw all lines within a second.
  const clock = page.getByRole("button", { name: /^Time/ });
  await expect(clock).not.toHaveText("⏱ 0:00");
  for (const [row, line] of vertical.entries()) {
    for (const [column, value] of [...line].entries()) {
      if (value !== "1") continue;
      if (column < 4) await pressSide(page, cell(page, row + 1, column + 1), "left");
      else await pressSide(page, cell(page, row + 1, column), "right");
    }
  }
  const solved = page.getByText(/✓ solved: every rule holds, in \d+:\d\d$/);
  await expect(solved).toBeVisible();
  const said = (await solved.textContent()) ?? "";
  // The marks are there again after a reload, with their time.
  await page.reload();
  await expect(solved).toHaveText(said);
  await expect(clock).not.toHaveText("⏱ 0:00");
  await page.getByRole("button", { name: "Clear the marks" }).click();
  await expect(clock).toHaveText("⏱ 0:00");
  await expect(page.locator(".pencil-drawing .line")).toHaveCount(0);
});

test("cells are shaded by keys, by drags and by the right button", async ({ page, open }) => {
  await open(link("pencil", { p: NURIKABE }));
  const first = cell(page, 1, 1);
  await first.focus();
  await page.keyboard.press("Space");
  await expect(first).toHaveAccessibleName(/, shaded$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("#");
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/, shaded$/);
  await page.keyboard.press(".");
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/, not shaded$/);
  await page.keyboard.press("Delete");
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/, empty$/);
  await page.keyboard.press("Control+z");
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/, not shaded$/);
  await cell(page, 4, 3).click({ button: "right" });
  await expect(cell(page, 4, 3)).toHaveAccessibleName(/, not shaded$/);
  await cell(page, 2, 1).hover();
  await page.mouse.down();
  for (const column of [2, 3, 4]) await cell(page, 2, column).hover();
  await page.mouse.up();
  for (const column of [1, 2, 3, 4]) {
    await expect(cell(page, 2, column)).toHaveAccessibleName(/, shaded$/);
  }
});

test("a loop is drawn by touch", async ({ browser, baseURL, watch }) => {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  await watch.follow(context, baseURL ?? "");
  const page = await context.newPage();
  const masyu = "kind = 'mashu'\nboard = '''\n....\n....\n....\n'''\n";
  await page.goto(`/${link("pencil", { p: masyu })}`);
  const start = await cell(page, 1, 1).boundingBox();
  const next = await cell(page, 1, 2).boundingBox();
  if (!start || !next) throw new Error("the board is not shown");
  const y = start.y + start.height / 2;
  // A tap between two cells.
  await page.touchscreen.tap(next.x, y);
  await expect(cell(page, 1, 1)).toHaveAccessibleName(/line right$/);
  // A drag over three cells, as a touch screen reports it.
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, at: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y: at }],
    });
  const corner = await cell(page, 2, 1).boundingBox();
  if (!corner) throw new Error("the board is not shown");
  const below = corner.y + corner.height / 2;
  const side = corner.width;
  const middle = corner.x + side / 2;
  await touch("touchStart", middle, below);
  for (const x of [0.5, 1, 1.5, 2, 2.5, 3]) await touch("touchMove", middle + x * side, below);
  await touch("touchEnd", 0, 0);
  await expect(cell(page, 2, 1)).toHaveAccessibleName(/line right$/);
  await expect(cell(page, 2, 3)).toHaveAccessibleName(/line right, left$/);
  await context.close();
});

test("a board is drawn, and its solutions are counted while it is edited", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open("#/pencil");
  await page.getByRole("link", { name: "New Nurikabe" }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(64);
  await page.getByLabel("Rows").fill("4");
  await page.getByLabel("Rows").press("Tab");
  await expect(page.getByRole("gridcell")).toHaveCount(32);
  await page.getByLabel("Columns").fill("4");
  await page.getByLabel("Columns").press("Tab");
  await expect(page.getByRole("gridcell")).toHaveCount(16);
  // By keys,
  await cell(page, 1, 3).click();
  await page.keyboard.press("2");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/clue 2/);
  await expect(page.locator("p.status")).toHaveText(/No solution, proved/);
  // by the buttons for touch,
  await cell(page, 3, 1).click();
  await page.getByRole("button", { name: "4", exact: true }).click();
  await expect(cell(page, 3, 1)).toHaveAccessibleName(/clue 4/);
  // and as text.
  await cell(page, 4, 4).click();
  await clueText(page, "row 4, column 4").fill("1");
  await clueText(page, "row 4, column 4").press("Tab");
  await expect(cell(page, 4, 4)).toHaveAccessibleName(/clue 1/);
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  await page.getByLabel("show what is determined").check();
  await expect(page.locator(".pencil-drawing .mark").first()).toBeAttached();
  // An island beside another one.
  await cell(page, 1, 2).click();
  await page.keyboard.press("1");
  await expect(page.locator("p.status")).toHaveText(/No solution, proved/);
  await openTab(page, "Solve");
  await expect(page.getByText(/These conflict/)).toBeVisible();
  await expect(page.locator(".pencil-drawing .named").first()).toBeVisible();
  await openTab(page, "Edit");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/, (empty|shaded|not shaded)$/);
  await clueText(page, "row 1, column 2").fill("x");
  await clueText(page, "row 1, column 2").press("Tab");
  await expect(page.getByRole("alert")).toHaveText(/r1c2/);
});

test("a puzzle is generated, and is undone", async ({ page, open }) => {
  await open(link("pencil", { k: "tents", s: "5x5" }));
  await page.getByRole("button", { name: "Generate a puzzle" }).click();
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  await expect(page.locator(".pencil-drawing .clues circle").first()).toBeAttached();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".pencil-drawing .clues circle")).toHaveCount(0);
});

test("walls, corners and clues outside are edited", async ({ page, open }) => {
  await open(link("pencil", { k: "heyawake", s: "3x3" }));
  await page.getByRole("button", { name: "Walls" }).click();
  await pressSide(page, cell(page, 1, 1), "right");
  await cell(page, 2, 1).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await cell(page, 3, 1).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await openTab(page, "Share");
  await expect(page.locator(".address")).toHaveText("https://puzz.link/p?heyawake/3/3/l000h");
  await page.goto(`/${link("pencil", { k: "creek", s: "2x2" })}`);
  const corner = page.getByRole("gridcell", { name: /^corner 2, 2/ });
  await corner.click();
  await page.keyboard.press("3");
  await expect(corner).toHaveAccessibleName(/clue 3/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("gridcell", { name: /^corner 3, 2/ })).toBeFocused();
  await page.goto(`/${link("pencil", { k: "nonogram", s: "2x2" })}`);
  const above = page.getByRole("gridcell", { name: /^above of column 1/ });
  await above.click();
  await page.keyboard.press("1");
  await expect(above).toHaveAccessibleName(/clue 1/);
  await expect(page.locator(".pencil-drawing .outside text")).toHaveText("1");
});

test("a puzzle is explained step by step", async ({ page, open }) => {
  await open(link("pencil", { p: SLITHER }));
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  await openTab(page, "Solve");
  await page.getByRole("button", { name: "Explain step by step" }).click();
  await expect(page.getByText(/\d+ steps?, each checked/)).toBeVisible();
  await expect(page.getByText("Because", { exact: true })).toBeVisible();
  await expect(page.locator(".pencil-drawing .is-fresh").first()).toBeAttached();
  const marks = await page.locator(".pencil-drawing .mark").count();
  await page.getByRole("button", { name: "Forward" }).click();
  await expect.poll(() => page.locator(".pencil-drawing .mark").count()).toBeGreaterThan(marks);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByText("This is where the steps lead.")).toBeVisible();
});

test("a puzzle is shared as link, as text and as a drawing", async ({ page, open }) => {
  await open(link("pencil", { p: SLITHER }));
  await openTab(page, "Share");
  await expect(page.locator(".address")).toHaveText(SLITHER);
  for (const [button, name] of [
    ["Save puzzle file", "slither.toml"],
    ["Save SVG", "slither.svg"],
    ["Save SVG with marks", "slither.svg"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button, exact: true }).click();
    expect((await download).suggestedFilename()).toBe(name);
  }
  await page.getByRole("link", { name: "Open as text" }).click();
  await expect(page.getByLabel(/A puzzle file/)).toHaveValue(/kind = "slither"/);
});

test("a link that is wrong is named", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("pencil", { p: "https://puzz.link/p?slither/4/4/~" }));
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pencil puzzles" })).toBeVisible();
});

test("the scene is accessible", async ({ page, open }) => {
  await open(link("pencil", { p: SLITHER }));
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  for (const tab of ["Play", "Edit", "Solve", "Share"]) {
    await openTab(page, tab);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expectAccessible(page);
    }
  }
  await page.goto("/#/pencil");
  await expect(page.getByRole("heading", { name: "Shading" })).toBeVisible();
  await expectAccessible(page);
});
