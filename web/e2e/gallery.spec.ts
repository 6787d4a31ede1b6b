// The library: every card is solved for real.
import { expect, test } from "./test";

/** The cards, what their answer is, and the scene that they open. */
const CARDS: readonly [title: string, answer: RegExp, heading: RegExp][] = [
  ["Classic Sudoku", /unique · checked/, /./],
  ["Horrendum", /unique · checked/, /Horrendum/],
  ["Killer Sudoku", /unique · checked/, /./],
  ["16 by 16", /unique · checked/, /16 by 16/],
  ["Irregular with diagonals", /unique · checked/, /Irregular/],
  ["Golden Waste", /unique · checked/, /Golden Waste/],
  ["Sudoku Cube", /unique · checked/, /Sudoku Cube/],
  ["Square-1, silver", /optimal · checked/, /Square-1/],
  ["Square-1, six colours", /optimal · checked/, /Square-1/],
  ["Cube with centres", /checked/, /Cube/],
  ["A model of your own", /optimal · checked/, /model/],
];

test("every card is solved and opens its scene", { tag: "@scene" }, async ({ page, open }) => {
  await open("#/play");
  const cards = page.locator(".gallery-card");
  const titles = CARDS.map(([title]) => title);
  for (const title of titles) {
    await expect(cards.getByRole("heading", { name: title, exact: true })).toHaveCount(1);
  }
  // Of the pencil puzzles, the first card of each family; `pencil.spec.ts` solves all.
  const families = page.locator("section[aria-labelledby^=family]");
  const others: string[] = [];
  for (const family of await families.all()) {
    others.push((await family.locator(".gallery-card h2").first().textContent()) ?? "");
  }
  expect(others).toHaveLength(6);
  const expected = [...CARDS, ...others.map((title) => [title, /checked/] as const)];
  for (const [title, answer] of expected) {
    const card = cards.filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    // The killer's drawing, and with it the board of the others, is made of the puzzle itself.
    await expect(card.locator(".picture svg").first()).toBeVisible();
    await card.getByRole("button", { name: `Solve ${title}` }).click();
    await expect(card.locator(".answer .badge")).toHaveText(answer);
    await expect(card.locator(".answer")).toContainText(/\d (µs|ms|s)/);
  }
});

test("examples of kinds without a scene open in the scene for all puzzles", async ({
  page,
  open,
}) => {
  const example = {
    name: "coins",
    title: "Three coins",
    kind: "of-no-scene",
    puzzle: "# Pick them up. All.\nkind = 'goishi'\nboard = '''\n1X\nX.\n'''\n",
  };
  await page.route("**/api/v1/examples", (route) =>
    route.fulfill({ json: { schema: 1, examples: [example] } }),
  );
  await open("#/play");
  const card = page.locator(".gallery-card").filter({ hasText: "Three coins" });
  await expect(card).toContainText("Pick them up.");
  await expect(card.getByRole("img", { name: "Three coins, drawn" })).toBeVisible();
  await card.getByRole("link", { name: "Open Three coins" }).click();
  await expect(page.getByLabel(/A puzzle file/)).toHaveValue(example.puzzle);
});

test("every card opens its scene", async ({ page, open }) => {
  await open("#/play");
  for (const [title, , heading] of CARDS) {
    await page.getByRole("link", { name: `Open ${title}`, exact: true }).click();
    await expect(page.locator("main h1")).toHaveText(heading);
    await expect(page.locator("main .faults")).toHaveCount(0);
    await expect(page.locator("main .loading")).toHaveCount(0);
    await page.goBack();
  }
});
