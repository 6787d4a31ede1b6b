// Permutation puzzles: by name and by definition, moves by hand and by text, links, solutions.
import { expect, type Locator, link, type Page, test } from "./test";

/** A piece that three moves of `R` bring home, and a state that is forbidden. */
const DEFINITION = `Name Three
Set A 3 2
Solved
End
Move R
A
2 3 1
0 0 0
End
MoveAlias Q R2
Illegal A 1 3
`;

function cells(page: Page, orbit: string): Locator {
  return page.getByRole("list", { name: new RegExp(`^${orbit} `) }).getByRole("listitem");
}

function badge(page: Page): Locator {
  return page.locator(".sticky .badge");
}

async function moveText(page: Page): Promise<string> {
  const slider = page.getByRole("slider", { name: "Move" });
  return (await slider.getAttribute("aria-valuetext")) ?? "";
}

function hand(page: Page): Locator {
  return page.getByRole("group", { name: "Moves by hand" });
}

test("a link is stepped through", { tag: "@scene" }, async ({ page, open }) => {
  await open(link("perm", { p: "2x2x2", t: "R U'", s: "[R, U] // twice\nF2", i: "1" }));
  await expect(page.getByRole("heading", { name: /^CORNER/ })).toBeVisible();
  await expect(cells(page, "CORNER")).toHaveCount(8);
  await expect.poll(() => moveText(page)).toBe("1 of 5, R");
  await page.getByRole("button", { name: "One move forward" }).click();
  await expect.poll(() => moveText(page)).toBe("2 of 5, U");
  await expect(page.locator(".spoken[role=status]")).toContainText(
    /^move 2 of 5: U, \d of 8 pieces/,
  );
  await page.locator("h1").click();
  await page.keyboard.press("]");
  await expect.poll(() => moveText(page)).toBe("3 of 5, R'");
  await expect.poll(() => page.url()).toContain("i=3");
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => moveText(page)).toBe("5 of 5, F2");
  // The same state, in one step.
  const said = await cells(page, "CORNER").allTextContents();
  await open(link("perm", { p: "2x2x2", t: "R U' R U R' U' F2" }));
  await expect.poll(() => cells(page, "CORNER").allTextContents()).toEqual(said);
});

test("moves by hand lead away and back", async ({ page, open }) => {
  await open(link("perm", { p: "skewb" }));
  await expect(badge(page)).toHaveText("✓ solved");
  await expect(page.locator(".perm-net polygon")).toHaveCount(30);
  await expect(page.locator(".perm-cell[data-home]")).toHaveCount(14);
  const before = await page.locator(".perm-net").innerHTML();
  const button = (name: string) => hand(page).getByRole("button", { name, exact: true });
  await button("R").click();
  await expect(badge(page)).toHaveText(/^\d of 14 pieces at home$/);
  expect(await page.locator(".perm-net").innerHTML()).not.toBe(before);
  await button("R'").click();
  await expect(badge(page)).toHaveText("✓ solved");
  await expect(page.getByLabel(/^Moves, or a link/)).toHaveValue("R R'");
  await expect.poll(() => page.url()).toContain("s=R%20R'");
  // In the middle of a line, another move replaces the rest.
  await page.getByRole("button", { name: "One move back" }).click();
  await expect.poll(() => moveText(page)).toBe("1 of 2, R");
  await button("U").click();
  await expect.poll(() => moveText(page)).toBe("2 of 2, U");
  await expect(page.getByLabel(/^Moves, or a link/)).toHaveValue("R U");
  await page.getByRole("button", { name: "Solved" }).click();
  await expect(badge(page)).toHaveText("✓ solved");
});

test("a scramble is solved and the solution is shown", async ({ page, open }) => {
  await open(link("perm", { p: "floppy" }));
  await expect(badge(page)).toHaveText("✓ solved");
  await page.getByRole("button", { name: "Scramble" }).click();
  await expect(page.getByLabel(/^Setup/)).not.toHaveValue("");
  await page.getByLabel(/^Setup/).fill("R F L B R");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect.poll(() => page.url()).toContain("t=R%20F%20L%20B%20R");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ 5 moves, proved shortest")).toBeVisible();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await expect.poll(() => moveText(page)).toBe("start");
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => moveText(page)).toMatch(/^5 of 5/);
  await expect(badge(page)).toHaveText("✓ solved");
});

test("random moves come on request, where random states are not solved", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open(link("perm", { p: "kilominx" }));
  await expect(badge(page)).toHaveText("✓ solved");
  await page.getByRole("button", { name: "Scramble" }).click();
  await expect(page.locator(".faults")).toContainText("too many states");
  await expect(page.getByLabel(/^Setup/)).toHaveValue("");
  await page.getByRole("button", { name: "30 random moves" }).click();
  await expect(page.getByLabel(/^Setup/)).not.toHaveValue("");
});

test("a definition is pasted, and its errors are shown with their place", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open("#/perm");
  await page.getByText("A definition of your own").click();
  const text = page.getByLabel("A definition in the format of twsearch");
  await text.fill(DEFINITION.replace("2 3 1", "2 2 1"));
  const use = page.getByRole("button", { name: "Use this definition" });
  await use.click();
  await expect(page.locator(".faults")).toContainText("position 2 occurs twice");
  await expect(page.locator(".faults .place")).toContainText("2 2 1");
  await text.fill(DEFINITION);
  await use.click();
  await expect(page.locator(".sticky strong")).toHaveText("Three");
  await expect(page.locator(".faults")).toHaveCount(0);
  await hand(page).getByRole("button", { name: "R", exact: true }).click();
  await expect(badge(page)).toHaveText("0 of 3 pieces at home");
  // The state after two turns is forbidden.
  await hand(page).getByRole("button", { name: "R", exact: true }).click();
  await expect(page.locator(".faults")).toContainText("move 2, R, is illegal there");
  await expect(badge(page)).toHaveText("0 of 3 pieces at home");
  await hand(page).getByRole("button", { name: "R'", exact: true }).click();
  await expect(badge(page)).toHaveText("✓ solved");
  // The link has the definition.
  await expect.poll(() => page.url()).toContain("d=Name%20Three");
  await page.reload();
  await expect(page.locator(".sticky strong")).toHaveText("Three");
});

test("links of other sites are read, and unknown puzzles are refused by name", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open("#/perm");
  const moves = page.getByLabel(/^Moves, or a link/);
  const show = page.getByRole("button", { name: "Show", exact: true });
  await moves.fill("https://alg.cubing.net/?puzzle=2x2x2&alg=R_U_R-&setup=F2");
  await show.click();
  await expect(moves).toHaveValue("R U R'");
  await expect(page.getByLabel(/^Setup/)).toHaveValue("F2");
  await expect.poll(() => moveText(page)).toBe("start");
  await moves.fill("https://alpha.twizzle.net/edit/?puzzle=3x3x3&alg=R+U+R%27&setup-alg=F2+[U,R]");
  await moves.press("Control+Enter");
  await expect(page.locator(".sticky strong")).toHaveText("3x3x3");
  await expect(page.getByRole("combobox", { name: "Puzzle" })).toHaveValue("3x3x3");
  await expect(moves).toHaveValue("R U R'");
  await moves.fill("https://alg.cubing.net/?puzzle=4x4x4&alg=Rw");
  await show.click();
  await expect(page.locator(".faults")).toContainText("unknown puzzle `4x4x4`");
  await expect(page.locator(".faults .hint")).toContainText("pyraminx");
  await page.getByRole("combobox", { name: "Puzzle" }).selectOption("ivy");
  await expect(page.locator(".sticky strong")).toHaveText("ivy");
  await expect(page.locator(".faults")).toHaveCount(0);
  await moves.fill("UFR\nXYZ");
  await show.click();
  await expect(page.locator(".faults .where")).toHaveText(/line 2, column 1/);
  await expect(page.locator(".faults .place")).toContainText("XYZ");
});

test("one menu leads to every puzzle that turns", async ({ page, open, request }) => {
  await open("#/cube");
  const menu = page.getByRole("combobox", { name: "Puzzle", exact: true });
  await expect(menu).toHaveValue("cube");
  await menu.selectOption("Square-1");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Square-1");
  await menu.selectOption("Sudoku Cube");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sudoku Cube");
  await menu.selectOption("skewb");
  await expect(page.locator(".sticky strong")).toHaveText("skewb");
  await expect(menu).toHaveValue("skewb");
  // All that the service knows by name are in it.
  const names = await menu.locator("optgroup option").allTextContents();
  const reply = await request.post("/api/v1/perm/read", { data: { puzzle: "2x2x2" } });
  expect(names).toEqual((await reply.json()).names);
});

test("a link with an unknown puzzle names the known ones", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("perm", { p: "nothing" }));
  await expect(page.locator(".faults .hint")).toContainText("kilominx");
  await page.getByRole("combobox", { name: "Puzzle" }).selectOption("tower");
  await expect(badge(page)).toHaveText("✓ solved");
});

test("the 3×3×3 and the Square-1 are shown in 3D with the same moves", async ({ page, open }) => {
  await open(link("perm", { p: "3x3x3", t: "R2", s: "(U F')2", i: "2" }));
  await page.getByRole("link", { name: "Show in 3D: Cube" }).click();
  await expect(page.locator(".now-line code").nth(1)).toHaveText("R2 U F'");
  await open(link("perm", { p: "square1", s: "U3 S D3", i: "3" }));
  await page.getByRole("link", { name: "Show in 3D: Square-1" }).click();
  await expect(page.locator(".now-line code").nth(1)).toHaveText("(3,0)/(0,3)");
});

test("the state fits a narrow screen", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  await open(link("perm", { p: "kilominx", s: "U" }));
  await expect(cells(page, "CORNER")).toHaveCount(20);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
});

for (const size of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
]) {
  test(`nothing moves while it loads, at ${size.width} × ${size.height}`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(size);
    await page.addInitScript(() => {
      const shifts = window as unknown as { shifted: number };
      shifts.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          shifts.shifted += (entry as unknown as { value: number }).value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await open("#/perm");
    await expect(page.locator(".perm-cell").first()).toBeVisible();
    await page.waitForTimeout(500);
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
    expect(shifted).toBeLessThan(0.05);
  });
}

test("headings are in order", async ({ page, open }) => {
  await open(link("perm", { p: "skewb" }));
  await expect(page.locator(".perm-cell").first()).toBeVisible();
  const levels = await page
    .locator("main :is(h1, h2, h3, h4)")
    .evaluateAll((all) => all.map((it) => Number(it.tagName.slice(1))));
  expect(levels[0]).toBe(1);
  for (const [index, level] of levels.slice(1).entries()) {
    expect(level).toBeLessThanOrEqual((levels[index] ?? 0) + 1);
  }
});

test("a scrambled 3×3×3 is solved, and what is not proved is not said to be", async ({
  page,
  open,
}) => {
  const scramble = "B2 L' F2 U' B' D' R L D B U2 L2 F2 U2 F R2 F B2 L2 B R2";
  await open(link("perm", { p: "3x3x3", t: scramble }));
  const answered = page.waitForResponse((it) => it.url().endsWith("/perm/solve"));
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const { outcome } = (await (await answered).json()) as { outcome: string };
  const card = page.getByRole("region", { name: "Solution" });
  await expect(card.getByText("✓ replayed")).toBeVisible();
  await expect(card.getByRole("button", { name: "Show the solution" })).toBeVisible();
  const said = card.locator(".badge").first();
  if (outcome === "optimal") {
    await expect(said).toHaveText(/^✓ \d+ moves, proved shortest$/);
    return;
  }
  await expect(said).toHaveText(
    /^! \d+ moves, the best found within the limit; at least \d+ moves$/,
  );
  // The scene of the cube takes the same position.
  await card.getByRole("link", { name: "Solve it in the scene Cube" }).click();
  await expect.poll(() => page.url()).toContain("#/cube?");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ replayed")).toBeVisible();
});
