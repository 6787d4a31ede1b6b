// Pencil puzzles are played: gestures, tools, checks, hints, and phones.

import type { BrowserContext, CDPSession } from "@playwright/test";
import { boardToWindow, cell, click, drag, middle, openTab, spokenMarks } from "./pencil";
import { expect, expectAccessible, link, type Page, test } from "./test";

const MASYU = "https://puzz.link/p?mashu/10/10/0063399k90i020i060k000029i0106300i";
const YAJILIN = "kind = 'yajilin'\nboard = '''\n. . . .\n. . 0> .\n. . . .\n. . . .\n'''\n";
/** A Nurikabe of 4×4 with exactly one solution. */
const NURIKABE = "kind = 'nurikabe'\nboard = '''\n. . 2 .\n. . . .\n4 . . .\n. . . 1\n'''\n";
const UNIQUE = /Exactly one solution, proved/;

/** The example of a kind. */
async function example(page: Page, kind: string): Promise<string> {
  const answer = await page.request.get("/api/v1/examples");
  const { examples } = (await answer.json()) as { examples: { kind: string; puzzle: string }[] };
  const found = examples.find((it) => it.kind === kind);
  if (!found) throw new Error(`${kind} has no example`);
  return found.puzzle;
}

test("drags draw lines from any point, and erase along lines", async ({ page, open }) => {
  await open(link("pencil", { p: MASYU }));
  // From the exact middle of a cell.
  await drag(page, [middle(1, 8), middle(1, 10)]);
  await expect(cell(page, 1, 8)).toHaveAccessibleName(/line right$/);
  await expect(cell(page, 1, 9)).toHaveAccessibleName(/line right, left$/);
  // On from the end of a line: nothing is erased, and there are no crosses.
  await drag(page, [middle(4, 1), middle(4, 4)]);
  await drag(page, [middle(4, 4), middle(4, 6)]);
  for (const column of [2, 3, 4, 5]) {
    await expect(cell(page, 4, column)).toHaveAccessibleName(/line right, left$/);
  }
  expect((await spokenMarks(page)).filter((label) => label.includes("cross"))).toEqual([]);
  // Back along the line.
  await drag(page, [middle(4, 6), middle(4, 3)]);
  await expect(cell(page, 4, 3)).toHaveAccessibleName(/line left$/);
  await expect(cell(page, 4, 5)).not.toHaveAccessibleName(/line/);
  // Undo takes back a stroke.
  await page.getByRole("button", { name: "Undo" }).click();
  for (const column of [2, 3, 4, 5]) {
    await expect(cell(page, 4, column)).toHaveAccessibleName(/line right, left$/);
  }
  await page.keyboard.press("Control+z");
  await expect(cell(page, 4, 5)).not.toHaveAccessibleName(/line/);
  await expect(cell(page, 4, 3)).toHaveAccessibleName(/line right, left$/);
});

test("a drag draws lines where a click shades, and nothing happens before the release", async ({
  page,
  open,
}) => {
  await open(link("pencil", { p: YAJILIN }));
  await drag(page, [middle(1, 1), middle(1, 3)]);
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/line right, left$/);
  expect((await spokenMarks(page)).filter((label) => label.includes("shaded"))).toEqual([]);
  const at = await boardToWindow(page);
  const { x, y } = at(middle(3, 2));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(cell(page, 3, 2)).toHaveAccessibleName(/, empty$/);
  await page.mouse.up();
  await expect(cell(page, 3, 2)).toHaveAccessibleName(/, shaded$/);
  // The right button, a modifier key and the tool mark that there is nothing: cells and lines alike.
  await click(page, middle(3, 3), "right");
  await expect(cell(page, 3, 3)).toHaveAccessibleName(/, not shaded$/);
  await page.keyboard.down("Shift");
  await click(page, { x: 1, y: 3.5 });
  await page.keyboard.up("Shift");
  await expect(cell(page, 4, 1)).toHaveAccessibleName(/, cross right$/);
  await page.getByRole("button", { name: "Crosses" }).click();
  await drag(page, [middle(4, 2), middle(4, 4)]);
  await expect(cell(page, 4, 3)).toHaveAccessibleName(/, cross right, left$/);
  // Crosses are there again after a reload, also without any line.
  await page.getByRole("button", { name: "Clear the marks" }).click();
  await drag(page, [middle(4, 2), middle(4, 4)]);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("gordian.pencil.marks")))
    .toMatch(/0/);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(cell(page, 4, 3)).toHaveAccessibleName(/, cross right, left$/);
});

test("random drags draw what was asked", async ({ page, open }) => {
  await open(link("pencil", { p: MASYU }));
  let state = 7;
  const random = (n: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * n);
  };
  const lines = new Map<string, boolean>();
  const lineTo = (row: number, column: number, side: string) => {
    if (side === "right") return `${row}.${column}-`;
    if (side === "left") return `${row}.${column - 1}-`;
    return side === "down" ? `${row}.${column}|` : `${row - 1}.${column}|`;
  };
  for (let i = 0; i < 25; i++) {
    const [row, column] = [1 + random(10), 1 + random(10)];
    const isLevel = random(2) === 0;
    const end = 1 + random(10);
    const [from, to] = [isLevel ? column : row, end];
    if (from === to) continue;
    const jitter = () => (random(70) - 35) / 100;
    const point = (k: number) => {
      const { x, y } = isLevel ? middle(row, k) : middle(k, column);
      return { x: x + jitter(), y: y + jitter() };
    };
    await drag(page, [point(from), point(to)]);
    const step = Math.sign(to - from);
    const keys: string[] = [];
    for (let k = from; k !== to; k += step) {
      const low = Math.min(k, k + step);
      keys.push(isLevel ? `${row}.${low}-` : `${low}.${column}|`);
    }
    const isErased = lines.get(keys[0] ?? "") === true;
    for (const key of keys) lines.set(key, !isErased);
  }
  const drawn = new Set<string>();
  for (const label of await spokenMarks(page)) {
    const [, row, column] = /^row (\d+), column (\d+)/.exec(label) ?? [];
    const [, sides = ""] = /\bline ([a-z, ]+)$/.exec(label) ?? [];
    for (const side of sides.split(", ").filter((it) => it !== "")) {
      drawn.add(lineTo(Number(row), Number(column), side));
    }
    expect(label).not.toContain("cross");
  }
  const asked = [...lines].filter(([, on]) => on).map(([key]) => key);
  expect([...drawn].sort()).toEqual(asked.sort());
});

test("Check names the rule that is broken, and marks where", async ({ page, open }) => {
  await open(link("pencil", { p: NURIKABE }));
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  // A clue stays unshaded: by click, key and drag.
  await click(page, middle(1, 3));
  const values = page.getByRole("group", { name: "Value of the cell" });
  await expect(values.getByRole("button", { name: "shaded", exact: true })).toBeDisabled();
  await page.keyboard.press("#");
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/clue 2$/);
  await drag(page, [middle(2, 2), middle(2, 3), middle(1, 3), middle(1, 2)]);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/clue 2$/);
  await expect(cell(page, 1, 2)).toHaveAccessibleName(/, shaded$/);
  await expect(page.locator(".spoken")).toContainText(/changes|shaded/);
  await page.getByRole("button", { name: "Undo" }).click();
  // A pool of 2×2.
  await drag(page, [middle(2, 1), middle(2, 2), middle(1, 2), middle(1, 1)]);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("list", { name: "Broken rules" })).toContainText(
    "the 2×2 area at r1c1 is not fully shaded",
  );
  for (const [row, column] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const) {
    const frame = `.broken-cell[x="${8 + 40 * column}"][y="${8 + 40 * row}"]`;
    await expect(page.locator(frame).first()).toBeAttached();
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".broken-cell")).toHaveCount(0);
  // At once, if wished.
  await page.getByLabel("show broken rules at once").check();
  await drag(page, [middle(2, 1), middle(2, 2), middle(1, 2), middle(1, 1)]);
  await expect(page.getByRole("list", { name: "Broken rules" })).toContainText("2×2 area");
  await page.getByRole("button", { name: "Undo" }).click();
  // A mark that breaks no rule yet is wrong all the same.
  await expect(page.getByText("✓ no rule is broken so far")).toBeVisible();
});

test("Check names branches of a loop", async ({ page, open }) => {
  await open(link("pencil", { p: MASYU }));
  await expect(page.locator("p.status")).not.toHaveText(/Solving/);
  await drag(page, [middle(6, 1), middle(6, 3)]);
  await drag(page, [middle(6, 2), middle(8, 2)]);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("list", { name: "Broken rules" })).toContainText(
    /there is one loop \(.*a line joins r6c1 and r6c2.*\)/,
  );
  await expect(page.locator(".broken-cell").first()).toBeAttached();
});

test("an empty board is no mistake, and steps of Kakuro leave black cells alone", async ({
  page,
  open,
}) => {
  await open(link("pencil", { k: "nurikabe", s: "6x6" }));
  await expect(page.locator("p.status")).toHaveText(/Nothing is printed on the board yet/);
  await expect(page.locator("p.status")).not.toHaveClass(/is-bad/);
  await page.goto(`/${link("pencil", { p: await example(page, "kakuro") })}`);
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  const open4 = page.getByRole("gridcell", { name: /, empty$/ }).first();
  await open4.click();
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await expect(page.locator('.place[tabindex="0"]')).toHaveAccessibleName(/, 2$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  // Candidate notes.
  await page.getByRole("button", { name: "Notes" }).click();
  await open4.click();
  await page.keyboard.press("1");
  await page.keyboard.press("7");
  await expect(page.locator('.place[tabindex="0"]')).toHaveAccessibleName(/, notes 1 7$/);
  await expect(page.locator(".pencil-drawing .notes text")).toHaveText(["1", "7"]);
  const white = await page.getByRole("gridcell", { name: /, (empty|notes 1 7)$/ }).count();
  await openTab(page, "Solve");
  await page.getByRole("button", { name: "Explain step by step" }).click();
  await expect(page.getByText(/steps?, each checked/)).toBeVisible();
  // The first steps may only exclude digits.
  await expect(async () => {
    if ((await page.locator(".fresh-cell").count()) === 0) {
      await page.getByRole("button", { name: "Forward" }).click();
    }
    expect(await page.locator(".fresh-cell").count()).toBeGreaterThan(0);
  }).toPass();
  expect(await page.locator(".fresh-cell").count()).toBeLessThanOrEqual(white);
  const frames = await page
    .locator(".fresh-cell")
    .evaluateAll((all) =>
      all.map((it) => [Number(it.getAttribute("x")), Number(it.getAttribute("y"))]),
    );
  const black = await page
    .locator(".printed .ground")
    .evaluateAll((all) =>
      all.map((it) => [Number(it.getAttribute("x")) + 3, Number(it.getAttribute("y")) + 3]),
    );
  const places = new Set(black.map((it) => it.join(".")));
  expect(frames.filter((it) => places.has(it.join(".")))).toEqual([]);
});

test("banks are drawn in play and edited as shapes, and stars are counted", async ({
  page,
  open,
}) => {
  await open(link("pencil", { p: await example(page, "statuepark") }));
  const bank = page.getByRole("list", { name: "Pieces" });
  await expect(bank.getByRole("listitem")).toHaveCount(2);
  await expect(bank.locator("svg rect")).toHaveCount(8);
  // A square of four cells is one of the pieces.
  await drag(page, [middle(5, 5), middle(5, 6), middle(4, 6), middle(4, 5)]);
  await expect(page.getByText("1 of 2 not drawn yet")).toBeVisible();
  await expect(bank.getByRole("listitem", { name: /, drawn$/ })).toHaveCount(1);
  await openTab(page, "Edit");
  const grid = page.getByRole("group", { name: "A new piece" });
  await grid.getByRole("button", { name: "row 1, column 2" }).click();
  await grid.getByRole("button", { name: "row 1, column 3" }).click();
  await page.getByRole("button", { name: "Add the piece" }).click();
  await expect(page.getByRole("button", { name: /^Remove the piece of/ })).toHaveCount(3);
  await page.getByRole("button", { name: "Remove the piece of 2 cells: ■■" }).click();
  await expect(page.getByRole("button", { name: /^Remove the piece of/ })).toHaveCount(2);
  await page.goto(`/${link("pencil", { p: await example(page, "battleship") })}`);
  await expect(page.getByRole("list", { name: "Pieces" }).locator("svg").first()).toBeVisible();
  await page.goto(`/${link("pencil", { p: await example(page, "starbattle") })}`);
  await expect(page.getByText("Stars: 1")).toBeVisible();
});

test("numbers of two digits are typed and pressed", async ({ page, open }) => {
  await open(link("pencil", { k: "skyscrapers", s: "10x10" }));
  await openTab(page, "Play");
  await cell(page, 2, 2).click();
  await page.keyboard.press("1");
  await page.keyboard.press("0");
  await expect(cell(page, 2, 2)).toHaveAccessibleName(/, 10$/);
  await cell(page, 2, 3).click();
  await page.getByRole("group", { name: "Value of the cell" }).getByText("10").click();
  await expect(cell(page, 2, 3)).toHaveAccessibleName(/, 10$/);
  await cell(page, 2, 3).click();
  await page.keyboard.press("Delete");
  await expect(cell(page, 2, 3)).toHaveAccessibleName(/, empty$/);
});

test("hints have four levels, and an assumption is taken back", async ({ page, open }) => {
  await open(link("pencil", { p: NURIKABE }));
  await expect(page.locator("p.status")).toHaveText(UNIQUE);
  await page.getByRole("button", { name: "Hint" }).click();
  const hint = page.getByRole("group", { name: "Hint" });
  await expect(hint).toContainText(/new marks? follows? from/);
  await expect(page.locator(".pencil-drawing .named")).toHaveCount(0);
  await page.getByRole("button", { name: "Where to look" }).click();
  await expect(page.locator(".pencil-drawing .named").first()).toBeAttached();
  await expect(hint).not.toContainText("Therefore");
  await page.getByRole("button", { name: "Why" }).click();
  await expect(hint).not.toContainText("Therefore");
  await page.getByRole("button", { name: "What follows" }).click();
  await expect(hint).toContainText("Therefore");
  await page.getByRole("button", { name: "Draw it" }).click();
  await expect(hint).toHaveCount(0);
  expect((await spokenMarks(page)).some((label) => /shaded$/.test(label))).toBe(true);
  const before = await spokenMarks(page);
  await page.getByRole("button", { name: "Assume" }).click();
  await drag(page, [middle(4, 1), middle(4, 3)]);
  await expect(page.locator(".pencil-drawing .is-assumed").first()).toBeAttached();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take it back" }).click();
  expect(await spokenMarks(page)).toEqual(before);
  await page.getByRole("button", { name: "Colours" }).click();
  await page.getByRole("button", { name: "colour B" }).click();
  await click(page, middle(4, 4));
  await expect(cell(page, 4, 4)).toHaveAccessibleName(/clue 1, (not shaded, )?colour B$/);
  await expectAccessible(page);
});

/** The contrast between two colours of the page. */
async function contrast(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    ([first, second]) => {
      const luminance = (name: string) => {
        const probe = document.createElement("div");
        probe.style.color = `var(${name})`;
        document.body.append(probe);
        const parts =
          getComputedStyle(probe)
            .color.match(/[\d.]+/g)
            ?.map(Number) ?? [];
        probe.remove();
        const [red = 0, green = 0, blue = 0] = parts.map((part) => {
          const value = part / 255;
          return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [a, b] = [luminance(first ?? ""), luminance(second ?? "")];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    },
    [one, other],
  );
}

test("marks have a contrast of 3:1", async ({ page, open }) => {
  await open(link("pencil", { p: NURIKABE }));
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    // Frames and slashes have a line in the colour of the paper on both sides.
    for (const mark of ["shade", "mark", "fresh", "wrong", "named-line"]) {
      const found = await contrast(page, `--pencil-${mark}`, "--card");
      expect(found, `${mark}, ${scheme}`).toBeGreaterThanOrEqual(3);
    }
  }
  await drag(page, [middle(2, 1), middle(2, 2), middle(1, 2), middle(1, 1)]);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.locator(".broken-cell").first()).toBeAttached();
  const frames = await page.locator(".broken-cell").count();
  expect(await page.locator(".halo + .broken-cell").count()).toBe(frames);
});

test.describe("on a phone", () => {
  // Undefined in a test that is left out.
  let context: BrowserContext | undefined;
  let page: Page;
  let session: CDPSession;
  test.beforeEach(async ({ browser, baseURL, watch }) => {
    context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await watch.follow(context, baseURL ?? "");
    page = await context.newPage();
    // One session, because a touch belongs to the one that began it.
    session = await context.newCDPSession(page);
  });
  test.afterEach(() => context?.close());

  type Touch = { x: number; y: number; id: number };

  async function touches(
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: readonly Touch[],
  ): Promise<void> {
    await session.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  }

  test("the board stays in view under an explanation", async () => {
    await page.goto(`/${link("pencil", { p: NURIKABE })}`);
    await expect(page.locator("p.status")).not.toHaveText(/Solving/);
    await openTab(page, "Solve");
    const explain = page.getByRole("button", { name: "Explain step by step" });
    await explain.click();
    await expect(page.getByText(/steps?, each checked/)).toBeVisible();
    await page.getByText("Therefore", { exact: true }).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const box = await page.locator(".pencil-board").boundingBox();
    expect(box?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    // Where a drag does not draw, it scrolls the page.
    const action = () => page.locator(".places").evaluate((it) => getComputedStyle(it).touchAction);
    expect(await action()).toBe("manipulation");
    await openTab(page, "Play");
    expect(await action()).toBe("none");
    await page.getByRole("button", { name: "Move the view" }).click();
    expect(await action()).toBe("manipulation");
    await expectAccessible(page);
  });

  test("two fingers and buttons magnify the board, a long press marks that there is nothing", async () => {
    await page.goto(`/${link("pencil", { p: MASYU })}`);
    await expect(page.getByText(/A long press/)).toBeAttached();
    const board = page.locator(".pencil-board");
    const width = async () => (await board.boundingBox())?.width ?? 0;
    const fit = await width();
    await page.getByRole("button", { name: "Larger board" }).click();
    await expect.poll(width).toBeGreaterThan(1.4 * fit);
    await page.getByRole("button", { name: "Fit the board" }).click();
    await expect.poll(width).toBeCloseTo(fit, 0);
    const view = await page.locator(".pencil-view").boundingBox();
    if (!view) throw new Error("the board is not shown");
    const [x, y] = [view.x + view.width / 2, view.y + view.height / 2];
    const two = (spread: number) => [
      { x: x - spread, y, id: 0 },
      { x: x + spread, y, id: 1 },
    ];
    await touches("touchStart", two(30).slice(0, 1));
    await touches("touchStart", two(30));
    for (const spread of [40, 60, 80, 90]) await touches("touchMove", two(spread));
    await touches("touchEnd", []);
    await expect.poll(width).toBeGreaterThan(2 * fit);
    expect(await spokenMarks(page)).toEqual(
      (await spokenMarks(page)).filter((label) => !/line|cross/.test(label)),
    );
    await page.getByRole("button", { name: "Fit the board" }).click();
    await expect.poll(width).toBeCloseTo(fit, 0);
    const at = await boardToWindow(page);
    const side = { ...at({ x: 3, y: 2.5 }), id: 0 };
    await touches("touchStart", [side]);
    await page.waitForTimeout(900);
    await touches("touchEnd", []);
    await expect(cell(page, 3, 3)).toHaveAccessibleName(/cross right$/);
  });
});

test("what was drawn is replayed", async ({ page, open }) => {
  await open(link("pencil", { p: MASYU }));
  await expect(page.getByRole("button", { name: "Replay" })).toBeDisabled();
  await drag(page, [middle(4, 1), middle(4, 4)]);
  await drag(page, [middle(6, 1), middle(6, 4)]);
  await drag(page, [middle(4, 4), middle(4, 1)]);
  await page.getByRole("button", { name: "Replay" }).click();
  const replay = page.getByRole("region", { name: "Replay" });
  const lines = async () => {
    const marked = await spokenMarks(page);
    return [4, 6].map((row) => marked.some((it) => it.startsWith(`row ${row}, column 2, line`)));
  };
  const slider = replay.getByRole("slider");
  for (const [move, shown] of [
    [0, [false, false]],
    [1, [true, false]],
    [2, [true, true]],
    [3, [false, true]],
  ] as const) {
    await slider.fill(String(move));
    await expect(slider).toHaveAttribute("aria-valuetext", `move ${move} of 3`);
    expect(await lines()).toEqual(shown);
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close the replay" }).click();
  expect(await lines()).toEqual([false, true]);
});
