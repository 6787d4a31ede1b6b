// The Square-1: scrambled, typed, built, solved, played, and all its positions at once.
import { expect, type Locator, link, type Page, test } from "./test";

function now(page: Page): Locator {
  return page.locator(".now-line code").first();
}

async function expectModel(page: Page): Promise<void> {
  await expect(page.locator(".viewer canvas")).toBeVisible();
  await expect(page.getByText("Loading the model…")).toHaveCount(0);
}

/** Solved, in six colours or silver. */
const SOLVED = /^(01234567-F89ABCDE|01034547-F898BCDC),S$/;

test("a scramble is solved in both models and the solution is played", { tag: "@scene" }, async ({
  page,
  open,
}) => {
  await open("#/square1");
  await expectModel(page);
  const solved = (await now(page).textContent()) ?? "";
  expect(solved).toMatch(SOLVED);
  await page.getByRole("button", { name: "Scramble" }).click();
  await expect(now(page)).not.toHaveText(solved);
  const scrambled = (await now(page).textContent()) ?? "";
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const card = page.getByRole("region", { name: "Solution" });
  await expect(card.getByText("✓ proved shortest")).toBeVisible();
  await expect(card.getByText("✓ replayed")).toBeVisible();
  const fact = (name: string) =>
    card
      .locator("div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");
  await expect(fact("Distance")).toHaveText(/^\d+ twists$/);
  await expect(fact("Middle layer ignored")).toHaveText(/^\d+ level \d+ in 2007$/);
  await expect(fact("Shortest solutions")).toHaveText(/^\d/);
  const slider = page.getByRole("slider", { name: "Move" });
  const said = (): Promise<string> =>
    slider.getAttribute("aria-valuetext").then((text) => text ?? "");
  const moves = Number(await slider.getAttribute("max"));
  expect(moves).toBeGreaterThan(3);
  expect(await said()).toBe("start");
  await page.getByRole("button", { name: "One move forward" }).click();
  await expect.poll(said).toMatch(/^1 of/);
  await page.keyboard.press("]");
  await expect.poll(said).toMatch(/^2 of/);
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "One move back" }).click();
  await expect.poll(said).toBe("start");
  await expect(now(page)).toHaveText(scrambled);
  await slider.fill(String(moves - 2));
  await page.getByLabel("Speed").selectOption({ label: "4×" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(said).toMatch(new RegExp(`^${moves} of ${moves}`));
  await expect(now(page)).toHaveText(SOLVED);
  // The live region told the last move.
  await expect(page.locator(".spoken[role=status]")).toContainText(`move ${moves} of ${moves}`);
});

test("each listed shortest solution solves the position", async ({ page, open }) => {
  await open(link("square1", { p: "(1,0)/(3,-3)/(0,3)/" }));
  await expectModel(page);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const list = page.locator(".solutions button");
  await expect(list).toHaveCount(2);
  for (const nth of [1, 0]) {
    await list.nth(nth).click();
    await expect(list.nth(nth)).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(now(page)).toHaveText(SOLVED);
  }
});

test("the metric of the WCA", async ({ page, open }) => {
  await open(link("square1", { p: "/(3,3)/", m: "wca" }));
  await expect(page.getByLabel("Counted in")).toHaveValue("wca");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ proved shortest")).toBeVisible();
  await expect(page.locator(".facts dd").first()).toHaveText("3 twists and turns (WCA)");
});

test("a position is typed, in either notation, and what cannot be is explained", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open("#/square1");
  const text = page.getByLabel(/A position, or a sequence/);
  const show = page.getByRole("button", { name: "Show" });
  await text.fill("(1,0)/(3,3)/");
  await show.click();
  await expect(page.locator(".now-line code").nth(1)).toHaveText("(1,0)/(3,3)/");
  const reached = (await now(page).textContent()) ?? "";
  await page.getByRole("radio", { name: "Cube 21" }).check();
  const written = (await page.locator(".now-line code").nth(1).textContent()) ?? "";
  expect(written).not.toBe("(1,0)/(3,3)/");
  await text.fill(written);
  await show.click();
  await expect(now(page)).toHaveText(reached);
  await page.getByRole("radio", { name: "WCA" }).check();
  await text.fill("01234567-F89ABCD1,S");
  await show.click();
  const faults = page.locator(".faults");
  await expect(faults.locator(".what")).toContainText(/E is missing/);
  await expect(faults.locator(".hint")).not.toBeEmpty();
  await expect(now(page)).toHaveText(reached);
  await text.fill("(1,0)/(2,2)/(1,");
  await show.click();
  await expect(faults.locator(".what")).not.toBeEmpty();
});

test("moves by hand, by buttons and by keys", async ({ page, open }) => {
  await open("#/square1");
  await expectModel(page);
  const solved = (await now(page).textContent()) ?? "";
  await page.getByRole("button", { name: "Twist" }).click();
  await page.getByRole("button", { name: "Top 30° clockwise", exact: true }).click();
  await expect(now(page)).not.toHaveText(solved);
  await page.locator("h1").click();
  await page.keyboard.press("q");
  await page.keyboard.press("/");
  await expect(now(page)).toHaveText(solved);
  // Where no twist is possible, it is said.
  await page.keyboard.press("w");
  await page.keyboard.press("w");
  await page.keyboard.press("/");
  await expect(page.locator(".sticky [role=alert]")).not.toBeEmpty();
});

test("silver, and the flat drawing", async ({ page, open }) => {
  await open("#/square1");
  await page.getByLabel("silver", { exact: true }).check();
  await page.getByRole("button", { name: "Scramble" }).click();
  await expect(page.locator(".viewer canvas")).toHaveAttribute("aria-label", /silver/);
  await expect(now(page)).not.toHaveText(SOLVED);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ proved shortest")).toBeVisible();
  await page.getByRole("button", { name: "Flat" }).click();
  await expect(page.locator(".viewer canvas")).toHaveCount(0);
  await expect(page.locator(".viewer .flat-row svg")).toHaveCount(3);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(now(page)).toHaveText(SOLVED);
});

test("a position is built piece by piece", async ({ page, open }) => {
  await open("#/square1");
  await page.getByText("Build it piece by piece").click();
  const builder = page.locator(".builder").locator("..");
  await builder.getByRole("button", { name: "Empty", exact: true }).click();
  await expect(builder.locator(".complaints")).not.toBeEmpty();
  await builder.getByRole("button", { name: /^top, slot 1 of 12/ }).focus();
  for (const key of "01234567") await page.keyboard.press(key);
  await expect(builder.getByRole("group", { name: "Pieces left" }).getByRole("button")).toHaveCount(
    8,
  );
  await builder.getByRole("button", { name: /^bottom, slot 1 of 12/ }).focus();
  for (const key of "89ABCDEF") await page.keyboard.press(key);
  await expect(builder.getByText("✓ this position can be reached")).toBeVisible();
  await page.keyboard.press("k");
  await expect(builder.getByText("middle: kite")).toBeVisible();
  await builder.getByRole("button", { name: "Use this position" }).click();
  await expect(now(page)).toHaveText(/,K$/);
});

test("all positions at once", async ({ page, open }) => {
  await open(link("square1", { c: "silver" }));
  await page.getByText("All positions at once").click();
  const chart = page.locator("svg.chart");
  await expect(chart).toBeVisible();
  await expect(chart.locator("rect.bar-a")).toHaveCount(13);
  await expect(page.getByRole("row", { name: /^12 164/ })).toBeVisible();
  await expect(page.locator(".shapes li")).toHaveCount(90);
  await expect(page.locator(".shapes li.now")).toHaveCount(1);
});

test("a link holds the line and the index of the player", async ({ page, open }) => {
  await open(link("square1", { p: "(1,0)/(3,3)/" }));
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(page.getByText("✓ proved shortest")).toBeVisible();
  await page.getByRole("button", { name: "One move forward" }).click();
  await expect.poll(() => page.url()).toContain("i=1");
  const position = (await now(page).textContent()) ?? "";
  await page.reload();
  await expect(now(page)).toHaveText(position);
  await expect(page.getByRole("slider", { name: "Move" })).toHaveAttribute(
    "aria-valuetext",
    /^1 of/,
  );
});

test("a wrong link says what is wrong", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open(link("square1", { p: "nothing" }));
  await expect(page.locator(".faults .what").first()).not.toBeEmpty();
  await expectModel(page);
});

test("a twist of a link that cannot be played is named, and the link stays", async ({
  page,
  open,
}) => {
  const hash = link("square1", { p: "01234567-F89ABCDE,S", s: "/(2,0)/(1,0)", i: "0" });
  await open(hash);
  await expect(page.locator(".sticky [role=alert]")).toContainText(/move 3 of 4 .* big piece/);
  await page.waitForTimeout(500);
  expect(page.url()).toContain(encodeURIComponent("/(2,0)/(1,0)"));
});

test("a missing table of six colours is not shown as an error", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/square1");
  await page.getByText("All positions at once").click();
  await expect(page.getByText(/need the table of six colours/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Build the table" })).toBeVisible();
  await expect(page.locator(".faults")).toHaveCount(0);
});

test("Solve after a solution was played solves the same position again", async ({ page, open }) => {
  await open(link("square1", { p: "(1,0)/(3,-3)/(0,3)/" }));
  await expectModel(page);
  const start = (await now(page).textContent()) ?? "";
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const distance = page.locator(".facts dd").first();
  await expect(distance).toHaveText(/^[1-9]\d* twists$/);
  const said = (await distance.textContent()) ?? "";
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(now(page)).toHaveText(SOLVED);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(now(page)).toHaveText(start);
  await expect(distance).toHaveText(said);
});

test("after a text was refused, the button says which position is solved", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await open(link("square1", { p: "(1,0)/" }));
  await expectModel(page);
  await page.locator(".position-text textarea").fill("(1,0)/(1,0)/");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const card = page.getByRole("region", { name: "Solution" });
  await expect(card.getByText("the typed position was refused")).toBeVisible();
  await expect(card.getByRole("button", { name: "Solve", exact: true })).toHaveCount(0);
  await card.getByRole("button", { name: "Solve the previous position" }).click();
  await expect(card.getByText("✓ proved shortest")).toBeVisible();
  await page.locator(".position-text textarea").fill("(1,0)/");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(card.getByRole("button", { name: "Solve", exact: true })).toBeVisible();
});
