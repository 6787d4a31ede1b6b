// The Model scene: any puzzle file or model, as a text.
import { expect, link, test } from "./test";

/** Coins that can be picked up in several ways, from any coin. */
const COINS = `kind = "goishi"
title = "Six coins"
start = "any"
board = '''
.X.
XXX
.XX
'''
`;

test("the example is solved", { tag: "@scene" }, async ({ page, open }) => {
  await open("#/model");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/optimal · checked/);
  await expect(answer.getByRole("row", { name: /^c/ })).toContainText("12");
  await expect(answer).toContainText("Goal: 5");
  await page.getByLabel("Task").selectOption({ label: "list all solutions" });
  await page.getByLabel("report of the compiler").check();
  await page.getByLabel(/A puzzle file/).press("Control+Enter");
  await expect(answer.getByText("What the compiler did")).toBeVisible();
  await expect(answer.getByText(/solutions listed/)).toBeVisible();
});

test("an error is shown with its line", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/model");
  const text = page.getByLabel(/A puzzle file/);
  await text.fill('kind = "grid"\nsize = 4\nbox = [2, 2]\ngivens = "12x"\n');
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const faults = page.locator(".faults");
  await expect(faults.locator(".what").first()).toContainText(/line \d/);
  await expect(faults.locator(".place").first()).toContainText("givens");
  // A fault of the input is nothing to be looked up in a log.
  await expect(faults.locator(".request")).toHaveCount(0);
  await text.fill('{"schema": 1,\n "variables": [}');
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(faults.locator(".what").first()).toContainText(/line 2/);
  // What was typed outlives a reload.
  await expect.poll(() => page.url()).toContain("variables");
  await page.reload();
  await expect(text).toHaveValue('{"schema": 1,\n "variables": [}');
});

test("constraints in conflict are named", async ({ page, open }) => {
  await open("#/model");
  const text = page.getByLabel(/A puzzle file/);
  await text.fill(
    JSON.stringify({
      schema: 1,
      variables: [
        { name: "a", domain: [1, 9] },
        { name: "b", domain: [1, 9] },
      ],
      constraints: [
        { name: "rising", require: ["lt", "a", "b"] },
        { name: "small", require: ["lt", "b", 5] },
        { name: "large", require: ["gt", "a", 6] },
      ],
    }),
  );
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/no solution, proved/);
  await expect(answer.getByRole("listitem").filter({ hasText: "rising" })).toBeVisible();
  await expect(answer.getByRole("listitem").filter({ hasText: "large" })).toBeVisible();
});

test("a count counts all, and a list has a limit", async ({ page, open }) => {
  await open("#/model");
  const variables = ["a", "b", "c"].map((name) => ({ name, domain: [1, 8] }));
  await page.getByLabel(/A puzzle file/).fill(JSON.stringify({ schema: 1, variables }));
  await page.getByLabel("Task").selectOption({ label: "count the solutions" });
  await expect(page.getByLabel("at most")).toHaveCount(0);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/512 solutions/);
  await expect(answer.locator(".badge")).not.toHaveText(/at least/);
  await page.getByLabel("Task").selectOption({ label: "list all solutions" });
  await expect(page.getByLabel("at most")).toHaveValue("100");
});

test("long lines of the text are wrapped on a phone", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open("#/model");
  const over = await page
    .getByLabel(/A puzzle file/)
    .evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test("a puzzle is drawn as it is typed", async ({ page, open, watch }) => {
  watch.allowRefusals();
  await open("#/model");
  const answer = page.getByRole("region", { name: "Answer" });
  await page.getByLabel(/A puzzle file/).fill(COINS);
  await expect(answer.getByRole("img", { name: "Six coins" })).toBeVisible();
  await expect(answer.locator("svg circle")).toHaveCount(6);
  await page.getByLabel(/A puzzle file/).fill(COINS.replace(".X.", ".?."));
  await expect(answer.locator(".faults .place")).toContainText(".?.");
  await expect(answer.locator("svg")).toHaveCount(0);
  await page.getByLabel(/A puzzle file/).fill(COINS);
  await expect(answer.locator(".faults")).toHaveCount(0);
  await expect(answer.locator("svg circle")).toHaveCount(6);
});

test("solutions are drawn in the board, on every width", async ({ page, open }) => {
  await open(link("model", { p: COINS }));
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.locator(".badge")).toHaveText(/several solutions · checked/);
  await expect(answer.getByRole("img", { name: "Six coins, solution 1 of 2" })).toBeVisible();
  await expect(answer.getByRole("img", { name: "Six coins, solution 2 of 2" })).toBeVisible();
  await expect(answer.locator("figcaption")).toHaveText(["Solution 1", "Solution 2"]);
  await page.setViewportSize({ width: 320, height: 640 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  // Print is dark on light in both themes.
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  const ink = await answer
    .locator(".board-drawing")
    .first()
    .evaluate((it) => getComputedStyle(it).color);
  expect(ink).toBe("rgb(0, 0, 0)");
});

test("a kind that the page does not know is drawn, without what could be executed", async ({
  page,
  open,
}) => {
  const draw = (inner: string) => (solution: unknown) => ({
    schema: 1,
    kind: "lamps",
    title: "Lamps",
    text: "+--+\n",
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 50">${inner}<text x="40" y="30">${
      solution ? "*" : "?"
    }</text></svg>`,
  });
  let drawn = draw("");
  await page.route("**/api/v1/draw", (route) =>
    route.fulfill({ json: drawn(route.request().postDataJSON().solution) }),
  );
  const solved = { outcome: "solved", unique: true, solution: { symbols: ["*"] }, checked: true };
  await page.route("**/api/v1/solve", (route) =>
    route.fulfill({ json: { ...solved, kind: "lamps", seconds: { cpu: 0, wall: 0 } } }),
  );
  await open(link("model", { p: "kind = 'lamps'" }));
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("img", { name: "Lamps" })).toHaveText(/\?/);
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await expect(answer.getByRole("img", { name: "Lamps, solved" })).toHaveText(/\*/);
  drawn = draw("<script>document.title = 'executed'</script>");
  await page.getByLabel(/A puzzle file/).fill("kind = 'lamps'\nn = 2");
  await expect(answer.locator(".board-text")).toHaveText("+--+");
  await expect(page).not.toHaveTitle("executed");
});

test("Solve is in view on a laptop, and excerpts of errors stay in their column", async ({
  page,
  open,
  watch,
}) => {
  watch.allowRefusals();
  await page.setViewportSize({ width: 1280, height: 720 });
  await open("#/model");
  const solve = page.getByRole("button", { name: "Solve", exact: true });
  await expect(solve).toBeInViewport({ ratio: 1 });
  // A line without blanks around the fault.
  const names = Array.from({ length: 40 }, (_, n) => `"variable${n}"`).join(",");
  await page.getByLabel(/A puzzle file/).fill(`{"schema":1,"variables":[${names},{]}`);
  await solve.click();
  const excerpt = page.locator(".faults .place").first();
  await expect(excerpt).toBeVisible();
  const inside = await page.evaluate(() => {
    const card = document.querySelector("section[aria-label=Answer]")?.getBoundingClientRect();
    const faults = [...document.querySelectorAll(".faults, .faults .place, .faults .what")];
    return faults.every((it) => card && it.getBoundingClientRect().right <= card.right);
  });
  expect(inside).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
});
